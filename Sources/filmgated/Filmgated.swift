internal import FilmgateBroker
internal import FilmgateDBus
internal import FilmgateSessions
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
            let signals = try SignalDescriptor([SIGTERM, SIGINT, SIGHUP])
            let service = Service(settings)
            let watch = try BrokerActor.watch(signals.descriptor) {
                switch signals.next() {
                case nil: break
                case SIGHUP: service.reload()
                default: service.end()
                }
            }
            Watchdog(on: BrokerActor.loop)?.begin()
            BrokerActor.perform { service.start() }
            BrokerActor.loop.run()
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
@BrokerActor final class Service {
    private let settings: Settings
    private var broker: Broker?
    /// Whether the process is ending because somebody asked for it.
    private var isEnding = false
    /// Whether to reload as soon as the broker is there.
    private var wantsReload = false

    nonisolated init(_ settings: Settings) { self.settings = settings }

    /// Serves until the bus hangs up, which ends the process.
    func start() {
        Task {
            do {
                let broker = try await Broker.start(settings)
                self.broker = broker
                report(broker.policyState)
                // The service manager hears of it by itself, and its journal needs no second word.
                if settings.bus != "system" || isatty(STDERR_FILENO) == 1 {
                    Journal.write(.info, "Ready, with the state in '\(settings.state)'. SIGTERM, or Ctrl-C, ends it.")
                }
                if wantsReload { reload() }
                await broker.closed()
                if isEnding { return }
                Journal.write(.error, "The bus hung up.")
            } catch {
                Journal.write(.error, Broker.complaint(about: error))
            }
            exit(EX_UNAVAILABLE)
        }
    }

    /// Reads the policy files anew.
    func reload() {
        guard let broker else {
            wantsReload = true
            return
        }
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        ServiceManager.tell("RELOADING=1", "MONOTONIC_USEC=\(time.tv_sec * 1_000_000 + time.tv_nsec / 1000)")
        Task { report(await broker.reloadPolicy()) }
    }

    /// Tells the service manager that clients are served, and what a person should know of it.
    private func report(_ policy: PolicyState) {
        let status = policy.complaint ?? "Serving; the policy is in force."
        ServiceManager.tell("READY=1", "STATUS=\(status)")
    }

    /// Ends the process in good order.
    func end() {
        isEnding = true
        ServiceManager.tell("STOPPING=1")
        Task {
            await broker?.stop()
            exit(EX_OK)
        }
    }
}
