internal import Filmgate
internal import FilmgateText
internal import Glibc

/// Checks the bus, and the services on it.
struct RunningSystem {
    let bus: PhotoLibrary.Bus
    let isSystem: Bool
    let agent: String

    private static let broker = "org.filmgate.Library1"

    func check(_ found: inout Diagnoses) async {
        do throws(PhotoLibraryError) {
            let inspection = try await BusInspection(of: bus)
            found.fine("bus", "The bus can be reached.")
            await check(inspection, &found)
            await inspection.close()
        } catch {
            found.fault(
                "bus", error.message,
                fix: isSystem
                    ? "Start it with 'systemctl start dbus', or use a private bus with --bus."
                    : "Start the bus, or name a different one with --bus.")
        }
    }

    private func check(_ inspection: BusInspection, _ found: inout Diagnoses) async {
        await checkName(inspection, &found)
        if isSystem {
            await checkHelper(inspection, &found)
            await checkPolkit(inspection, &found)
        }
        await checkStatistics(inspection, &found)
        await checkReplies(inspection, &found)
        await checkMonitoring(inspection, &found)
        await checkNumbers(inspection, &found)
        await checkLibrary(&found)
    }

    private func checkName(_ inspection: BusInspection, _ found: inout Diagnoses) async {
        await attempt("broker", &found) { found throws(PhotoLibraryError) in
            if try await inspection.isOwned(Self.broker) {
                found.fine("broker", "The broker owns its name, \(Self.broker).")
            } else if try await inspection.activatableNames().contains(Self.broker) {
                found.fine("broker", "The broker does not run. The bus starts it when a program calls it.")
            } else {
                found.fault(
                    "broker", "\(Self.broker) is not running, and the bus has no service file to start it.",
                    fix: isSystem
                        ? "Reload the bus: 'systemctl reload dbus'. " + InstalledFiles.reinstall
                        : "Start it with 'filmgated --bus ADDRESS --state FOLDER'.")
            }
        }
    }

    private func checkHelper(_ inspection: BusInspection, _ found: inout Diagnoses) async {
        let name = "org.filmgate.Identify1"
        await attempt("identification", &found) { found throws(PhotoLibraryError) in
            if try await inspection.isOwned(name) {
                found.fine("identification", "The helper owns its name, \(name).")
            } else if try await inspection.activatableNames().contains(name) {
                found.fine("identification", "The bus starts the helper when the broker calls it.")
            } else {
                found.fault(
                    "identification", "\(name) is not running, and the bus has no service file to start it.",
                    fix: "Reload the bus: 'systemctl reload dbus'. " + InstalledFiles.reinstall)
            }
        }
    }

    private func checkPolkit(_ inspection: BusInspection, _ found: inout Diagnoses) async {
        do throws(PhotoLibraryError) {
            let actions = try await inspection.authorizationActions().filter { $0.hasPrefix("org.filmgate.") }
            if actions.isEmpty {
                found.fault(
                    "polkit", "polkit runs, but does not know Filmgate's actions.",
                    fix:
                        "Check /usr/share/polkit-1/actions/org.filmgate.policy, and polkit's journal: 'journalctl -u polkit'."
                )
            } else {
                found.fine("polkit", "polkit runs, and knows \(actions.count) actions of Filmgate.")
            }
        } catch {
            found.fault(
                "polkit", "polkit does not answer, so it cannot authorize anybody: \(Text.printable(error.message))",
                fix: "Install polkitd, and start it with 'systemctl start polkit'.")
        }
    }

    private func checkStatistics(_ inspection: BusInspection, _ found: inout Diagnoses) async {
        await attempt("bus statistics", &found) { found throws(PhotoLibraryError) in
            switch try await inspection.statistics() {
            case .told: found.fine("bus statistics", "The bus gives the statistics of connections.")
            case .refused where isSystem:
                found.skip(
                    "bus statistics",
                    "The bus does not give this program the statistics of connections. The bus policy, and the broker's journal at its "
                        + "start, say whether the broker gets them.")
            case .refused:
                found.fault(
                    "bus statistics",
                    "The bus does not give the statistics of connections. A client that never reads its messages can block the broker.",
                    fix: "Allow GetConnectionStats of org.freedesktop.DBus.Debug.Stats in the configuration of the bus."
                )
            case .unknown:
                found.warn(
                    "bus statistics",
                    "This bus has no statistics of connections. A client that never reads its messages can block the broker.",
                    fix: "Use a dbus-daemon that was built with --enable-stats, such as Debian's.")
            }
        }
    }

    private static let privateBus =
        "Use a bus with Filmgate's configuration private-bus.conf: 'dbus-run-session --config-file=…'."

