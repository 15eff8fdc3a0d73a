/// The reason why a backup is not restored. Failures of the library's own disk are thrown as `Errno` instead.
public enum RestoreRefusal: Error, Hashable, Sendable {
    /// The library holds this many photos and videos, or else albums, and the caller does not allow replacing it.
    case notEmpty(assets: Int)
    /// A newer version of Filmgate made the backup.
    case newerSchema
    /// A version of Filmgate before the first release made the backup.
    case olderSchema
    /// The database is not a library, was changed, or is damaged. The text is for the journal.
    case invalidDatabase(String)
    /// The database does not contain a file of this name.
    case unknownFile(String)
    /// The file's bytes do not have the hash that is in the database.
    case differingFile(String)
    /// This many files are missing.
    case incomplete(Int)
    /// The restoration has ended.
    case ended
}
