internal import Synchronization

/// Tells, without a look into the database, that nothing was written meanwhile.
public final class WriteCount: Sendable {
    private let begun = Atomic<UInt64>(0)
    private let ended = Atomic<UInt64>(0)

    public init() {}

    /// How many there were; nil while one is under way. As long as it stays the same, every reading sees the same.
    public var settled: UInt64? {
        let past = ended.load(ordering: .acquiring)
        return begun.load(ordering: .acquiring) == past ? past : nil
    }

    func begin() { begun.add(1, ordering: .acquiringAndReleasing) }

    func end() { ended.add(1, ordering: .acquiringAndReleasing) }
}
