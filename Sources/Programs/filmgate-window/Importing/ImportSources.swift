import FilmgateLibraryTools
import FilmgateSystem

/// The files and folders that the person dropped or chose. They are resolved only once, because their import may have
/// to wait for an earlier one.
nonisolated struct ImportSources: Sendable {
    var places: [FoundPath] = []
    /// The files that were not found.
    var failures: [FailedFile] = []
    /// Whether another program chose the files.
    var areDropped = false

    /// Finds the files on another thread, because a disk can be slow.
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
