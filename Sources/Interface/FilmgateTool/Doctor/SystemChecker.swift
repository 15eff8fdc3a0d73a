import Filmgate
import FilmgateText
import Glibc

/// Checks the bus, and the services on it.
struct SystemChecker {
    let bus: PhotoLibrary.Bus
    let isSystem: Bool
    let agent: String

    private static let broker = "org.filmgate.Library1"

    func check() async -> [DiagnosticCheck] {
        do throws(PhotoLibraryError) {
            let inspection = try await BusInspection(of: bus)
            var found = [DiagnosticCheck(TranslatableText("bus"), .fine(TranslatableText("The bus can be reached.")))]
            found += await check(inspection)
            await inspection.close()
            return found
        } catch {
            let fix =
                isSystem
                ? TranslatableText("Start it with 'systemctl start dbus', or use a private bus with --bus.")
                : TranslatableText("Start the bus, or name a different one with --bus.")
            return [
                DiagnosticCheck(TranslatableText("bus"), .fault(TranslatableText(verbatim: error.message), fix: fix))
            ]
        }
    }

    private typealias Check = (BusInspection) async throws(PhotoLibraryError) -> CheckResult

    /// Runs the checks of the bus. If a check throws an error, its result is unknown.
    private func check(_ inspection: BusInspection) async -> [DiagnosticCheck] {
        var checks: [(TranslatableText, Check)] = [(TranslatableText("broker"), checkName)]
        if isSystem {
            checks += [(TranslatableText("identification"), checkHelper), (TranslatableText("polkit"), checkPolkit)]
        }
        checks.append((TranslatableText("bus statistics"), checkStatistics))
        checks.append((TranslatableText("bus replies"), checkReplies))
        // Omits the check for root on the system bus, which root may always monitor.
        if !isSystem || getuid() != 0 { checks.append((TranslatableText("bus monitoring"), checkMonitoring)) }
        checks.append((TranslatableText("process numbers"), checkNumbers))
        var found: [DiagnosticCheck] = []
        for (name, check) in checks {
            do throws(PhotoLibraryError) { found.append(DiagnosticCheck(name, try await check(inspection))) } catch {
                let reason = ["reason": Text.printable(error.message)]
                found.append(
                    DiagnosticCheck(name, .unknown(TranslatableText("The bus does not say: {reason}", reason))))
            }
        }
        await checkLibrary(&found)
        return found
    }

    private func checkName(_ inspection: BusInspection) async throws(PhotoLibraryError) -> CheckResult {
        try await checkOwner(
            of: Self.broker, inspection,
            owned: TranslatableText("The broker owns its name, {name}.", ["name": Self.broker]),
            startable: TranslatableText("The broker does not run. The bus starts it when a program calls it."),
            fix: isSystem
                ? TranslatableText("Reload the bus: 'systemctl reload dbus'.") + InstalledFileChecker.reinstall
                : TranslatableText("Start it with 'filmgated --bus ADDRESS --state FOLDER'."))
    }

    private func checkHelper(_ inspection: BusInspection) async throws(PhotoLibraryError) -> CheckResult {
        let name = "org.filmgate.Identify1"
        return try await checkOwner(
            of: name, inspection, owned: TranslatableText("The helper owns its name, {name}.", ["name": name]),
            startable: TranslatableText("The bus starts the helper when the broker calls it."),
            fix: TranslatableText("Reload the bus: 'systemctl reload dbus'.") + InstalledFileChecker.reinstall)
    }

    private func checkOwner(
        of name: String, _ inspection: BusInspection, owned: TranslatableText, startable: TranslatableText,
        fix: TranslatableText
    ) async throws(PhotoLibraryError) -> CheckResult {
        if try await inspection.isOwned(name) { return .fine(owned) }
        if try await inspection.activatableNames().contains(name) { return .fine(startable) }
        return .fault(
            TranslatableText("{name} is not running, and the bus has no service file to start it.", ["name": name]),
            fix: fix)
    }

