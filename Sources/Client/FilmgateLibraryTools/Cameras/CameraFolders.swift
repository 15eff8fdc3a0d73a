package import FilmgateSystem

/// The folders of camera imports, readable only by this user.
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

    /// The folder for files until they are in the library.
    package func staging() throws(Errno) -> (path: String, directory: Directory) {
        (cameras, try Directory.making(cameras))
    }

    /// The folder with the records of imported files.
    package func histories() throws(Errno) -> Directory { try Directory.making("\(state)/filmgate/cameras") }
}
