import FilmgateText

/// Checks the files of an installation for the system bus, as far as every user may read them.
struct InstalledFileChecker {
    let files: SystemFiles
    /// The folder of the programs.
    let programs: String

    private var accounts: Accounts { Accounts(files) }

    static let reinstall = TranslatableText(
        "Install Filmgate again with 'apt install --reinstall filmgate' or 'make install PREFIX=/usr'.")
    /// The folders in which dbus-daemon looks for policies, which do not include /usr/local.
    private static let policyFolders = ["/etc/dbus-1/system.d", "/usr/share/dbus-1/system.d"]
    private static let activationFolders = [
        "/usr/local/share/dbus-1/system-services", "/usr/share/dbus-1/system-services",
    ]
    private static let unitFolders = [
        "/etc/systemd/system", "/usr/local/lib/systemd/system", "/usr/lib/systemd/system", "/lib/systemd/system",
    ]

    func check() -> [DiagnosticCheck] {
        [
            DiagnosticCheck(TranslatableText("accounts"), checkAccounts()),
            DiagnosticCheck(TranslatableText("bus policy"), checkBusPolicy()),
            DiagnosticCheck(TranslatableText("activation"), checkActivation()),
            DiagnosticCheck(TranslatableText("polkit actions"), checkActions()),
            DiagnosticCheck(TranslatableText("units"), checkUnits()),
            DiagnosticCheck(TranslatableText("state folder"), checkState()),
        ] + ProgramChecker(files: files, folder: programs, accounts: accounts).check()
    }

    private func checkAccounts() -> CheckResult {
        let missing =
            ["filmgate", "filmgate-identify"].filter { accounts.user($0) == nil }.map { "user \($0)" }
            + ["filmgate-agent"].filter { accounts.group($0) == nil }.map { "group \($0)" }
        guard missing.isEmpty else {
            return .fault(
                TranslatableText("Missing accounts: {accounts}.", ["accounts": missing.joined(separator: ", ")]),
                fix: TranslatableText("Run 'systemd-sysusers' as root. It reads sysusers.d/filmgate.conf."))
        }
        let members = accounts.members(of: "filmgate-agent")
        guard members.isEmpty else {
            return .fault(
                TranslatableText(
                    "The group filmgate-agent has members: {users}. Every program of these users may answer for them.",
                    ["users": members.joined(separator: ", ")]),
                fix: TranslatableText("Remove them: 'gpasswd -d {user} filmgate-agent'.", ["user": members[0]]))
        }
        return .fine(TranslatableText("The users filmgate and filmgate-identify and the group filmgate-agent exist."))
    }

    private func checkBusPolicy() -> CheckResult {
        guard let path = files.find("org.filmgate.Library1.conf", in: Self.policyFolders) else {
            return .fault(
                TranslatableText(
                    "The bus has no policy for org.filmgate.Library1: the broker cannot own this name, and apps cannot call it."
                ),
                fix: TranslatableText(
                    "Put org.filmgate.Library1.conf into {folder}, and reload the bus: 'systemctl reload dbus'.",
                    ["folder": Self.policyFolders[1]]) + Self.reinstall)
        }
        let text = files.text(path) ?? ""
        let needed = [
            (
                "own=\"org.filmgate.Library1\"",
                TranslatableText("It does not let the broker own org.filmgate.Library1.")
            ),
            (
                "send_interface=\"org.filmgate.Authorization1\"",
                TranslatableText("It does not let apps call the broker.")
            ),
            ("send_interface=\"org.filmgate.AgentManager1\"", TranslatableText("It does not let agents register.")),
            ("send_interface=\"org.filmgate.Agent1\"", TranslatableText("It does not let the broker call agents.")),
            (
                "org.freedesktop.DBus.Debug.Stats",
                TranslatableText("It does not let the broker read the statistics of connections.")
            ),
            (
                "own=\"org.filmgate.Identify1\"",
                TranslatableText("It does not let the helper own org.filmgate.Identify1.")
            ),
        ]
        let lacking = needed.filter { !text.contains($0.0) }.map(\.1)
        guard lacking.isEmpty else {
            return .fault(
                TranslatableText("{path} belongs to a different version.", ["path": path])
                    + lacking.dropFirst().reduce(lacking[0], +),
                fix: Self.reinstall)
        }
        return .fine(TranslatableText("{path} is correct.", ["path": path]))
    }

