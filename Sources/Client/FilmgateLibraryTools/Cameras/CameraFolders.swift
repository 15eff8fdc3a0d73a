package import FilmgateSystem

/// The folders in which imports from cameras keep what they need, for this user alone.
package struct CameraFolders: Sendable {
    private let cameras: String
    private let state: String

    /// Returns nil if the environment names no home.
    package init?() {
        guard let cameras = TemporaryFiles.cameras,
            let state = TemporaryFiles.folder("XDG_STATE_HOME", usual: "/.local/state")
        else { return nil }
        (self.cameras, self.state) = (cameras, state)
    }

    /// Where files are until they are in the library.
    package func staging() throws(Errno) -> (path: String, directory: Directory) {
        (cameras, try Directory.making(cameras))
    }

    /// Where it is noted what was imported.
    package func histories() throws(Errno) -> Directory { try Directory.making("\(state)/filmgate/cameras") }
}
