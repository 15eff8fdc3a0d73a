internal import Filmgate
internal import FilmgateText
internal import Glibc

/// Looks at the bus, and at who answers there.
struct RunningSystem {
    let bus: PhotoLibrary.Bus
    let isSystem: Bool
    let agent: String

    private static let broker = "org.filmgate.Library1"

    func look(_ found: inout Diagnoses) async {
        do throws(PhotoLibraryError) {
            let inspection = try await BusInspection(of: bus)
            found.fine("bus", "It can be reached.")
            await look(inspection, &found)
            await inspection.close()
        } catch {
            found.fault(
                "bus", error.message,
                fix: isSystem
                    ? "Start it: 'systemctl start dbus'. Where there is none, use a bus of your own with --bus."
                    : "Start the bus, or name another with --bus.")
        }
    }

    private func look(_ inspection: BusInspection, _ found: inout Diagnoses) async {
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
                found.fine("broker", "It has its name, \(Self.broker).")
            } else if try await inspection.activatableNames().contains(Self.broker) {
                found.fine("broker", "It does not run, and is started when it is called.")
            } else {
                found.fault(
                    "broker", "Nobody has the name \(Self.broker), and the bus would have nobody started for it.",
                    fix: isSystem
                        ? "Have the bus read its files: 'systemctl reload dbus'. " + InstalledFiles.reinstall
                        : "Start it with 'filmgated --bus ADDRESS --state FOLDER'.")
            }
        }
    }

    private func checkHelper(_ inspection: BusInspection, _ found: inout Diagnoses) async {
        let name = "org.filmgate.Identify1"
        await attempt("identification", &found) { found throws(PhotoLibraryError) in
            if try await inspection.isOwned(name) {
                found.fine("identification", "The helper has its name, \(name).")
            } else if try await inspection.activatableNames().contains(name) {
                found.fine("identification", "The helper is started when it is called.")
            } else {
                found.fault(
                    "identification", "Nobody has the name \(name), and the bus would have nobody started for it.",
                    fix: "Have the bus read its files: 'systemctl reload dbus'. " + InstalledFiles.reinstall)
            }
        }
    }

    private func checkPolkit(_ inspection: BusInspection, _ found: inout Diagnoses) async {
        do throws(PhotoLibraryError) {
            let actions = try await inspection.authorizationActions().filter { $0.hasPrefix("org.filmgate.") }
            if actions.isEmpty {
                found.fault(
                    "polkit", "It answers, and does not know Filmgate's actions.",
                    fix:
                        "Look at /usr/share/polkit-1/actions/org.filmgate.policy, and at what polkit says of it: 'journalctl "
                        + "-u polkit'.")
            } else {
                found.fine("polkit", "It answers, and knows \(actions.count) of Filmgate's actions.")
            }
        } catch {
            found.fault(
                "polkit", "It does not answer, so that nobody can be authorized: \(Text.plain(error.message))",
                fix: "Install polkitd, and start it: 'systemctl start polkit'.")
        }
    }

    private func checkStatistics(_ inspection: BusInspection, _ found: inout Diagnoses) async {
        await attempt("bus statistics", &found) { found throws(PhotoLibraryError) in
            switch try await inspection.statistics() {
            case .told: found.fine("bus statistics", "The bus tells what clients have not taken in.")
            case .refused where isSystem:
                found.skip(
                    "bus statistics",
                    "The bus does not tell this program what clients have not taken in; whether it tells the broker is in the bus' "
                        + "policy, and in the broker's journal at its start.")
            case .refused:
                found.fault(
                    "bus statistics",
                    "The bus does not tell what clients have not taken in: one that never reads can bring the "
                        + "broker to a halt.",
                    fix: "Allow GetConnectionStats of org.freedesktop.DBus.Debug.Stats in the bus' configuration.")
            case .unknown:
                found.warn(
                    "bus statistics",
                    "This bus cannot tell what clients have not taken in: one that never reads can bring the "
                        + "broker to a halt.",
                    fix: "Use a dbus-daemon that was built with --enable-stats, as Debian's is.")
            }
        }
    }

    private static let privateBus =
        "Try Filmgate on a bus with the configuration private-bus.conf, which comes with it: 'dbus-run-session --config-file=…'."

    private func checkReplies(_ inspection: BusInspection, _ found: inout Diagnoses) async {
        await attempt("bus replies", &found) { found throws(PhotoLibraryError) in
            if try await inspection.deliversUnrequestedReplies() {
                found.warn(
                    "bus replies",
                    "This bus delivers replies to calls that were never made. Filmgate drops them; apps that do not compare the "
                        + "sender of a reply can be deceived.", fix: Self.privateBus)
            } else {
                found.fine("bus replies", "The bus delivers a reply only to a call that was made.")
            }
        }
    }

    private func checkMonitoring(_ inspection: BusInspection, _ found: inout Diagnoses) async {
        // Root may watch every bus.
        guard !isSystem || getuid() != 0 else { return }
        await attempt("bus monitoring", &found) { found throws(PhotoLibraryError) in
            if try await inspection.allowsMonitoring() {
                found.warn(
                    "bus monitoring", "Every program of yours outside of sandboxes can watch all messages on this bus.",
                    fix: Self.privateBus)
            } else {
                found.fine("bus monitoring", "The bus lets no program of yours watch others' messages.")
            }
        }
    }

    private func checkNumbers(_ inspection: BusInspection, _ found: inout Diagnoses) async {
        await attempt("process numbers", &found) { found throws(PhotoLibraryError) in
            if try await inspection.givesProcessDescriptors() {
                return found.fine(
                    "process numbers", "The bus hands out descriptors of processes: no number is taken for another's.")
            }
            guard let text = SystemFiles(root: "").text("/proc/sys/kernel/pid_max"),
                let most = Int(text.filter(\.isNumber))
            else { return found.skip("process numbers", "/proc/sys/kernel/pid_max cannot be read.") }
            if most < 1 << 20 {
                found.warn(
                    "process numbers",
                    "There are only \(most) process numbers, and this bus (before dbus 1.16) hands out no "
                        + "descriptors: who can start that many programs in five seconds can pass for another client.",
                    fix: "Set 'kernel.pid_max = 4194304' in /etc/sysctl.d, as systemd does by itself on 64 bits.")
            } else {
                found.fine("process numbers", "There are \(most): none comes round while a client connects.")
            }
        }
    }

    /// What only the broker knows, as far as it tells whoever asks.
    private func checkLibrary(_ found: inout Diagnoses) async {
        do throws(PhotoLibraryError) {
            let library = try await PhotoLibrary.connect(to: bus)
            let identity = try await library.clientIdentity()
            guard let id = identity.id else {
                return found.fault(
                    "calls", "The broker answers, and cannot tell what program this is.",
                    fix: "Its journal says why; is the identification helper there?")
            }
            found.fine("calls", "The broker answers; it takes this program for \(Text.plain(id.description)).")
            guard !isSystem || getuid() != 0 else {
                return found.skip(
                    "library",
                    "Root has none; whether there is an agent, and how a library is doing, people see themselves.",
                    fix: "Run it as a person, too.")
            }
            try await checkAgent(library, &found)
            try await checkPolicy(library, &found)
        } catch {
            switch error.cause {
            case .notAuthorized, .accessDenied, .interactionRequired, .notDetermined, .restricted:
                found.skip(
                    "library", "The broker does not tell this program more: \(Text.plain(error.message))",
                    fix: "Run it as the library's owner, or as an administrator.")
            default:
                found.fault(
                    "calls", Text.plain(error.message),
                    fix: "The broker's log says more: 'journalctl -u filmgated', or what it wrote where it was started."
                )
            }
        }
    }

    private func checkAgent(_ library: PhotoLibrary, _ found: inout Diagnoses) async throws(PhotoLibraryError) {
        let clients = try await library.administration.clients()
        if clients.contains(where: { $0.client?.description == "exe:\(agent)" }) {
            found.fine("agent", "There is somebody who asks the person.")
        } else {
            found.warn(
                "agent", "No agent is there: apps that ask for photos cannot be allowed anything.",
                fix: "Run 'filmgatectl agent --tty', or decide with 'filmgatectl grants set'.")
        }
    }

    private func checkPolicy(_ library: PhotoLibrary, _ found: inout Diagnoses) async throws(PhotoLibraryError) {
        let summary = try await library.maintenance.summary()
        guard let fault = summary.policyFaults.first else {
            return found.fine("policy files", "They are followed.")
        }
        found.fault(
            "policy files", "They have errors: \(Text.plain(fault))",
            fix: "'filmgatectl policy check' shows all of them; after that 'systemctl reload filmgated', or SIGHUP.")
    }

    /// What could not be asked is told as that.
    private func attempt(
        _ check: String, _ found: inout Diagnoses,
        _ body: (inout Diagnoses) async throws(PhotoLibraryError) -> Void
    ) async {
        do throws(PhotoLibraryError) { try await body(&found) } catch {
            found.skip(check, "The bus does not say: \(Text.plain(error.message))")
        }
    }
}
