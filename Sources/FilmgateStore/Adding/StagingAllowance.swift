internal import Synchronization

/// What the files of a batch may take, drawn on before each is copied.
public final class StagingAllowance: Sendable {
    private let left: UInt64?
    let room: UInt64?
    private let take: @Sendable (UInt64) throws(StagingRefusal) -> Void
    private let drawn = Atomic<UInt64>(0)

    /// - Parameters:
    ///   - bytes: of the batch's files together; nil for any amount.
    ///   - room: what the library takes in yet, with all that is being brought in meanwhile; nil where only the disk bounds it.
    ///   - take: is asked before each file is copied.
    public init(
        bytes: UInt64?, room: UInt64? = nil,
        take: @escaping @Sendable (UInt64) throws(StagingRefusal) -> Void = { _ throws(StagingRefusal) in }
    ) {
        left = bytes
        self.room = room
        self.take = take
    }

    /// Bytes of all files that were to be copied so far, the one that was too much among them.
    public var bytesWanted: UInt64 { drawn.load(ordering: .relaxed) }

    /// - Throws: `StagingRefusal.overAllowance`, and what `take` throws.
    func draw(_ bytes: UInt64) throws(StagingRefusal) {
        // A file's size fits into 63 bits, and a batch has far fewer files than would overflow the rest.
        let wanted = drawn.wrappingAdd(bytes, ordering: .relaxed).newValue
        if let left, wanted > left { throw .overAllowance }
        try take(bytes)
    }
}

/// The bytes of all files of a library that are being brought in and have no name yet.
final class StagedBytes: Sendable {
    private let total = Atomic<UInt64>(0)

    /// Counts a file until its share is let go of.
    ///
    /// - Throws: `StagingRefusal.overRoom` where there are more than `room` then.
    func share(_ bytes: UInt64, within room: UInt64?) throws(StagingRefusal) -> StagedShare {
        let share = StagedShare(bytes, in: self)
        let all = total.wrappingAdd(bytes, ordering: .relaxed).newValue
        if let room, all > room { throw .overRoom }
        return share
    }

    fileprivate func remove(_ bytes: UInt64) { total.wrappingSubtract(bytes, ordering: .relaxed) }
}

/// One file's share of them.
final class StagedShare: Sendable {
    private let bytes: Atomic<UInt64>
    private let all: StagedBytes

    fileprivate init(_ bytes: UInt64, in all: StagedBytes) {
        self.bytes = Atomic(bytes)
        self.all = all
    }

    deinit { end() }

    /// Counts the file no more.
    func end() { all.remove(bytes.exchange(0, ordering: .relaxed)) }
}
