package import FilmgateSystem

/// The places where programs temporarily keep copies of photos and of their metadata.
///
/// Each program removes its own files. Windows and imports begin by removing the files that killed programs left
/// behind.
package enum TemporaryFiles {
    /// The folder for files that are too large for the session's memory. The folder is shared by all users.
    package static let disk = "/var/tmp"
    /// The beginning of the names of folders in `disk` with copies of other programs' databases.
    package static let databases = "filmgate-import-"

    /// The folder for files from a camera until they are in the library; nil if the environment does not name a home
    /// folder.
    package static var cameras: String? {
        folder("XDG_CACHE_HOME", usual: "/.cache").map { $0 + "/filmgate/cameras" }
    }
    /// The file in `cameras` that is locked while an import uses the folder.
    package static let cameraLock = "lock"

    /// Returns the folder that an environment variable names, or the default folder in the home folder. Returns nil if
    /// the environment does not name a home folder.
    package static func folder(_ variable: String, usual: String) -> String? {
        absolute(variable) ?? absolute("HOME").map { $0 + usual }
    }

    private static func absolute(_ name: String) -> String? {
        environmentVariable(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    /// Removes the files that ended programs left behind.
    package static func sweep() {
        ProcessFolder.sweep(disk, named: databases)
        guard let cameras else { return }
        do throws(Errno) {
            let folder = try Directory(path: cameras)
            let lock = try folder.lock(cameraLock)
            try withExtendedLifetime(lock) { () throws(Errno) in try empty(cameras: folder) }
        } catch {}  // No files are left, another import uses the folder, or the next import retries.
    }

    /// Removes the files from cameras. The caller must hold the lock.
    package static func empty(cameras folder: Directory) throws(Errno) {
        for name in try folder.names() where name != cameraLock { try folder.removeTree(name) }
    }
}
