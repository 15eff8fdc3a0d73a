package import FilmgateSystem

/// The folders with temporary copies of photos and of their metadata.
///
/// Each program deletes its own files. A program with windows also deletes the files of killed programs when it starts,
/// and an import when it begins.
package enum TemporaryFiles {
    /// The folder for files that do not fit into memory. All users share this folder.
    package static let disk = "/var/tmp"
    /// The prefix of the names of folders in `disk` with copies of other programs' databases.
    package static let databases = "filmgate-import-"

    /// The folder for files from a camera that are not in the library yet; nil if the home folder is unknown.
    package static var cameras: String? {
        folder("XDG_CACHE_HOME", usual: "/.cache").map { $0 + "/filmgate/cameras" }
    }
    /// The name of the file in `cameras` that an import locks while it uses the folder.
    package static let cameraLock = "lock"

    /// Returns the folder in an environment variable, or else the default folder in the home folder; nil if the home
    /// folder is unknown.
    package static func folder(_ variable: String, usual: String) -> String? {
        absolute(variable) ?? absolute("HOME").map { $0 + usual }
    }

    private static func absolute(_ name: String) -> String? {
        environmentVariable(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    /// Deletes the files of programs that were killed.
    package static func sweep() {
        ProcessTemporaryFolder.sweep(disk, named: databases)
        guard let cameras else { return }
        do throws(Errno) {
            let folder = try Directory(path: cameras)
            let lock = try folder.lock(cameraLock)
            try withExtendedLifetime(lock) { () throws(Errno) in try empty(cameras: folder) }
        } catch {}  // There are no files, another import uses the folder, or the next import tries again.
    }

    /// Deletes the files from cameras. The caller must hold the lock.
    package static func empty(cameras folder: Directory) throws(Errno) {
        for name in try folder.names() where name != cameraLock { try folder.removeTree(name) }
    }
}
