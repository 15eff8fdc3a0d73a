import Synchronization

/// Counts writes, so that a cache can check whether the database changed without reading it.
public final class WriteCount: Sendable {
    private let begun = Atomic<UInt64>(0)
    private let ended = Atomic<UInt64>(0)

    public init() {}

    /// The number of writes; nil while one runs. Reads see the same state as long as it does not change.
    public var settled: UInt64? {
        let past = ended.load(ordering: .acquiring)
        return begun.load(ordering: .acquiring) == past ? past : nil
    }

    func begin() { begun.add(1, ordering: .acquiringAndReleasing) }

    func end() { ended.add(1, ordering: .acquiringAndReleasing) }
}
