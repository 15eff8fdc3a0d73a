/// The reason why a backup folder cannot be written or read.
public enum BackupFailure: Error, Hashable, Sendable {
    /// The folder holds no backup.
    case noBackup
    /// The folder holds other files, so no backup is written to it.
    case occupied(by: String)
    /// The folder holds the backup of another library.
    case otherLibrary
    /// The folder holds a later state of this library.
    case newerBackup
    /// A newer version of Filmgate wrote the backup.
    case newerFormat
    /// Another process is writing the backup, or is restoring it.
    case inUse
    /// A file of the backup is missing, is a link, or has changed.
    case damaged(String)
    /// A stored original has changed since it was added.
    case damagedOriginal(String)
    /// In each attempt, photos were purged while their files were being copied.
    case changing
    /// The folder cannot be used.
    case unusable(reason: String)
    case interrupted
}
