import FilmgateLibraryTools
import FilmgateSystem

/// The files and folders that the person dropped or chose. They are resolved once, because they may wait for an earlier
/// import.
nonisolated struct ImportSources: Sendable {
    var places: [FoundPath] = []
    /// The files that were not found.
    var failures: [FailedFile] = []
    /// Whether a different program chose them.
    var areDropped = false

    /// Finds the files on a different thread, because a disk can be slow.
    @concurrent
    static func find(_ paths: [DiskPath]) async -> ImportSources {
        var files = ImportSources()
        for path in paths {
            do throws(Errno) { files.places.append(try FoundPath(named: path)) } catch {
                files.failures.append(FailedFile(path: path, reason: error.description + "."))
            }
        }
        return files
    }
}
