import FilmgateLibraryTools
import FilmgateSystem

/// The files and folders that the person dropped or chose. Their paths are resolved immediately, because the import may
/// have to wait for an earlier import.
nonisolated struct ImportSources: Sendable {
    var places: [FoundPath] = []
    /// The paths that could not be resolved, for example because the file does not exist.
    var failures: [FailedFile] = []
    /// Whether the files were dropped, so that a different program chose their paths.
    var areDropped = false

    /// Resolves paths on a different thread, because disks can be slow.
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
