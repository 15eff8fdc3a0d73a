public import FilmgateModel
public import FilmgateSystem
import Synchronization

/// A complete copy of a client's file: hashed, and without a name. The copy is deleted with this object unless a change
/// links it.
public final class StagedFile: Sendable {
    /// The hash of the copy, which is read-only.
    public let hash: ContentHash
    /// The size in bytes.
    public let size: UInt64
    /// A read-only descriptor, positioned at the start. A reader that needs a position of its own must reopen it.
    public let descriptor: OwnedDescriptor
    let share: StagingReservation
    /// Whether the copy is already on the disk. If not, the change that links it syncs it.
    let isSynced: Bool
    /// The name that a change gave the file before the change was rolled back.
    private let parked = Mutex<UnreferencedFile?>(nil)

    init(hash: ContentHash, size: UInt64, descriptor: OwnedDescriptor, share: StagingReservation, isSynced: Bool) {
        self.hash = hash
        self.size = size
        self.descriptor = descriptor
        self.share = share
        self.isSynced = isSynced
    }

    /// Returns the file's name, which a change can replace; nil if the file has no name.
    func takeName() -> UnreferencedFile? {
        parked.withLock { parked in
            defer { parked = nil }
            return parked
        }
    }

    func keep(_ name: UnreferencedFile) { parked.withLock { $0 = name } }
}

/// Bytes that replace other bytes of a staged file.
public final class StagedChange: Sendable {
    let file: StagedFile
    let embedding: EmbeddingPlan

    /// - Parameter embedding: must fit the file and change it.
    public init(of file: StagedFile, _ embedding: EmbeddingPlan) { (self.file, self.embedding) = (file, embedding) }
}

/// The reason why a client's file is refused. Failures of the library's own disk are thrown as `Errno` instead.
public enum StagingRefusal: Error, Hashable, Sendable {
    /// The descriptor is of a folder, a FIFO, a socket or a device.
    case notAFile
    /// The file was opened write-only or with `O_PATH`.
    case notReadable
    /// The file system of the file reports an error.
    case unreadable(Errno)
    /// The file changed while it was copied.
    case changedMeanwhile
    case tooLarge
    /// The file should be a photo or video, but its first bytes match no known format.
    case notMedia
    /// Together with the batch's other files, the file exceeds the batch's allowance.
    case overAllowance
    /// Together with all files that are being added, the file exceeds the library's capacity.
    case overRoom
    /// Too many of the client's files were copied but not kept. This file fits after the given number of seconds.
    case overBudget(seconds: Double)
    /// Copying exceeded its time limit.
    case tooSlow
    /// Reading earlier files of this client hangs, or reading the files of too many clients.
    case busy
}

/// The limits for copying a client's file.
public struct StagingLimits: Hashable, Sendable {
    /// The maximum size of a file, in bytes.
    public var bytes: UInt64
    /// The time limit for a file of any size.
    public var timeLimit: Duration
    /// The rate, in bytes per second, that extends the time limit of a large file.
    public var leastRate: UInt64

    public init(bytes: UInt64 = 16 << 30, timeLimit: Duration = .seconds(30), leastRate: UInt64 = 1 << 20) {
        self.bytes = bytes
        self.timeLimit = timeLimit
        self.leastRate = leastRate
    }

    /// Returns the time limit for a file of this size.
    func allowance(forSize size: UInt64) -> Duration {
        timeLimit + .seconds(Int64(min(size, bytes) / max(leastRate, 1)))
    }
}

/// The limit for all files of a batch. Each file is charged before it is copied.
public final class StagingAllowance: Sendable {
    private let left: UInt64?
    public let room: UInt64?
    private let take: @Sendable (UInt64) throws(StagingRefusal) -> Void
    private let drawn = Atomic<UInt64>(0)

    /// - Parameters:
    ///   - bytes: the limit for the batch; nil means no limit.
    ///   - room: the limit for all files that are being added to the library; nil if only the disk limits them.
    ///   - take: called before each file is copied, and can refuse it.
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
final class StagedByteCounter: Sendable {
    private let total = Atomic<UInt64>(0)

    /// Counts a file as long as the returned reservation exists.
    ///
    /// - Throws: `StagingRefusal.overRoom` if the total exceeds `room`.
    func share(_ bytes: UInt64, within room: UInt64?) throws(StagingRefusal) -> StagingReservation {
        let share = StagingReservation(bytes, in: self)
        let all = total.wrappingAdd(bytes, ordering: .relaxed).newValue
        if let room, all > room { throw .overRoom }
        return share
    }

    fileprivate func remove(_ bytes: UInt64) { total.wrappingSubtract(bytes, ordering: .relaxed) }
}

/// The part of one staged file in the counted bytes.
final class StagingReservation: Sendable {
    private let bytes: Atomic<UInt64>
    private let all: StagedByteCounter

    fileprivate init(_ bytes: UInt64, in all: StagedByteCounter) {
        self.bytes = Atomic(bytes)
        self.all = all
    }

    deinit { end() }

    /// Stops counting the file.
    func end() { all.remove(bytes.exchange(0, ordering: .relaxed)) }
}