    private func checkPolkit(_ inspection: BusInspection) async -> CheckResult {
        do throws(PhotoLibraryError) {
            let actions = try await inspection.authorizationActions().filter { $0.hasPrefix("org.filmgate.") }
            guard actions.isEmpty else {
                return .fine(
                    TranslatableText("polkit runs, and knows {n} actions of Filmgate.", ["n": "\(actions.count)"]))
            }
            return .fault(
                TranslatableText("polkit runs, but does not know Filmgate's actions."),
                fix: TranslatableText(
                    "Check /usr/share/polkit-1/actions/org.filmgate.policy, and polkit's journal: 'journalctl -u polkit'."
                ))
        } catch {
            return .fault(
                TranslatableText(
                    "polkit does not answer, so it cannot authorize anybody: {reason}",
                    ["reason": Text.printable(error.message)]),
                fix: TranslatableText("Install polkitd, and start it with 'systemctl start polkit'."))
        }
    }

    private func checkStatistics(_ inspection: BusInspection) async throws(PhotoLibraryError) -> CheckResult {
        switch try await inspection.statistics() {
        case .given: .fine(TranslatableText("The bus gives the statistics of connections."))
        case .refused where isSystem:
            .unknown(
                TranslatableText(
                    "The bus does not give this program the statistics of connections. The bus policy, and the broker's journal at its start, say whether the broker gets them."
                ))
        case .refused:
            .fault(
                TranslatableText(
                    "The bus does not give the statistics of connections. A client that never reads its messages can block the broker."
                ),
                fix: TranslatableText(
                    "Allow GetConnectionStats of org.freedesktop.DBus.Debug.Stats in the configuration of the bus."))
        case .unknown:
            .warning(
                TranslatableText(
                    "This bus has no statistics of connections. A client that never reads its messages can block the broker."
                ),
                fix: TranslatableText("Use a dbus-daemon that was built with --enable-stats, such as Debian's."))
        }
    }

    private static let privateBus = TranslatableText(
        "Use a bus with Filmgate's configuration private-bus.conf: 'dbus-run-session --config-file=…'.")

    private func checkReplies(_ inspection: BusInspection) async throws(PhotoLibraryError) -> CheckResult {
        guard try await inspection.deliversUnrequestedReplies() else {
            return .fine(TranslatableText("The bus delivers only replies that a program requested."))
        }
        return .warning(
            TranslatableText(
                "This bus delivers replies that nobody requested. Filmgate ignores them. Apps that do not check the sender of a reply can be deceived."
            ), fix: Self.privateBus)
    }

    private func checkMonitoring(_ inspection: BusInspection) async throws(PhotoLibraryError) -> CheckResult {
        guard try await inspection.allowsMonitoring() else {
            return .fine(TranslatableText("The bus does not let your programs read the messages of others."))
        }
        return .warning(
            TranslatableText("Every program of yours outside sandboxes can read all messages on this bus."),
            fix: Self.privateBus)
    }

    private func checkNumbers(_ inspection: BusInspection) async throws(PhotoLibraryError) -> CheckResult {
        if try await inspection.givesProcessDescriptors() {
            return .fine(
                TranslatableText(
                    "The bus gives descriptors of processes, so a reused number is not mistaken for an earlier process."
                ))
        }
        guard let text = SystemFiles(root: "").text("/proc/sys/kernel/pid_max"),
            let most = Int(text.filter(\.isNumber))
        else { return .unknown(TranslatableText("/proc/sys/kernel/pid_max cannot be read.")) }
        guard most < 1 << 20 else {
            return .fine(
                TranslatableText(
                    "There are {n} process numbers, too many for one to be reused while a client connects.",
                    ["n": "\(most)"]))
        }
        return .warning(
            TranslatableText(
                "There are only {n} process numbers, and this bus (before dbus 1.16) gives no descriptors of processes. A program that starts so many processes within five seconds can be mistaken for a different client.",
                ["n": "\(most)"]),
            fix: TranslatableText(
                "Set 'kernel.pid_max = 4194304' in /etc/sysctl.d, as systemd does on 64-bit systems."))
    }

