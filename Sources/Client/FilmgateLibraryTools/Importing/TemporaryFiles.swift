package import FilmgateSystem

/// The places where programs temporarily keep copies of photos and of their metadata.
///
/// Each program removes its own files. Windows and imports first remove the leftovers of programs that were killed.
package enum TemporaryFiles {
    /// The folder for files that are too large for the session's memory. All users share it.
    package static let disk = "/var/tmp"
    /// The name prefix of folders there with copies of other programs' databases.
    package static let databases = "filmgate-import-"

    /// The folder for files from a camera until they are in the library. Nil if the environment names no home folder.
    package static var cameras: String? {
        folder("XDG_CACHE_HOME", usual: "/.cache").map { $0 + "/filmgate/cameras" }
    }
    /// The file in the folder of cameras that is locked while an import uses it.
    package static let cameraLock = "lock"

    /// Returns the folder that an environment variable names, or the default one in the home folder. Returns nil if the
    /// environment names no home.
    package static func folder(_ variable: String, usual: String) -> String? {
        absolute(variable) ?? absolute("HOME").map { $0 + usual }
    }

    private static func absolute(_ name: String) -> String? {
        environmentVariable(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    /// Removes the leftovers of programs that have ended.
    package static func sweep() {
        ProcessFolder.sweep(disk, named: databases)
        guard let cameras else { return }
        do throws(Errno) {
            let folder = try Directory(path: cameras)
            let lock = try folder.lock(cameraLock)
            try withExtendedLifetime(lock) { () throws(Errno) in try empty(cameras: folder) }
        } catch {}  // No files are left, a different import uses the folder, or the next import retries.
    }

    /// Removes the files from cameras. The caller must hold the lock.
    package static func empty(cameras folder: Directory) throws(Errno) {
        for name in try folder.names() where name != cameraLock { try folder.removeTree(name) }
    }
}
