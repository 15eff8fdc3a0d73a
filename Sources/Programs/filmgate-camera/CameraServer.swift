import FilmgateCameraJobs
import FilmgateChannel
import FilmgateSystem

/// Replies to the client's requests, one at a time, until the client closes the socket.
final class CameraServer {
    private let channel: MessageChannel<CameraReply, CameraRequest>
    private let operation: CameraOperationContext
    private var drivers: CameraDrivers?
    private var camera: ConnectedCamera?

    init(_ channel: MessageChannel<CameraReply, CameraRequest>) {
        self.channel = channel
        operation = CameraOperationContext(channel)
    }

    func run() {
        // A closed socket or an invalid request ends the loop.
        while let (request, files) = try? channel.receive() {
            do throws(CameraFault) {
                guard let last = try reply(to: request, files) else { continue }
                send(last)
            } catch { send(.failed(error)) }
        }
    }

    /// Sends a reply. If the client has closed the socket, the next `receive` detects that.
    private func send(_ reply: CameraReply) { try? channel.send(reply) }

    /// Carries out a request, and returns the last reply; nil if there is no reply.
    private func reply(
        to request: CameraRequest, _ files: [OwnedDescriptor]
    ) throws(CameraFault) -> CameraReply? {
        operation.begin()
        switch request {
        case .list: return .cameras(try loaded(for: nil).cameras())
        case .open(let port):
            let camera = try loaded(for: port).open(port, operation)
            self.camera = camera
            return .opened(camera.listed, serial: camera.serialNumber)
        case .files:
            try CameraFileFinder(try connected()) { self.send($0) }.run()
            return .done
        case .read(let entry):
            guard let file = files.first else { throw CameraFault(.failed, "no file to write") }
            operation.file = file
            defer { operation.file = nil }
            try connected().read(try checked(entry), into: file)
            return .done
        case .delete(let entry):
            try connected().delete(try checked(entry))
            return .done
        case .cancel: return nil  // The request to be cancelled has already ended.
        }
    }

    /// Returns the drivers. The first call loads them, and its port decides which devices the sandbox allows.
    private func loaded(for port: String?) throws(CameraFault) -> CameraDrivers {
        if let drivers { return drivers }
        let loaded = try CameraDrivers(for: port)
        drivers = loaded
        return loaded
    }

    private func connected() throws(CameraFault) -> ConnectedCamera {
        guard let camera else { throw CameraFault(.notFound) }
        return camera
    }

    private func checked(_ entry: CameraFile) throws(CameraFault) -> CameraFile {
        guard entry.isValid else { throw CameraFault(.noSuchFile) }
        return entry
    }
}
