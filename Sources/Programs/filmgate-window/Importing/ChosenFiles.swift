import FilmgateLibraryTools
import FilmgateSystem

/// The files and folders that the person dropped or chose. They are resolved once, because they may wait for an earlier
/// import.
nonisolated struct ChosenFiles: Sendable {
    var places: [FoundPath] = []
    /// What was not found.
    var failures: [FailedFile] = []
    /// Whether a different program chose them.
    var areDropped = false

    /// A disk can be slow, so this runs on a different thread.
    @concurrent
    static func find(_ paths: [DiskPath]) async -> ChosenFiles {
        var files = ChosenFiles()
        for path in paths {
            do throws(Errno) { files.places.append(try FoundPath(named: path)) } catch {
                files.failures.append(FailedFile(path: path, reason: error.description + "."))
            }
        }
        return files
    }
}
