import Synchronization

/// A counter of writes. A cache uses it to check, without a read, whether the database may have changed.
public final class WriteCount: Sendable {
    private let begun = Atomic<UInt64>(0)
    private let ended = Atomic<UInt64>(0)

    public init() {}

    /// The number of finished writes; nil during a write. While it stays the same, reads see the same state.
    public var settled: UInt64? {
        let past = ended.load(ordering: .acquiring)
        return begun.load(ordering: .acquiring) == past ? past : nil
    }

    func begin() { begun.add(1, ordering: .acquiringAndReleasing) }

    func end() { ended.add(1, ordering: .acquiringAndReleasing) }
}
