/// Why a backup is not restored. Failures of the library's own disk are thrown as `Errno` instead.
public enum RestoreRefusal: Error, Hashable, Sendable {
    /// The library holds this many photos and videos, or albums, and may not be replaced.
    case notEmpty(assets: Int)
    /// A newer version of Filmgate made it.
    case newerSchema
    /// A version of Filmgate from before its first release made it.
    case olderSchema
    /// The database is no library, was changed, or is damaged. A word for the journal.
    case invalidDatabase(String)
    /// The database names no such file.
    case unknownFile(String)
    /// The file does not hold the bytes that the database names.
    case differingFile(String)
    /// This many files were not given.
    case incomplete(Int)
    /// The restoration has ended.
    case ended
}
