import FilmgateCage
import FilmgateDBus
import FilmgateModel
import FilmgatePeers
import FilmgateSystem
import FilmgateText
import Glibc

/// The program that identifies the process of a bus connection, for a broker on the system bus. It reads files that
/// only a privileged program may read.
///
/// It first gives up all privileges except the two that it needs. As soon as it is connected, and before it answers any
/// call, it enters a cage in which it can only read files and use the bus.
@main
struct FilmgateIdentify {
    private static let bus = Option(
        "bus", value: .one("ADDRESS"),
        "The bus to serve, for tests (default: FILMGATE_BUS_ADDRESS, or the system bus)")
    private static let program = OptionParser(
        "filmgate-identify", synopsis: "[--bus ADDRESS]",
        summary: "Tells the broker which sandbox a program is in. systemd starts it.", options: [bus])

    static func main() {
        let address: String
        do throws(UsageError) {
            switch try program.parse(Argument.ofThisProcess) {
            case .help: return print(program.help, terminator: "")
            case .version: return print("filmgate-identify \(FilmgateVersion.version)")
            case .run(let values):
                address = values.text(bus) ?? environmentVariable("FILMGATE_BUS_ADDRESS") ?? "system"
            }
        } catch {
            complain("\(error.message) \(program.advice)")
            exit(EX_USAGE)
        }
        do {
            try Privileges([.readEverything, .seeProcesses]).keepAlone()
        } catch {
            complain(
                "This program needs CAP_DAC_READ_SEARCH and CAP_SYS_PTRACE, and must be able to give up all others: \(error)."
            )
            exit(EX_NOPERM)
        }
        do {
            try serve(address)
        } catch {
            complain("The process cannot be set up: \(error)")
            exit(EX_OSERR)
        }
    }

    private static func serve(_ address: String) throws {
        let signals = try SignalDescriptor([SIGTERM, SIGINT])
        let loop = try EventLoop()
        let service = Service(on: loop)
        let watch = try loop.watch(signals.descriptor) {
            if signals.next() != nil { exit(EX_OK) }
        }
        loop.perform { service.assumeIsolated { $0.start(address) } }
        loop.run()
        withExtendedLifetime(watch) {}
    }
}

/// Owns the connection to the bus.
private actor Service {
    private let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    init(on loop: EventLoop) { self.loop = loop }

    /// Serves until the bus closes the connection, then ends the process.
    func start(_ bus: String) {
        Task {
            do {
                let connection = try await Connection.open(bus, on: loop)
                try Cage.keepReading()
                await connection.serve(try await IdentifyObject(connection), limits: IdentifyObject.limits)
                try await connection.requestName(.identify)
                await connection.closed
                complain("The bus closed the connection.")
            } catch {
                complain("\(error)")
            }
            exit(EX_UNAVAILABLE)
        }
    }
}

/// Writes a line to standard error, which systemd copies to the journal.
private func complain(_ text: String) {
    let line = Array("filmgate-identify: \(text)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
}
