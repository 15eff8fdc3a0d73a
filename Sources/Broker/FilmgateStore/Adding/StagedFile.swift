public import FilmgateModel
public import FilmgateSystem
import Synchronization

/// A complete, hashed copy of a client's file. The copy has no name, and is deleted with this object unless a change
/// adds it to the library.
public final class StagedFile: Sendable {
    /// The hash of the copy's content.
    public let hash: ContentHash
    /// The size in bytes.
    public let size: UInt64
    /// A read-only descriptor at the start of the file. A reader that needs its own position must reopen the file.
    public let descriptor: OwnedDescriptor
    let share: StagingReservation
    /// Whether the copy is already synced. If not, the change that adds the copy to the library syncs it.
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

    /// Removes and returns the name from a rolled-back change, so that the next one can reuse it, or returns nil.
    func takeName() -> UnreferencedFile? {
        parked.withLock { parked in
            defer { parked = nil }
            return parked
        }
    }

    func keep(_ name: UnreferencedFile) { parked.withLock { $0 = name } }
}

/// A replacement of some bytes of a staged file.
public final class StagedFileReplacement: Sendable {
    let file: StagedFile
    let embedding: EmbeddingPlan

    /// - Parameter embedding: the plan of the replacement. It must fit the file and change the file.
    public init(of file: StagedFile, _ embedding: EmbeddingPlan) { (self.file, self.embedding) = (file, embedding) }
}

/// The reason why a client's file is refused. For errors of the library's own disk, the store throws `Errno` instead.
public enum StagingRefusal: Error, Hashable, Sendable {
    /// The descriptor refers to a folder, a FIFO, a socket or a device.
    case notAFile
    /// The file was opened write-only or with `O_PATH`.
    case notReadable
    /// The file system of the file reports an error.
    case unreadable(Errno)
    /// The file changed while it was copied.
    case changedMeanwhile
    case tooLarge
    /// The file must be a photo or video, but its first bytes match no known format.
    case notMedia
    /// The files of the batch exceed the batch's allowance.
    case overAllowance
    /// Together, all files that clients are adding exceed the library's free capacity.
    case overRoom
    /// Too many copies of the client's files were discarded. The client can retry after this many seconds.
    case overBudget(seconds: Double)
    /// Copying exceeded its time limit.
    case tooSlow
    /// Two reads of this client's earlier files hang, or reads of too many clients hang.
    case busy
}

/// The limits for copying a client's file.
public struct StagingLimits: Hashable, Sendable {
    /// The maximum size of a file, in bytes.
    public var bytes: UInt64
    /// The base time limit, for a file of any size.
    public var timeLimit: Duration
    /// The minimum rate, in bytes per second. It extends the time limit for large files.
    public var leastRate: UInt64

    public init(bytes: UInt64 = 16 << 30, timeLimit: Duration = .seconds(30), leastRate: UInt64 = 1 << 20) {
        self.bytes = bytes
        self.timeLimit = timeLimit
        self.leastRate = leastRate
    }

    func allowance(forSize size: UInt64) -> Duration {
        timeLimit + .seconds(Int64(min(size, bytes) / max(leastRate, 1)))
    }
}

/// The limit for all files of a batch. Each file counts before it is copied.
public final class StagingAllowance: Sendable {
    private let left: UInt64?
    public let room: UInt64?
    private let take: @Sendable (UInt64) throws(StagingRefusal) -> Void
    private let drawn = Atomic<UInt64>(0)

    /// - Parameters:
    ///   - bytes: the limit for the batch, or nil for no limit.
    ///   - room: the limit for all files that are being added to the library, or nil if only the disk limits them.
    ///   - take: a closure that runs before each file is copied, and can refuse the file.
    public init(
        bytes: UInt64?, room: UInt64? = nil,
        take: @escaping @Sendable (UInt64) throws(StagingRefusal) -> Void = { _ throws(StagingRefusal) in }
    ) {
        left = bytes
        self.room = room
        self.take = take
    }

    /// The total size of all files of the batch so far, including a refused file.
    public var bytesWanted: UInt64 { drawn.load(ordering: .relaxed) }

    /// Counts a file.
    ///
    /// - Throws: `StagingRefusal.overAllowance`, and the errors of `take`.
    func draw(_ bytes: UInt64) throws(StagingRefusal) {
        // The sum cannot overflow: file sizes have at most 63 bits, and a batch has few files.
        let wanted = drawn.wrappingAdd(bytes, ordering: .relaxed).newValue
        if let left, wanted > left { throw .overAllowance }
        try take(bytes)
    }

    /// Counts the growth of a file when a larger copy replaces it.
    ///
    /// - Throws: `StagingRefusal.overAllowance`.
    func grow(from earlier: UInt64, to bytes: UInt64) throws(StagingRefusal) {
        let wanted = drawn.wrappingAdd(bytes &- earlier, ordering: .relaxed).newValue
        if let left, wanted > left { throw .overAllowance }
    }
}

/// Counts the bytes of a library's staged files that no change has added yet.
final class StagedByteCounter: Sendable {
    private let total = Atomic<UInt64>(0)

    /// Counts a file until the returned reservation ends or is released.
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

/// The bytes of one staged file that a `StagedByteCounter` counts.
final class StagingReservation: Sendable {
    private let bytes: Atomic<UInt64>
    private let all: StagedByteCounter

    fileprivate init(_ bytes: UInt64, in all: StagedByteCounter) {
        self.bytes = Atomic(bytes)
        self.all = all
    }

    deinit { end() }

    func end() { all.remove(bytes.exchange(0, ordering: .relaxed)) }
}
