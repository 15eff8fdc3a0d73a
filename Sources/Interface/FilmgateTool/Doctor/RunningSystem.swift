import Filmgate
import FilmgateText
import Glibc

/// Checks the bus, and the services on it.
struct RunningSystem {
    let bus: PhotoLibrary.Bus
    let isSystem: Bool
    let agent: String

    private static let broker = "org.filmgate.Library1"

    func check(_ found: inout Diagnoses) async {
        do throws(PhotoLibraryError) {
            let inspection = try await BusInspection(of: bus)
            found.fine(TranslatableText("bus"), TranslatableText("The bus can be reached."))
            await check(inspection, &found)
            await inspection.close()
        } catch {
            found.fault(
                TranslatableText("bus"), TranslatableText(verbatim: error.message),
                fix: isSystem
                    ? TranslatableText("Start it with 'systemctl start dbus', or use a private bus with --bus.")
                    : TranslatableText("Start the bus, or name a different one with --bus."))
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
        await attempt(TranslatableText("broker"), &found) { found throws(PhotoLibraryError) in
            if try await inspection.isOwned(Self.broker) {
                found.fine(
                    TranslatableText("broker"),
                    TranslatableText("The broker owns its name, {name}.", ["name": Self.broker]))
            } else if try await inspection.activatableNames().contains(Self.broker) {
                found.fine(
                    TranslatableText("broker"),
                    TranslatableText("The broker does not run. The bus starts it when a program calls it."))
            } else {
                found.fault(
                    TranslatableText("broker"),
                    TranslatableText(
                        "{name} is not running, and the bus has no service file to start it.", ["name": Self.broker]),
                    fix: isSystem
                        ? TranslatableText("Reload the bus: 'systemctl reload dbus'.") + InstalledFiles.reinstall
                        : TranslatableText("Start it with 'filmgated --bus ADDRESS --state FOLDER'."))
            }
        }
    }

    private func checkHelper(_ inspection: BusInspection, _ found: inout Diagnoses) async {
        let name = "org.filmgate.Identify1"
        await attempt(TranslatableText("identification"), &found) { found throws(PhotoLibraryError) in
            if try await inspection.isOwned(name) {
                found.fine(
                    TranslatableText("identification"),
                    TranslatableText("The helper owns its name, {name}.", ["name": name]))
            } else if try await inspection.activatableNames().contains(name) {
                found.fine(
                    TranslatableText("identification"),
                    TranslatableText("The bus starts the helper when the broker calls it."))
            } else {
                found.fault(
                    TranslatableText("identification"),
                    TranslatableText(
                        "{name} is not running, and the bus has no service file to start it.", ["name": name]),
                    fix: TranslatableText("Reload the bus: 'systemctl reload dbus'.") + InstalledFiles.reinstall)
            }
        }
    }

    private func checkPolkit(_ inspection: BusInspection, _ found: inout Diagnoses) async {
        do throws(PhotoLibraryError) {
            let actions = try await inspection.authorizationActions().filter { $0.hasPrefix("org.filmgate.") }
            if actions.isEmpty {
                found.fault(
                    TranslatableText("polkit"), TranslatableText("polkit runs, but does not know Filmgate's actions."),
                    fix:
                        TranslatableText(
                            "Check /usr/share/polkit-1/actions/org.filmgate.policy, and polkit's journal: 'journalctl -u polkit'."
                        )
                )
            } else {
                found.fine(
                    TranslatableText("polkit"),
                    TranslatableText("polkit runs, and knows {n} actions of Filmgate.", ["n": "\(actions.count)"]))
            }
        } catch {
            found.fault(
                TranslatableText("polkit"),
                TranslatableText(
                    "polkit does not answer, so it cannot authorize anybody: {reason}",
                    ["reason": Text.printable(error.message)]),
                fix: TranslatableText("Install polkitd, and start it with 'systemctl start polkit'."))
        }
    }

    private func checkStatistics(_ inspection: BusInspection, _ found: inout Diagnoses) async {
        await attempt(TranslatableText("bus statistics"), &found) { found throws(PhotoLibraryError) in
            switch try await inspection.statistics() {
            case .told:
                found.fine(
                    TranslatableText("bus statistics"), TranslatableText("The bus gives the statistics of connections.")
                )
            case .refused where isSystem:
                found.skip(
                    TranslatableText("bus statistics"),
                    TranslatableText(
                        "The bus does not give this program the statistics of connections. The bus policy, and the broker's journal at its start, say whether the broker gets them."
                    ))
            case .refused:
                found.fault(
                    TranslatableText("bus statistics"),
                    TranslatableText(
                        "The bus does not give the statistics of connections. A client that never reads its messages can block the broker."
                    ),
                    fix: TranslatableText(
                        "Allow GetConnectionStats of org.freedesktop.DBus.Debug.Stats in the configuration of the bus.")
                )
            case .unknown:
                found.warn(
                    TranslatableText("bus statistics"),
                    TranslatableText(
                        "This bus has no statistics of connections. A client that never reads its messages can block the broker."
                    ),
                    fix: TranslatableText("Use a dbus-daemon that was built with --enable-stats, such as Debian's."))
            }
        }
    }

    private static let privateBus = TranslatableText(
        "Use a bus with Filmgate's configuration private-bus.conf: 'dbus-run-session --config-file=…'.")

    private func checkReplies(_ inspection: BusInspection, _ found: inout Diagnoses) async {
        await attempt(TranslatableText("bus replies"), &found) { found throws(PhotoLibraryError) in
            if try await inspection.deliversUnrequestedReplies() {
                found.warn(
                    TranslatableText("bus replies"),
                    TranslatableText(
                        "This bus delivers replies that nobody requested. Filmgate ignores them. Apps that do not check the sender of a reply can be deceived."
                    ), fix: Self.privateBus)
            } else {
                found.fine(
                    TranslatableText("bus replies"),
                    TranslatableText("The bus delivers only replies that a program requested."))
            }
        }
    }

    private func checkMonitoring(_ inspection: BusInspection, _ found: inout Diagnoses) async {
        // Root may monitor every bus.
        guard !isSystem || getuid() != 0 else { return }
        await attempt(TranslatableText("bus monitoring"), &found) { found throws(PhotoLibraryError) in
            if try await inspection.allowsMonitoring() {
                found.warn(
                    TranslatableText("bus monitoring"),
                    TranslatableText("Every program of yours outside sandboxes can read all messages on this bus."),
                    fix: Self.privateBus)
            } else {
                found.fine(
                    TranslatableText("bus monitoring"),
                    TranslatableText("The bus does not let your programs read the messages of others."))
            }
        }
    }

    private func checkNumbers(_ inspection: BusInspection, _ found: inout Diagnoses) async {
        await attempt(TranslatableText("process numbers"), &found) { found throws(PhotoLibraryError) in
            if try await inspection.givesProcessDescriptors() {
                return found.fine(
                    TranslatableText("process numbers"),
                    TranslatableText(
                        "The bus gives descriptors of processes, so a reused number is not mistaken for an earlier process."
                    )
                )
            }
            guard let text = SystemFiles(root: "").text("/proc/sys/kernel/pid_max"),
                let most = Int(text.filter(\.isNumber))
            else {
                return found.skip(
                    TranslatableText("process numbers"), TranslatableText("/proc/sys/kernel/pid_max cannot be read."))
            }
            if most < 1 << 20 {
                found.warn(
                    TranslatableText("process numbers"),
                    TranslatableText(
                        "There are only {n} process numbers, and this bus (before dbus 1.16) gives no descriptors of processes. A program that starts so many processes within five seconds can be mistaken for a different client.",
                        ["n": "\(most)"]),
                    fix: TranslatableText(
                        "Set 'kernel.pid_max = 4194304' in /etc/sysctl.d, as systemd does on 64-bit systems."))
            } else {
                found.fine(
                    TranslatableText("process numbers"),
                    TranslatableText(
                        "There are {n} process numbers, too many for one to be reused while a client connects.",
                        ["n": "\(most)"]))
            }
        }
    }

    /// Checks facts that only the broker knows, as far as the broker reports them to this program.
    private func checkLibrary(_ found: inout Diagnoses) async {
        do throws(PhotoLibraryError) {
            let library = try await PhotoLibrary.connect(to: bus)
            let identity = try await library.clientIdentity()
            guard let id = identity.id else {
                return found.fault(
                    TranslatableText("calls"),
                    TranslatableText("The broker answers, but cannot identify this program."),
                    fix: TranslatableText(
                        "See the broker's journal for the reason. The identification helper may be missing."))
            }
            found.fine(
                TranslatableText("calls"),
                TranslatableText(
                    "The broker answers, and identifies this program as {id}.", ["id": Text.printable(id.description)]))
            guard !isSystem || getuid() != 0 else {
                return found.skip(
                    TranslatableText("library"),
                    TranslatableText("Root has no library. Only a user can check the agent and their library."),
                    fix: TranslatableText("Run the doctor as a user, too."))
            }
            try await checkAgent(library, &found)
            try await checkPolicy(library, &found)
            try await checkBackup(library, &found)
        } catch {
            switch error.cause {
            case .notAuthorized, .accessDenied, .interactionRequired, .notDetermined, .restricted:
                found.skip(
                    TranslatableText("library"),
                    TranslatableText(
                        "The broker does not tell this program more: {reason}",
                        ["reason": Text.printable(error.message)]),
                    fix: TranslatableText("Run the doctor as the library's owner, or as an administrator."))
            default:
                found.fault(
                    TranslatableText("calls"), TranslatableText(verbatim: Text.printable(error.message)),
                    fix:
                        TranslatableText(
                            "See the broker's log: 'journalctl -u filmgated', or its output in the terminal that started it."
                        )
                )
            }
        }
    }

    private func checkAgent(_ library: PhotoLibrary, _ found: inout Diagnoses) async throws(PhotoLibraryError) {
        let clients = try await library.administration.clients()
        if clients.contains(where: { $0.client?.description == "exe:\(agent)" }) {
            found.fine(TranslatableText("agent"), TranslatableText("An agent runs."))
        } else {
            found.warn(
                TranslatableText("agent"), TranslatableText("No agent runs. Apps that ask for photos get nothing new."),
                fix: TranslatableText("Run 'filmgatectl agent --tty', or use 'filmgatectl grants set'."))
        }
    }

    private func checkPolicy(_ library: PhotoLibrary, _ found: inout Diagnoses) async throws(PhotoLibraryError) {
        let summary = try await library.maintenance.summary()
        guard let fault = summary.policyFaults.first else {
            return found.fine(TranslatableText("policy files"), TranslatableText("The policy files are in force."))
        }
        found.fault(
            TranslatableText("policy files"),
            TranslatableText("The policy files have errors: {reason}", ["reason": Text.printable(fault)]),
            fix: TranslatableText(
                "'filmgatectl policy check' lists all errors. Then run 'systemctl reload filmgated', or send SIGHUP."))
    }

    private func checkBackup(_ library: PhotoLibrary, _ found: inout Diagnoses) async throws(PhotoLibraryError) {
        let summary = try await library.maintenance.summary()
        let check = TranslatableText("backup")
        let fix = TranslatableText("Run 'filmgatectl backup FOLDER', or enable filmgate-backup.timer.")
        if let restored = summary.lastRestore, summary.lastBackup.map({ $0 < restored }) ?? true {
            // The backup that it came from is as old as that, or older.
            if Self.days(since: restored) <= Self.backupDays {
                return found.fine(
                    check,
                    TranslatableText(
                        "The library was restored on {day}, and there was no backup since.",
                        ["day": TimeText.local(restored)]))
            }
        }
        guard let last = summary.lastBackup else {
            guard summary.assets > 0 else {
                return found.fine(check, TranslatableText("The library is empty and needs no backup."))
            }
            guard summary.lastRestore == nil else {
                return found.warn(
                    check, TranslatableText("There was no backup since the library was restored."), fix: fix)
            }
            return found.warn(check, TranslatableText("The library was never backed up."), fix: fix)
        }
        let days = Self.days(since: last)
        if days > Self.backupDays {
            found.warn(
                check, TranslatableText("The last backup was {n} days ago.", ["n": "\(days)"]), fix: fix)
        } else {
            found.fine(check, TranslatableText("The last backup was on {day}.", ["day": TimeText.local(last)]))
        }
    }

    private static func days(since moment: Timestamp) -> Int {
        Int((TimeText.now.rawValue - moment.rawValue) / 86_400_000_000)
    }

    /// A backup that is older is old.
    private static let backupDays = 14

    /// Runs a check. An error makes its result unknown.
    private func attempt(
        _ check: TranslatableText, _ found: inout Diagnoses,
        _ body: (inout Diagnoses) async throws(PhotoLibraryError) -> Void
    ) async {
        do throws(PhotoLibraryError) { try await body(&found) } catch {
            found.skip(
                check,
                TranslatableText("The bus does not say: {reason}", ["reason": Text.printable(error.message)]))
        }
    }
}
