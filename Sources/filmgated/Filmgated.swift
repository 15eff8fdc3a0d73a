internal import CFilmgateSystemd
internal import FilmgateBroker
internal import FilmgateDBus
internal import FilmgateSystem
internal import Glibc

/// The broker's process: reads what it is told, runs the event loop on the main thread, and ends on SIGTERM.
@main
struct Filmgated {
    static func main() {
        do {
            let invocation = try Invocation()
            if invocation.wantsVersion { return print("filmgated \(Broker.version)") }
            let settings = try invocation.settings()
            try raiseDescriptorLimit()
            let signals = try SignalDescriptor([SIGTERM, SIGINT])
            let loop = try EventLoop()
            let service = Service(settings, on: loop)
            let watch = try loop.watch(signals.descriptor) {
                if signals.next() != nil { service.assumeIsolated { $0.end() } }
            }
            loop.perform { service.assumeIsolated { $0.start() } }
            loop.run()
            withExtendedLifetime(watch) {}
        } catch let complaint as Complaint {
            Journal.write(.error, complaint.text)
            exit(EX_USAGE)
        } catch {
            Journal.write(.error, "The process could not be set up: \(error)")
            exit(EX_OSERR)
        }
    }
}

/// The broker from its start to its end, and what the service manager hears of it.
actor Service {
    private let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private let settings: Settings
    private var broker: Broker?
    /// Whether the process is ending because somebody asked for it.
    private var isEnding = false

    init(_ settings: Settings, on loop: EventLoop) {
        self.settings = settings
        self.loop = loop
    }

    /// Serves until the bus hangs up, which ends the process.
    func start() {
        Task {
            do {
                let broker = try await Broker.start(settings, on: loop)
                self.broker = broker
                sd_notify(0, "READY=1")
                await broker.closed()
                if isEnding { return }
                Journal.write(.error, "The bus hung up.")
            } catch {
                Journal.write(.error, Broker.complaint(about: error))
            }
            exit(EX_UNAVAILABLE)
        }
    }

    /// Ends the process in good order.
    func end() {
        isEnding = true
        sd_notify(0, "STOPPING=1")
        Task {
            await broker?.stop()
            exit(EX_OK)
        }
    }
}
