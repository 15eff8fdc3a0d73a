package import FilmgateCameraJobs
import FilmgateChannel
import FilmgateProcess
package import FilmgateSystem

/// A running `filmgate-camera` process, and its connection to a camera. Deinitialization kills the process.
///
/// Only one task at a time may use the connection. Its methods block the thread. The connection validates the replies
/// of the process, because the process parses data from devices.
package final class CameraConnection {
    private let process: SpawnedProcess
    private let channel: MessageChannel<CameraRequest, CameraReply>
    private let shouldContinue: () -> Bool
    /// The time until which the device must end a cancelled operation; nil if no operation was cancelled.
    private var deadline: ContinuousClock.Instant?

    /// The time that a device has to end a cancelled operation.
    private static let patience = Duration.seconds(5)
    private static let mostFiles = 500_000

    /// - Parameters:
    ///   - program: the path of `filmgate-camera`.
    ///   - shouldContinue: returns false to cancel the current operation.
    /// - Throws: an error if the program cannot be started.
    package init(_ program: String, while shouldContinue: @escaping () -> Bool) throws(Errno) {
        let (own, other) = try OwnedDescriptor.packetPair()
        // With `TZ` set to UTC, the dates do not depend on this computer's time zone: see `CameraDateConverter`. The
        // process inherits no variables that name other drivers, or a home folder with settings.
        process = try SpawnedProcess(program, environment: ["TZ": "UTC0"], descriptors: [other])
        channel = MessageChannel(own)
        self.shouldContinue = shouldContinue
    }

    package var pid: Int32 { process.pid }

    package func cameras() throws(CameraFault) -> [ListedCamera] {
        guard case .cameras(let cameras) = try reply(to: .list) else { throw CameraFault(.ended) }
        return cameras
    }

    /// Connects to the camera at a port.
    package func open(_ port: String) throws(CameraFault) -> (camera: ListedCamera, serial: String?) {
        guard case .opened(let camera, let serial) = try reply(to: .open(port: port)) else {
            throw CameraFault(.ended)
        }
        return (camera, serial)
    }

    package struct Files: Sendable {
        package var entries: [CameraFile] = []
        /// The printable paths of files and folders with unusable names.
        package var unusable: [String] = []
        /// The folders that the camera cannot read.
        package var unreadable: [FailedFile] = []

        /// All files and folders that cannot be imported.
        package var failures: [FailedFile] {
            unusable.map { FailedFile(path: DiskPath($0), reason: "Its name cannot be used.") } + unreadable
        }
    }

    package func files() throws(CameraFault) -> Files {
        var files = Files()
        var seen: Set<String> = []
        var answer = try reply(to: .files)
        while answer != .done {
            guard files.entries.count + files.unusable.count + files.unreadable.count <= CameraConnection.mostFiles
            else { throw CameraFault(.tooMany) }
            switch answer {
            case .file(let entry):
                // If a hostile device lists a file twice, the second entry is unusable.
                if entry.isValid, seen.insert(entry.path).inserted {
                    files.entries.append(entry)
                } else {
                    files.unusable.append(entry.path)
                }
            case .unusable(let path): files.unusable.append(path)
            case .unreadable(let path, let reason):
                let sentence = "The camera could not read this folder\(reason.isEmpty ? "" : ": \(reason)")."
                files.unreadable.add(DiskPath(path), sentence)
            default: throw CameraFault(.ended)
            }
            answer = try receive()
        }
        return files
    }

    /// Begins to transfer a file to a descriptor. `readOn` continues the transfer.
    package func begin(reading entry: CameraFile, into file: OwnedDescriptor) throws(CameraFault) {
        try send(.read(entry), with: file)
    }

    /// Waits for progress. Returns the number of bytes transferred so far, or nil if the file is complete.
    package func readOn(_ entry: CameraFile, _ file: OwnedDescriptor) throws(CameraFault) -> UInt64? {
        let answer = try receive()
        if case .progress(let bytes) = answer { return min(bytes, entry.size ?? bytes) }
        guard answer == .done else { throw CameraFault(.ended) }
        // A file is incomplete if its size differs from the listed size, or cannot be read.
        guard let facts = try? file.facts(), entry.size == nil || facts.size == entry.size else {
            throw CameraFault(.incomplete)
        }
        return nil
    }

    /// Deletes a file if it still has the listed size and date.
    package func delete(_ entry: CameraFile) throws(CameraFault) {
        guard try reply(to: .delete(entry)) == .done else { throw CameraFault(.ended) }
    }

    private func send(_ request: CameraRequest, with file: OwnedDescriptor...) throws(CameraFault) {
        deadline = nil
        do { try channel.send(request, with: file) } catch { throw CameraFault(.ended, "\(error)") }
    }

    private func reply(to request: CameraRequest) throws(CameraFault) -> CameraReply {
        try send(request)
        return try receive()
    }

    private func receive() throws(CameraFault) -> CameraReply {
        let reply: CameraReply?
        do throws(Errno) { reply = try channel.receive { () throws(Errno) in try wait() }?.message } catch {
            throw error == .timedOut ? CameraFault(.cancelled) : CameraFault(.ended, "\(error)")
        }
        guard let reply else { throw CameraFault(.ended) }
        if case .failed(let fault) = reply { throw fault }
        return reply
    }

    /// Waits until the process has sent data.
    ///
    /// - Throws: `timedOut` if the device does not end a cancelled operation in time.
    private func wait() throws(Errno) {
        repeat {
            if deadline == nil, !shouldContinue() {
                deadline = ContinuousClock.now + CameraConnection.patience
                try channel.send(.cancel)
            }
            if let deadline, ContinuousClock.now >= deadline {
                process.kill()
                throw .timedOut
            }
        } while !(try channel.socket.waitUntilReadable(atMost: .milliseconds(200)))
    }
}
