import Filmgate
import FilmgateCameraJobs
import FilmgateLibraryTools
import FilmgateText
import Glibc

/// The camera that the command line selects, connected through `filmgate-camera`.
struct CameraDevice {
    let connection: CameraConnection
    let camera: ListedCamera
    private let serial: String?
    private let folders: CameraImportFolders

    /// - Throws: an error with advice if no camera can be used.
    init(_ invocation: Invocation) throws {
        guard let folders = CameraImportFolders() else {
            throw CommandFailure(
                .configuration, localized("HOME is not set, so there is no folder for the files of a camera."))
        }
        self.folders = folders
        let program = try Command.programBesideThis("filmgate-camera")
        let port: String
        if let given = invocation.text(ImportOption.cameraPort) {
            port = given
        } else {
            // The process that lists the cameras can access all devices. So a second process opens the camera, and can
            // access no other device.
            let listing = try CameraConnection(program, while: { !invocation.interruption.isRequested })
            do throws(CameraFault) { port = try CameraDevice.only(try listing.cameras()).port } catch {
                throw CameraDevice.failure(error, ListedCamera(model: "", port: ""), listing.pid)
            }
        }
        let connection = try CameraConnection(program, while: { !invocation.interruption.isRequested })
        do throws(CameraFault) { (camera, serial) = try connection.open(port) } catch {
            throw CameraDevice.failure(error, ListedCamera(model: "", port: port), connection.pid)
        }
        self.connection = connection
    }

    private static func only(_ cameras: [ListedCamera]) throws(CameraFault) -> ListedCamera {
        guard let first = cameras.first else { throw CameraFault(.notFound) }
        guard cameras.count == 1 else {
            let names = cameras.map { "\(Text.printable($0.model)) (\(Text.printable($0.port)))" }
            throw CameraFault(.tooMany, names.joined(separator: ", "))
        }
        return first
    }

    /// - Throws: `CommandFailure` if the camera lists no files.
    func files() throws(CommandFailure) -> CameraConnection.Files {
        let files: CameraConnection.Files
        do throws(CameraFault) { files = try connection.files() } catch { throw failure(.camera(error)) }
        guard !files.entries.isEmpty || !files.failures.isEmpty else {
            throw CommandFailure(
                .noInput,
                localized("{camera} shows no files.", ["camera": Text.printable(camera.model)]),
                advice: localized(
                    "Unlock a phone, allow this computer to read its photos, and run the same command again."))
        }
        return files
    }

    func history(_ invocation: Invocation, _ library: PhotoLibrary) async throws -> CameraImportHistory {
        try CameraImportHistory(
            in: try folders.histories(), of: camera, serial: serial,
            library: try await library.maintenance.summary().library, bus: invocation.text(.bus))
    }

    /// - Throws: `CommandFailure` if a different import is using the folder; `Errno` if it cannot be opened.
    func staging() throws -> CameraStagingFolder {
        let (path, directory) = try folders.staging()
        guard let staging = try CameraStagingFolder(path, directory) else {
            throw CommandFailure(
                .temporary, localized("A different import from a camera is running."),
                advice: localized("Run this command again when it has ended."))
        }
        return staging
    }

    func failure(_ stop: CameraImport.StopReason) -> CommandFailure {
        switch stop {
        case .camera(let fault): CameraDevice.failure(fault, camera, connection.pid)
        case .library(let error): CommandFailure(error)
        case .disk(let code):
            CommandFailure(
                .inputOutput,
                localized(
                    "The files of the camera cannot be kept until they are in the library: {reason}.",
                    ["reason": "\(code)"]))
        }
    }

    private static func failure(_ fault: CameraFault, _ camera: ListedCamera, _ pid: Int32) -> CommandFailure {
        CameraErrorExplainer(fault, camera, users: { DeviceUsers.names(of: $0, besides: pid) }).failure
    }
}
