public import FilmgateModel
public import FilmgateSystem
import Synchronization

/// A complete copy of a client's file: hashed, and without a name. The copy is deleted with this object unless a change
/// links it.
public final class StagedFile: Sendable {
    /// The hash of the copy, which is read-only.
    public let hash: ContentHash
    /// In bytes.
    public let size: UInt64
    /// Read-only, at its start. A reader that needs a position of its own must reopen it.
    public let descriptor: OwnedDescriptor
    let share: StagedShare
    /// Whether the copy is already on the disk. If not, the change that links it syncs it.
    let isSynced: Bool
    /// The name that a change gave it before the change was rolled back.
    private let parked = Mutex<ParkedName?>(nil)

    init(hash: ContentHash, size: UInt64, descriptor: OwnedDescriptor, share: StagedShare, isSynced: Bool) {
        self.hash = hash
        self.size = size
        self.descriptor = descriptor
        self.share = share
        self.isSynced = isSynced
    }

    /// Returns its name, which a change can replace; nil if it has none.
    func takeName() -> ParkedName? {
        parked.withLock { parked in
            defer { parked = nil }
            return parked
        }
    }

    func keep(_ name: ParkedName) { parked.withLock { $0 = name } }
}

/// Bytes that replace others in a staged file.
public final class StagedChange: Sendable {
    let file: StagedFile
    let embedding: EmbeddingPlan

    /// - Parameter embedding: it must fit the file, and change it.
    public init(of file: StagedFile, _ embedding: EmbeddingPlan) { (self.file, self.embedding) = (file, embedding) }
}

/// Why a client's file is refused. Failures of the library's own disk are thrown as `Errno` instead.
public enum StagingRefusal: Error, Hashable, Sendable {
    /// A folder, a FIFO, a socket, a device.
    case notAFile
    /// Opened write-only or with `O_PATH`.
    case notReadable
    /// Its file system reports an error.
    case unreadable(Errno)
    /// The file changed while it was copied.
    case changedMeanwhile
    case tooLarge
    /// The file exceeds what the batch may add, together with its other files.
    case overAllowance
    /// The file exceeds the library's capacity, together with all files that are being added.
    case overRoom
    /// Too many of the client's files were copied but not kept. After this number of seconds there is room for this
    /// file.
    case overBudget(seconds: Double)
    /// Copying exceeded its time limit.
    case tooSlow
    /// Earlier files of this client hang, or files of too many clients hang.
    case busy
}

/// The limits for copying a client's file.
public struct StagingLimits: Hashable, Sendable {
    /// The largest file.
    public var bytes: UInt64
    /// The time limit for a file of any size.
    public var timeLimit: Duration
    /// In bytes per second: extends the time limit for a large file.
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
