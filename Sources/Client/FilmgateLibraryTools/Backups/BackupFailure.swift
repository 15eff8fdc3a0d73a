/// Why a folder is not written, or not read.
public enum BackupFailure: Error, Hashable, Sendable {
    /// It holds no backup.
    case noBackup
    /// It holds something else, so that no backup is written to it.
    case occupied(by: String)
    /// It holds the backup of a different library.
    case otherLibrary
    /// It holds a later state of this library.
    case newerBackup
    /// A newer version of Filmgate wrote it.
    case newerFormat
    /// A different program writes it, or reads it to restore it.
    case inUse
    /// A file of the backup is missing, a link, or has other bytes.
    case damaged(String)
    /// A stored original has other bytes than when it was added.
    case damagedOriginal(String)
    /// Photos were purged again and again while they were copied.
    case changing
    /// The folder cannot be used.
    case unusable(reason: String)
    case interrupted
}
