public import FilmgateModel
public import FilmgateSystem

/// A whole copy of what a client handed in: synced, hashed, without a name, and gone with this object unless a change takes it.
public final class StagedFile: Sendable {
    /// Of the copy, which nobody can write any more.
    public let hash: ContentHash
    /// Bytes.
    public let size: UInt64
    /// Read-only, at its start. Whoever wants a position of their own opens it anew.
    public let descriptor: OwnedDescriptor
    let share: StagedShare

    init(hash: ContentHash, size: UInt64, descriptor: OwnedDescriptor, share: StagedShare) {
        self.hash = hash
        self.size = size
        self.descriptor = descriptor
        self.share = share
    }
}

/// Why a descriptor is not taken in. Failures of the library's own disk are thrown as `Errno` instead.
public enum StagingRefusal: Error, Hashable, Sendable {
    /// A folder, a FIFO, a socket, a device.
    case notAFile
    /// Opened for writing alone, or only to name the file.
    case notReadable
    /// Its file system reports an error.
    case unreadable(Errno)
    /// It grew, shrank or was written to meanwhile.
    case changedMeanwhile
    case tooLarge
    /// More than the batch may bring in, together with its other files.
    case overAllowance
    /// More than the library takes in yet, together with all that is being brought in.
    case overRoom
    /// Too much of the client's was copied and not kept; in so many seconds there is room for this file.
    case overBudget(seconds: Double)
    /// It did not come in time.
    case tooSlow
    /// Earlier files of the same client hang, or of too many clients.
    case busy
}

/// What a client may cost while its file is copied.
public struct StagingLimits: Hashable, Sendable {
    /// Larger is `StagingRefusal.tooLarge`.
    public var bytes: UInt64
    /// How long copying may take whatever the size.
    public var patience: Duration
    /// Bytes a second: how much longer a large file may take.
    public var leastRate: UInt64

    public init(bytes: UInt64 = 16 << 30, patience: Duration = .seconds(30), leastRate: UInt64 = 1 << 20) {
        self.bytes = bytes
        self.patience = patience
        self.leastRate = leastRate
    }

    /// From the start of copying to the refusal.
    func allowance(forSize size: UInt64) -> Duration {
        patience + .seconds(Int64(min(size, bytes) / max(leastRate, 1)))
    }
}
