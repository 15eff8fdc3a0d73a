/// Why a backup folder cannot be written or read.
public enum BackupFailure: Error, Hashable, Sendable {
    /// The folder holds no backup.
    case noBackup
    /// The folder holds other files, so no backup is written to it.
    case occupied(by: String)
    /// The folder holds the backup of a different library.
    case otherLibrary
    /// The folder holds a later state of this library.
    case newerBackup
    /// A newer version of Filmgate wrote the backup.
    case newerFormat
    /// A different process is writing the backup, or reading it for a restoration.
    case inUse
    /// A file of the backup is missing, is a link, or has different bytes.
    case damaged(String)
    /// A stored original has different bytes than when it was added.
    case damagedOriginal(String)
    /// Photos were purged again and again while they were copied.
    case changing
    /// The folder cannot be used.
    case unusable(reason: String)
    case interrupted
}