    private func checkActivation() -> CheckResult {
        for name in ["org.filmgate.Library1", "org.filmgate.Identify1"]
        where files.find("\(name).service", in: Self.activationFolders) == nil {
            return .fault(
                TranslatableText(
                    "The bus has no service file for {name}: {folder}/{name}.service is missing.",
                    ["name": name, "folder": Self.activationFolders[1]]),
                fix: Self.reinstall)
        }
        return .fine(TranslatableText("The bus can start the broker and its helper."))
    }

    private func checkActions() -> CheckResult {
        let path = "/usr/share/polkit-1/actions/org.filmgate.policy"
        guard files.exists(path) else {
            return .fault(
                TranslatableText("{path} is missing: polkit cannot authorize anybody to administer.", ["path": path]),
                fix: Self.reinstall)
        }
        guard files.text(path)?.contains("unix-user:filmgate") == true else {
            return .fault(
                TranslatableText(
                    "{path} does not name the user filmgate as the owner of the actions: polkit refuses the broker's requests.",
                    ["path": path]),
                fix: Self.reinstall)
        }
        return .fine(TranslatableText("The actions are installed."))
    }

    private func checkUnits() -> CheckResult {
        guard files.exists("/usr/lib/systemd/systemd") || files.exists("/lib/systemd/systemd") else {
            return .warning(
                TranslatableText(
                    "This system has no systemd. The bus starts the broker itself, but not the helper that identifies sandboxed apps of other users."
                ))
        }
        for unit in ["filmgated.service", "filmgate-identify.service"]
        where files.find(unit, in: Self.unitFolders) == nil {
            return .fault(TranslatableText("The unit {unit} is missing.", ["unit": unit]), fix: Self.reinstall)
        }
        guard files.lists("/etc/systemd/system/multi-user.target.wants/filmgated.service") else {
            return .warning(
                TranslatableText(
                    "The broker does not start with the system. It cannot identify the program whose call starts it until that program connects again."
                ),
                fix: TranslatableText("Run 'systemctl enable --now filmgated' as root."))
        }
        return .fine(
            TranslatableText("systemd has units for the broker and its helper, and starts the broker with the system."))
    }

    private func checkState() -> CheckResult {
        let path = "/var/lib/filmgate"
        do throws(SystemFiles.LookupError) {
            let facts = try files.facts(path)
            if facts.owner != accounts.user("filmgate") {
                return .fault(
                    TranslatableText(
                        "{path} does not belong to the user filmgate. The broker cannot use it.", ["path": path]),
                    fix: TranslatableText("Run 'chown filmgate:filmgate {path}' as root.", ["path": path]))
            }
            if facts.mode & 0o077 != 0 {
                return .fault(
                    TranslatableText(
                        "{path} has the permissions {mode}. Other users can read it.",
                        ["path": path, "mode": facts.octal]),
                    fix: TranslatableText("Run 'chmod 0700 {path}' as root.", ["path": path]))
            }
            return .fine(TranslatableText("Only the broker can read {path}.", ["path": path]))
        } catch {
            return switch error {
            case .missing:
                .fault(
                    TranslatableText("{path} is missing.", ["path": path]),
                    fix: TranslatableText("Run 'systemd-tmpfiles --create filmgate.conf' as root."))
            case .hidden: .unknown(TranslatableText("{path} cannot be checked.", ["path": path]))
            }
        }
    }
}
