internal import FilmgateCage
internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgatePeers
internal import FilmgateSystem
internal import Glibc

/// Tells the broker of the system setting who is behind a connection, by reading what only a privileged program may.
///
///     filmgate-identify [--bus ADDRESS]
///
/// Before anything else it gives up all privileges but the two that it needs; before anybody can ask it gives up everything but
/// reading and the bus.
@main
struct FilmgateIdentify {
    static func main() {
        if CommandLine.arguments.dropFirst() == ["--version"] { return print("filmgate-identify \(Release.version)") }
        guard let bus = address(CommandLine.arguments.dropFirst()) else {
            complain("Usage: filmgate-identify [--bus ADDRESS | --version]")
            exit(EX_USAGE)
        }
        do {
            try Privileges([.readEverything, .seeProcesses]).keepAlone()
        } catch {
            complain("CAP_DAC_READ_SEARCH and CAP_SYS_PTRACE are needed, and nothing else must stay: \(error).")
            exit(EX_NOPERM)
        }
        do {
            let signals = try SignalDescriptor([SIGTERM, SIGINT])
            let loop = try EventLoop()
            let service = Service(on: loop)
            let watch = try loop.watch(signals.descriptor) {
                if signals.next() != nil { exit(EX_OK) }
            }
            loop.perform { service.assumeIsolated { $0.start(bus) } }
            loop.run()
            withExtendedLifetime(watch) {}
        } catch {
            complain("The process could not be set up: \(error)")
            exit(EX_OSERR)
        }
    }

    /// Nil where the arguments are none of this program's.
    private static func address(_ arguments: ArraySlice<String>) -> String? {
        switch (arguments.first, arguments.count) {
        case (nil, _): environmentVariable("FILMGATE_BUS_ADDRESS") ?? "system"
        case ("--bus", 2): arguments.last
        default: nil
        }
    }
}

/// The connection, and what the process keeps for it.
private actor Service {
    private let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    init(on loop: EventLoop) { self.loop = loop }

    /// Serves until the bus hangs up, which ends the process.
    func start(_ bus: String) {
        Task {
            do {
                let connection = try await Connection.open(bus, on: loop)
                let object = try await IdentifyObject(connection)
                await connection.serve(object, limits: IdentifyObject.limits)
                try Cage.keepReading()
                try await connection.requestName(.identify)
                await connection.closed
                complain("The bus hung up.")
            } catch {
                complain("\(error)")
            }
            exit(EX_UNAVAILABLE)
        }
    }
}

/// A line for the journal.
private func complain(_ text: String) {
    let line = Array("filmgate-identify: \(text)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
}
