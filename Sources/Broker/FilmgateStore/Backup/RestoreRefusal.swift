/// The reason why a backup is not restored. For errors of the library's own disk, the store throws `Errno` instead.
public enum RestoreRefusal: Error, Hashable, Sendable {
    /// The library is not empty and may not be replaced. `assets` is 0 if it contains only albums or folders.
    case notEmpty(assets: Int)
    /// A newer, unsupported version of Filmgate made the backup.
    case newerSchema
    /// A version of Filmgate before the first release made the backup.
    case olderSchema
    /// The database is not a library, or was manipulated or damaged. The text is for the journal.
    case invalidDatabase(String)
    /// The database lists no file with this name.
    case unknownFile(String)
    /// The file's size or hash differs from the values in the database.
    case differingFile(String)
    /// This many files are missing or have a wrong size.
    case incomplete(Int)
    /// The restoration has already ended.
    case ended
}
