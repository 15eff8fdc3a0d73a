import Filmgate
import FilmgateCameraJobs
import FilmgateLibraryTools
import FilmgateSystem
import FilmgateText

/// A connection to a camera or phone through the program `filmgate-camera`. Calls to the camera block their thread.
nonisolated struct CameraSession {
    let connection: CameraConnection
    let camera: ListedCamera
    private let serial: String?
    private let folders: CameraImportFolders

    private static var program: String { ThisProgram.folder + "/filmgate-camera" }

    init(at port: String, _ interruption: Interruption) throws {
        // Without a home folder, there is no folder for the camera's files.
        guard let folders = CameraImportFolders() else { throw CameraFault(.notWritten, "HOME") }
        self.folders = folders
        connection = try CameraConnection(Self.program, while: { !interruption.isRequested })
        (camera, serial) = try connection.open(port)
    }

    /// Lists the cameras that are connected by USB.
    @concurrent
    static func cameras() async throws -> [ListedCamera] {
        // Starts a separate process, because a process that opens a camera may access only that camera.
        try CameraConnection(program, while: { true }).cameras()
    }

    /// Returns the record of the files that were imported from this camera earlier.
    func history(of library: PhotoLibrary) async throws -> CameraImportHistory {
        try CameraImportHistory(
            in: try folders.histories(), of: camera, serial: serial,
            library: try await library.maintenance.summary().library, bus: nil)
    }

    /// Returns the folder that holds the camera's files until they are imported; nil if a different import uses it.
    func staging() throws -> CameraStagingFolder? {
        let (path, directory) = try folders.staging()
        return try CameraStagingFolder(path, directory)
    }
}

/// The list of files of a camera.
nonisolated struct CameraContents: Sendable {
    let camera: ListedCamera
    let files: CameraConnection.Files
    /// The files of the list that were imported earlier.
    private let earlier: Set<CameraFile>

    /// Lists the files of a camera on a different thread.
    @concurrent
    static func read(
        at port: String, for library: PhotoLibrary, _ interruption: Interruption
    ) async throws -> CameraContents {
        let session = try CameraSession(at: port, interruption)
        let files = try session.connection.files()
        let history = try await session.history(of: library)
        return CameraContents(
            camera: session.camera, files: files, earlier: Set(files.entries.filter { history[$0] != nil }))
    }

    /// - Parameter again: whether to include the files that were imported earlier.
    func plan(again: Bool) -> CameraImportPlan { CameraImportPlan(files.entries) { !again && earlier.contains($0) } }
}
