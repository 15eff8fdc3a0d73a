import Synchronization

/// The limit for all files of a batch. Each file is charged before it is copied.
public final class StagingAllowance: Sendable {
    private let left: UInt64?
    public let room: UInt64?
    private let take: @Sendable (UInt64) throws(StagingRefusal) -> Void
    private let drawn = Atomic<UInt64>(0)

    /// - Parameters:
    ///   - bytes: the limit for the batch; nil if unlimited.
    ///   - room: the limit for all files that are being added to the library; nil if only the disk limits them.
    ///   - take: is called before each file is copied, and can refuse it.
    public init(
        bytes: UInt64?, room: UInt64? = nil,
        take: @escaping @Sendable (UInt64) throws(StagingRefusal) -> Void = { _ throws(StagingRefusal) in }
    ) {
        left = bytes
        self.room = room
        self.take = take
    }

    /// The bytes of all files so far, including one that was refused.
    public var bytesWanted: UInt64 { drawn.load(ordering: .relaxed) }

    /// Charges a file.
    ///
    /// - Throws: `StagingRefusal.overAllowance`, and the errors of `take`.
    func draw(_ bytes: UInt64) throws(StagingRefusal) {
        // This cannot overflow: a file's size has 63 bits, and a batch has few files.
        let wanted = drawn.wrappingAdd(bytes, ordering: .relaxed).newValue
        if let left, wanted > left { throw .overAllowance }
        try take(bytes)
    }

    /// Charges the bytes by which a changed copy is larger than the file that it replaces.
    ///
    /// - Throws: `StagingRefusal.overAllowance`.
    func grow(from earlier: UInt64, to bytes: UInt64) throws(StagingRefusal) {
        let wanted = drawn.wrappingAdd(bytes &- earlier, ordering: .relaxed).newValue
        if let left, wanted > left { throw .overAllowance }
    }
}

/// Counts the bytes of all staged files of a library that have no name yet.
final class StagedBytes: Sendable {
    private let total = Atomic<UInt64>(0)

    /// Counts a file as long as its share exists.
    ///
    /// - Throws: `StagingRefusal.overRoom` if the total exceeds `room`.
    func share(_ bytes: UInt64, within room: UInt64?) throws(StagingRefusal) -> StagedShare {
        let share = StagedShare(bytes, in: self)
        let all = total.wrappingAdd(bytes, ordering: .relaxed).newValue
        if let room, all > room { throw .overRoom }
        return share
    }

    fileprivate func remove(_ bytes: UInt64) { total.wrappingSubtract(bytes, ordering: .relaxed) }
}

/// The share of one staged file.
final class StagedShare: Sendable {
    private let bytes: Atomic<UInt64>
    private let all: StagedBytes

    fileprivate init(_ bytes: UInt64, in all: StagedBytes) {
        self.bytes = Atomic(bytes)
        self.all = all
    }

    deinit { end() }

    /// Stops counting the file.
    func end() { all.remove(bytes.exchange(0, ordering: .relaxed)) }
}