    /// Checks the state that only the broker knows, as far as the broker reports it to this program.
    private func checkLibrary(_ found: inout [DiagnosticCheck]) async {
        let (calls, library) = (TranslatableText("calls"), TranslatableText("library"))
        do throws(PhotoLibraryError) {
            let photos = try await PhotoLibrary.connect(to: bus)
            guard let id = try await photos.clientIdentity().id else {
                return found.append(
                    DiagnosticCheck(
                        calls,
                        .fault(
                            TranslatableText("The broker answers, but cannot identify this program."),
                            fix: TranslatableText(
                                "See the broker's journal for the reason. The identification helper may be missing."))))
            }
            let name = ["id": Text.printable(id.description)]
            found.append(
                DiagnosticCheck(
                    calls, .fine(TranslatableText("The broker answers, and identifies this program as {id}.", name))))
            guard !isSystem || getuid() != 0 else {
                return found.append(
                    DiagnosticCheck(
                        library,
                        .unknown(
                            TranslatableText("Root has no library. Only a user can check the agent and their library."),
                            fix: TranslatableText("Run the doctor as a user, too."))))
            }
            found.append(DiagnosticCheck(TranslatableText("agent"), try await checkAgent(photos)))
            found.append(DiagnosticCheck(TranslatableText("policy files"), try await checkPolicy(photos)))
            found.append(DiagnosticCheck(TranslatableText("backup"), try await checkBackup(photos)))
        } catch {
            let message = Text.printable(error.message)
            switch error.cause {
            case .notAuthorized, .accessDenied, .interactionRequired, .notDetermined, .restricted:
                found.append(
                    DiagnosticCheck(
                        library,
                        .unknown(
                            TranslatableText(
                                "The broker gives this program no more information: {reason}", ["reason": message]),
                            fix: TranslatableText("Run the doctor as the library's owner, or as an administrator."))))
            default:
                found.append(
                    DiagnosticCheck(
                        calls,
                        .fault(
                            TranslatableText(verbatim: message),
                            fix: TranslatableText(
                                "See the broker's log: 'journalctl -u filmgated', or its output in the terminal that started it."
                            ))))
            }
        }
    }

    private func checkAgent(_ library: PhotoLibrary) async throws(PhotoLibraryError) -> CheckResult {
        let clients = try await library.administration.clients()
        if clients.contains(where: { $0.client?.description == "exe:\(agent)" }) {
            return .fine(TranslatableText("An agent runs."))
        }
        return .warning(
            TranslatableText("No agent runs. Apps that ask for photos get nothing new."),
            fix: TranslatableText("Run 'filmgatectl agent --tty', or use 'filmgatectl grants set'."))
    }

    private func checkPolicy(_ library: PhotoLibrary) async throws(PhotoLibraryError) -> CheckResult {
        guard let fault = try await library.maintenance.summary().policyFaults.first else {
            return .fine(TranslatableText("The policy files are in force."))
        }
        return .fault(
            TranslatableText("The policy files have errors: {reason}", ["reason": Text.printable(fault)]),
            fix: TranslatableText(
                "'filmgatectl policy check' lists all errors. Then run 'systemctl reload filmgated', or send SIGHUP."))
    }

    private func checkBackup(_ library: PhotoLibrary) async throws(PhotoLibraryError) -> CheckResult {
        let summary = try await library.maintenance.summary()
        let fix = TranslatableText("Run 'filmgatectl backup FOLDER', or enable filmgate-backup.timer.")
        // After a recent restore, the restored backup counts as a backup of the library.
        if let restored = summary.lastRestore, summary.lastBackup.map({ $0 < restored }) ?? true,
            Self.days(since: restored) <= Self.backupDays
        {
            return .fine(
                TranslatableText(
                    "The library was restored on {day}, and there was no backup since.",
                    ["day": TimeText.local(restored)]))
        }
        guard let last = summary.lastBackup else {
            guard summary.assets > 0 else {
                return .fine(TranslatableText("The library is empty and needs no backup."))
            }
            guard summary.lastRestore == nil else {
                return .warning(TranslatableText("There was no backup since the library was restored."), fix: fix)
            }
            return .warning(TranslatableText("The library was never backed up."), fix: fix)
        }
        let days = Self.days(since: last)
        guard days > Self.backupDays else {
            return .fine(TranslatableText("The last backup was on {day}.", ["day": TimeText.local(last)]))
        }
        return .warning(TranslatableText("The last backup was {n} days ago.", ["n": "\(days)"]), fix: fix)
    }

    private static func days(since moment: Timestamp) -> Int {
        Int((TimeText.now.rawValue - moment.rawValue) / 86_400_000_000)
    }

    /// The age in days above which a backup is reported as old.
    private static let backupDays = 14
}
