internal import FilmgateFrontEnd
internal import FilmgateProcess
internal import FilmgateSystem
internal import Glibc

/// A front end in a separate program, at the other end of a socket pair.
///
/// Runs on its own queue, which may wait while the program does not read.
actor WindowFrontEnd: FrontEnd {
    private let queue = SerialQueue(named: "window")
    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    private let program: String
    private let report: FrontEndReport
    private let socket: MessageSocket
    private let child: Child

    /// Starts the program with its end of the pair as descriptor 3.
    init(_ program: String, _ report: FrontEndReport) throws(Complaint) {
        self.program = program
        self.report = report
        do {
            let ends = try OwnedDescriptor.packetPair()
            socket = MessageSocket(ends.0)
            child = try Child(program, environment: WindowFrontEnd.environment, descriptors: [ends.1])
        } catch {
            throw Complaint("The front end '\(program)' cannot be started: \(error).", code: EX_UNAVAILABLE)
        }
    }

    func open() throws(Errno) {
        let (socket, report, program) = (socket, report, program)
        try startThread(named: "window") {
            do {
                while let message = try socket.receive() { report.say(message) }
                report.ended(Complaint("The front end '\(program)' has ended.", code: EX_UNAVAILABLE))
            } catch let code as Errno where code == .connectionReset {
                report.ended(Complaint("The front end '\(program)' has ended.", code: EX_UNAVAILABLE))
            } catch {
                report.ended(
                    Complaint(
                        "The front end '\(program)' sent an invalid message: \(error)", code: EX_PROTOCOL))
            }
        }
    }

    func tell(_ message: AgentMessage) {
        do { try socket.send(message) } catch {
            // The reading thread reports that the program has ended, after its last messages.
            if (error as? Errno) == .brokenPipe { return }
            report.ended(Complaint("The front end '\(program)' cannot be reached: \(error).", code: EX_UNAVAILABLE))
        }
    }

    /// The environment of this process, with the display of the session.
    private static var environment: [String: String] {
        var variables: [String: String] = [:]
        var entry = environ
        while let text = entry.pointee {
            let parts = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
            entry += 1
        }
        return variables
    }
}
