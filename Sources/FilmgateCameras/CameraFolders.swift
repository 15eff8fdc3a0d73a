package import FilmgateSystem

/// The folders in which imports from cameras keep what they need, for this user alone.
package struct CameraFolders: Sendable {
    private let cache: String
    private let state: String

    /// Returns nil if the environment names no home.
    package init?() {
        func folder(_ name: String, _ usual: String) -> String? {
            if let path = environmentVariable(name), path.hasPrefix("/") { return path }
            guard let home = environmentVariable("HOME"), home.hasPrefix("/") else { return nil }
            return home + usual
        }
        guard let cache = folder("XDG_CACHE_HOME", "/.cache"), let state = folder("XDG_STATE_HOME", "/.local/state")
        else { return nil }
        (self.cache, self.state) = (cache, state)
    }

    /// Where files are until they are in the library.
    package func staging() throws(Errno) -> (path: String, directory: Directory) {
        let path = "\(cache)/filmgate/cameras"
        return (path, try CameraFolders.made(path))
    }

    /// Where it is noted what was imported.
    package func histories() throws(Errno) -> Directory { try CameraFolders.made("\(state)/filmgate/cameras") }

    /// Opens a folder; makes it, and those above it, if they are missing.
    private static func made(_ path: String) throws(Errno) -> Directory {
        do throws(Errno) { return try Directory(path: path) } catch .noEntry {
            guard let end = path.lastIndex(of: "/"), end != path.startIndex else { throw .noEntry }
            return try made(String(path[..<end])).makingDirectory(String(path[path.index(after: end)...]))
        }
    }
}
