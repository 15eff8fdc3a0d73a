package import FilmgateSystem

/// Where programs keep copies of photos, and of what is known of them, for a while.
///
/// Each program removes its own. Windows and imports begin with a sweep of what programs that were killed have left behind.
package enum TemporaryFiles {
    /// The folder for what is too large for the session's memory. All users have it.
    package static let disk = "/var/tmp"
    /// The beginning of the names of folders there with copies of other programs' databases.
    package static let databases = "filmgate-import-"
    /// The beginning of the names of folders there with photos that are dragged out of a window.
    package static let drags = "filmgate-copies-"
    /// The folder of the session for photos that are dragged out of a window: in memory, and gone at logout. Nil if there is no session.
    package static var sessionDrags: String? { absolute("XDG_RUNTIME_DIR").map { "\($0)/filmgate/copies" } }

    /// Files that came from a camera, until they are in the library. Nil if the environment names no home.
    package static var cameras: String? {
        folder("XDG_CACHE_HOME", usual: "/.cache").map { $0 + "/filmgate/cameras" }
    }
    /// The file in the folder of cameras that is locked while an import uses it.
    package static let cameraLock = "lock"

    /// Returns a folder that a variable of the environment names, or the usual one at home. Returns nil if the environment names no home.
    package static func folder(_ variable: String, usual: String) -> String? {
        absolute(variable) ?? absolute("HOME").map { $0 + usual }
    }

    private static func absolute(_ name: String) -> String? {
        environmentVariable(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    /// Removes what programs that have ended left behind.
    package static func sweep() {
        if let sessionDrags { ProcessFolder.sweep(sessionDrags, named: "") }
        for prefix in [databases, drags] { ProcessFolder.sweep(disk, named: prefix) }
        guard let cameras else { return }
        do throws(Errno) {
            let folder = try Directory(path: cameras)
            let lock = try folder.lock(cameraLock)
            try withExtendedLifetime(lock) { () throws(Errno) in try empty(cameras: folder) }
        } catch {}  // Nothing is left over, another import uses the folder, or the next one tries again.
    }

    /// Removes the files of cameras; only who holds the lock may.
    package static func empty(cameras folder: Directory) throws(Errno) {
        for name in try folder.names() where name != cameraLock { try folder.removeTree(name) }
    }
}
