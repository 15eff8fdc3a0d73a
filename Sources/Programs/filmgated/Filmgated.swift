import FilmgateBroker
import FilmgateDBus
import FilmgateKeyFiles
import FilmgateSystem
import FilmgateSystemServices
import FilmgateText
import Glibc

/// The broker's process: parses the command line, runs the event loop on the main thread, and ends on a signal.
@main
struct Filmgated {
    static func main() {
        // Uses the language of the environment only for a person at a terminal. The journal is in English.
        if isatty(STDERR_FILENO) == 1 { Localized.begin() }
        do {
            switch try BrokerCommandLine(Argument.ofThisProcess) {
            case .help: print(BrokerCommandLine.program.help, terminator: "")
            case .version: print("filmgated \(Broker.version)")
            case .serve(let settings): try serve(settings)
            }
        } catch let error as UsageError {
            Journal.write(.error, PhraseJoiner.sentences([error.message, BrokerCommandLine.program.advice]))
            exit(EX_USAGE)
        } catch let error as KeyFileError {
            Journal.write(.error, error.message)
            exit(EX_USAGE)
        } catch {
            Journal.write(.error, localized("The process cannot be set up: {reason}.", ["reason": "\(error)"]))
            exit(EX_OSERR)
        }
    }

    private static func serve(_ settings: Settings) throws {
        try raiseDescriptorLimit()
        let signals = try SignalDescriptor([SIGTERM, SIGINT, SIGHUP])
        let service = BrokerService(settings)
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
    }
}

/// Starts and stops the broker, reloads its policy, and reports to the service manager.
@BrokerActor final class BrokerService {
    private let settings: Settings
    private var broker: Broker?
    /// Whether a signal asked the process to end.
    private var isEnding = false
    /// Whether to reload the policy once the broker has started.
    private var wantsReload = false

    nonisolated init(_ settings: Settings) { self.settings = settings }

    /// Serves until the bus closes the connection, then ends the process.
    func start() {
        Task {
            do {
                let broker = try await Broker.start(settings)
                self.broker = broker
                report(broker.policyState)
                // Most pages of the program's file are needed only while it starts.
                trimMemory()
                // On the system bus, the service manager logs that the broker is ready.
                if settings.bus != "system" || isatty(STDERR_FILENO) == 1 {
                    Journal.write(
                        .info,
                        localized(
                            "Ready. The libraries are in '{folder}'. SIGTERM or Ctrl-C ends the broker.",
                            ["folder": settings.state]))
                }
                if wantsReload { reload() }
                await broker.closed()
                if isEnding { return }
                Journal.write(.error, localized("The bus closed the connection."))
            } catch {
                Journal.write(.error, Broker.complaint(about: error))
            }
            exit(EX_UNAVAILABLE)
        }
    }

    /// Reads the policy files again.
    func reload() {
        guard let broker else {
            wantsReload = true
            return
        }
        let microseconds = SystemTime.nanoseconds(of: CLOCK_MONOTONIC) / 1000
        ServiceManagerNotifier.notify("RELOADING=1", "MONOTONIC_USEC=\(microseconds)")
        Task { report(await broker.reloadPolicy()) }
    }

    /// Reports to the service manager that the broker serves clients, and whether the policy has errors.
    private func report(_ policy: PolicyState) {
        let status = policy.complaint ?? "Serving; the policy is in force."
        ServiceManagerNotifier.notify("READY=1", "STATUS=\(status)")
    }

    /// Stops the broker, then ends the process.
    func end() {
        isEnding = true
        ServiceManagerNotifier.notify("STOPPING=1")
        Task {
            await broker?.stop()
            exit(EX_OK)
        }
    }
}

/// Notifies the service manager regularly that the event loop runs. If the loop hangs, the service manager restarts
/// the broker.
struct Watchdog {
    private let interval: Duration
    private let loop: EventLoop

    /// Returns nil if the service manager does not monitor this process.
    init?(on loop: EventLoop) {
        guard let time = ServiceManagerNotifier.watchdogTime else { return nil }
        interval = time / 2
        self.loop = loop
    }

    func begin() {
        ServiceManagerNotifier.notify("WATCHDOG=1")
        loop.after(interval) { begin() }
    }
}
