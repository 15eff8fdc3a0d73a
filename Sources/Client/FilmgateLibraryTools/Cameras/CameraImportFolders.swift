package import FilmgateSystem

/// The folders for camera imports. Only this user can read them.
package struct CameraImportFolders: Sendable {
    private let cameras: String
    private let state: String

    /// Returns nil if the home folder is unknown.
    package init?() {
        guard let cameras = TemporaryFiles.cameras,
            let state = TemporaryFiles.folder("XDG_STATE_HOME", usual: "/.local/state")
        else { return nil }
        (self.cameras, self.state) = (cameras, state)
    }

    /// Opens the folder for files that are not in the library yet.
    package func staging() throws(Errno) -> (path: String, directory: Directory) {
        (cameras, try Directory.making(cameras))
    }

    /// Opens the folder with the records of imported files.
    package func histories() throws(Errno) -> Directory { try Directory.making("\(state)/filmgate/cameras") }
}
