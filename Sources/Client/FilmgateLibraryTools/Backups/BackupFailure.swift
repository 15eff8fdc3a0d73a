/// The reason why a backup folder cannot be written or read.
public enum BackupFailure: Error, Hashable, Sendable {
    /// The folder contains no backup.
    case noBackup
    /// The folder contains a file that belongs to no backup, so no backup is written to it.
    case occupied(by: String)
    /// The folder contains the backup of a different library.
    case otherLibrary
    /// The folder contains a backup of a later state of this library.
    case newerBackup
    /// A newer version of Filmgate wrote the backup.
    case newerFormat
    /// Another process is writing or restoring the backup.
    case inUse
    /// A file of the backup is missing, is a link, or has changed.
    case damaged(String)
    /// A stored original has changed since it was added.
    case damagedOriginal(String)
    /// In each attempt, photos were purged before their files had been copied.
    case changing
    case unusable(reason: String)
    case interrupted
}