    private func checkReplies(_ inspection: BusInspection, _ found: inout Diagnoses) async {
        await attempt("bus replies", &found) { found throws(PhotoLibraryError) in
            if try await inspection.deliversUnrequestedReplies() {
                found.warn(
                    "bus replies",
                    "This bus delivers replies that nobody requested. Filmgate ignores them. Apps that do not check the sender of a "
                        + "reply can be deceived.", fix: Self.privateBus)
            } else {
                found.fine("bus replies", "The bus delivers only replies that a program requested.")
            }
        }
    }

    private func checkMonitoring(_ inspection: BusInspection, _ found: inout Diagnoses) async {
        // Root may monitor every bus.
        guard !isSystem || getuid() != 0 else { return }
        await attempt("bus monitoring", &found) { found throws(PhotoLibraryError) in
            if try await inspection.allowsMonitoring() {
                found.warn(
                    "bus monitoring", "Every program of yours outside sandboxes can read all messages on this bus.",
                    fix: Self.privateBus)
            } else {
                found.fine("bus monitoring", "The bus does not let your programs read the messages of others.")
            }
        }
    }

    private func checkNumbers(_ inspection: BusInspection, _ found: inout Diagnoses) async {
        await attempt("process numbers", &found) { found throws(PhotoLibraryError) in
            if try await inspection.givesProcessDescriptors() {
                return found.fine(
                    "process numbers",
                    "The bus gives descriptors of processes, so a reused number is not mistaken for an earlier process."
                )
            }
            guard let text = SystemFiles(root: "").text("/proc/sys/kernel/pid_max"),
                let most = Int(text.filter(\.isNumber))
            else { return found.skip("process numbers", "/proc/sys/kernel/pid_max cannot be read.") }
            if most < 1 << 20 {
                found.warn(
                    "process numbers",
                    "There are only \(most) process numbers, and this bus (before dbus 1.16) gives no descriptors of processes. A "
                        + "program that starts so many processes within five seconds can be mistaken for a different client.",
                    fix: "Set 'kernel.pid_max = 4194304' in /etc/sysctl.d, as systemd does on 64-bit systems.")
            } else {
                found.fine(
                    "process numbers",
                    "There are \(most) process numbers, too many for one to be reused while a client connects.")
            }
        }
    }

    /// Checks what only the broker knows, as far as it tells this program.
    private func checkLibrary(_ found: inout Diagnoses) async {
        do throws(PhotoLibraryError) {
            let library = try await PhotoLibrary.connect(to: bus)
            let identity = try await library.clientIdentity()
            guard let id = identity.id else {
                return found.fault(
                    "calls", "The broker answers, but cannot identify this program.",
                    fix: "See the broker's journal for the reason. The identification helper may be missing.")
            }
            found.fine("calls", "The broker answers, and identifies this program as \(Text.printable(id.description)).")
            guard !isSystem || getuid() != 0 else {
                return found.skip(
                    "library",
                    "Root has no library. Only a user can check the agent and their library.",
                    fix: "Run the doctor as a user, too.")
            }
            try await checkAgent(library, &found)
            try await checkPolicy(library, &found)
        } catch {
            switch error.cause {
            case .notAuthorized, .accessDenied, .interactionRequired, .notDetermined, .restricted:
                found.skip(
                    "library", "The broker does not tell this program more: \(Text.printable(error.message))",
                    fix: "Run the doctor as the library's owner, or as an administrator.")
            default:
                found.fault(
                    "calls", Text.printable(error.message),
                    fix:
                        "See the broker's log: 'journalctl -u filmgated', or its output in the terminal that started it."
                )
            }
        }
    }

    private func checkAgent(_ library: PhotoLibrary, _ found: inout Diagnoses) async throws(PhotoLibraryError) {
        let clients = try await library.administration.clients()
        if clients.contains(where: { $0.client?.description == "exe:\(agent)" }) {
            found.fine("agent", "An agent runs.")
        } else {
            found.warn(
                "agent", "No agent runs. Apps that ask for photos get nothing new.",
                fix: "Run 'filmgatectl agent --tty', or use 'filmgatectl grants set'.")
        }
    }

    private func checkPolicy(_ library: PhotoLibrary, _ found: inout Diagnoses) async throws(PhotoLibraryError) {
        let summary = try await library.maintenance.summary()
        guard let fault = summary.policyFaults.first else {
            return found.fine("policy files", "The policy files are in force.")
        }
        found.fault(
            "policy files", "The policy files have errors: \(Text.printable(fault))",
            fix: "'filmgatectl policy check' lists all errors. Then run 'systemctl reload filmgated', or send SIGHUP.")
    }

    /// Runs a check. An error makes its result unknown.
    private func attempt(
        _ check: String, _ found: inout Diagnoses,
        _ body: (inout Diagnoses) async throws(PhotoLibraryError) -> Void
    ) async {
        do throws(PhotoLibraryError) { try await body(&found) } catch {
            found.skip(check, "The bus does not say: \(Text.printable(error.message))")
        }
    }
}
