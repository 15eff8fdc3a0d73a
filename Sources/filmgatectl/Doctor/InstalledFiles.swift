/// Looks at what an installation for the system bus is made of, as far as anybody may.
struct InstalledFiles {
    let files: SystemFiles
    /// Where the programs are.
    let programs: String

    private var accounts: Accounts { Accounts(files) }

    static let reinstall =
        "Install Filmgate again, as 'apt install --reinstall filmgate' or 'make install PREFIX=/usr'."
    /// Where dbus-daemon looks; what lies under /usr/local it does not find.
    private static let policyFolders = ["/etc/dbus-1/system.d", "/usr/share/dbus-1/system.d"]
    private static let activationFolders = [
        "/usr/local/share/dbus-1/system-services", "/usr/share/dbus-1/system-services",
    ]
    private static let unitFolders = [
        "/etc/systemd/system", "/usr/local/lib/systemd/system", "/usr/lib/systemd/system", "/lib/systemd/system",
    ]

    func look(_ found: inout Diagnoses) {
        checkAccounts(&found)
        checkBusPolicy(&found)
        checkActivation(&found)
        checkActions(&found)
        checkUnits(&found)
        checkState(&found)
        InstalledPrograms(files: files, folder: programs, accounts: accounts).look(&found)
    }

    private func checkAccounts(_ found: inout Diagnoses) {
        let missing =
            ["filmgate", "filmgate-identify"].filter { accounts.user($0) == nil }.map { "the user \($0)" }
            + ["filmgate-agent"].filter { accounts.group($0) == nil }.map { "the group \($0)" }
        guard missing.isEmpty else {
            return found.fault(
                "accounts", "There is no \(missing.joined(separator: ", no ").replacing("the ", with: "")).",
                fix: "Run 'systemd-sysusers' as root, which reads sysusers.d/filmgate.conf.")
        }
        let members = accounts.members(of: "filmgate-agent")
        guard members.isEmpty else {
            return found.fault(
                "accounts",
                "Users are members of the group filmgate-agent: \(members.joined(separator: ", ")). Any of "
                    + "their programs may then answer for them.",
                fix: "Take them out: 'gpasswd -d \(members[0]) filmgate-agent'.")
        }
        found.fine("accounts", "The users filmgate and filmgate-identify and the group filmgate-agent are there.")
    }

    private func checkBusPolicy(_ found: inout Diagnoses) {
        guard let path = files.find("org.filmgate.Library1.conf", in: Self.policyFolders) else {
            return found.fault(
                "bus policy",
                "The bus has no policy for org.filmgate.Library1: nobody may own that name, and nobody call it.",
                fix:
                    "Put org.filmgate.Library1.conf into \(Self.policyFolders[1]), and have the bus read it: 'systemctl "
                    + "reload dbus'. " + Self.reinstall)
        }
        let text = files.text(path) ?? ""
        let needed = [
            ("own=\"org.filmgate.Library1\"", "lets nobody own org.filmgate.Library1"),
            ("send_interface=\"org.filmgate.Authorization1\"", "lets nobody call the broker"),
            ("send_interface=\"org.filmgate.AgentManager1\"", "lets no agent come forward"),
            ("send_interface=\"org.filmgate.Agent1\"", "does not let the broker ask agents"),
            ("org.freedesktop.DBus.Debug.Stats", "does not let the broker ask what clients have not taken in"),
            ("own=\"org.filmgate.Identify1\"", "lets nobody own org.filmgate.Identify1"),
        ]
        let lacking = needed.filter { !text.contains($0.0) }.map(\.1)
        guard lacking.isEmpty else {
            return found.fault(
                "bus policy",
                "\(path) is not the one that belongs to this version: it \(lacking.joined(separator: ", and ")).",
                fix: Self.reinstall)
        }
        found.fine("bus policy", "\(path) is as it should be.")
    }

    private func checkActivation(_ found: inout Diagnoses) {
        for name in ["org.filmgate.Library1", "org.filmgate.Identify1"]
        where files.find("\(name).service", in: Self.activationFolders) == nil {
            return found.fault(
                "activation",
                "The bus has nobody started for \(name): \(Self.activationFolders[1])/\(name).service is missing.",
                fix: Self.reinstall)
        }
        found.fine("activation", "The bus has the broker and its helper started when they are called.")
    }

    private func checkActions(_ found: inout Diagnoses) {
        let path = "/usr/share/polkit-1/actions/org.filmgate.policy"
        guard files.exists(path) else {
            return found.fault(
                "polkit actions", "\(path) is missing: nobody but programs without rights of their own can be served.",
                fix: Self.reinstall)
        }
        guard files.text(path)?.contains("unix-user:filmgate") == true else {
            return found.fault(
                "polkit actions",
                "\(path) does not name the user filmgate as the actions' owner: polkit refuses its questions.",
                fix: Self.reinstall)
        }
        found.fine("polkit actions", "They are installed.")
    }

    private func checkUnits(_ found: inout Diagnoses) {
        guard files.exists("/usr/lib/systemd/systemd") || files.exists("/lib/systemd/systemd") else {
            return found.warn(
                "units",
                "There is no systemd here: the bus starts the broker by itself, and nobody starts the helper that tells "
                    + "other users' sandboxes.")
        }
        for unit in ["filmgated.service", "filmgate-identify.service"]
        where files.find(unit, in: Self.unitFolders) == nil {
            return found.fault("units", "The unit \(unit) is missing.", fix: Self.reinstall)
        }
        guard files.lists("/etc/systemd/system/multi-user.target.wants/filmgated.service") else {
            return found.warn(
                "units",
                "The broker does not start with the system: the program whose call starts it is unknown to it until it "
                    + "connects anew.",
                fix: "Run 'systemctl enable --now filmgated' as root.")
        }
        found.fine("units", "systemd has units for the broker and its helper, and starts the broker with the system.")
    }

    private func checkState(_ found: inout Diagnoses) {
        let path = "/var/lib/filmgate"
        let make = "Run 'systemd-tmpfiles --create filmgate.conf' as root."
        do throws(SystemFiles.Absence) {
            let facts = try files.facts(path)
            if facts.owner != accounts.user("filmgate") {
                found.fault(
                    "state folder", "\(path) does not belong to the user filmgate: the broker cannot use it.",
                    fix: "Run 'chown filmgate:filmgate \(path)' as root.")
            } else if facts.mode & 0o077 != 0 {
                found.fault(
                    "state folder",
                    "\(path) has the permissions \(facts.octal): others than the broker can look into it.",
                    fix: "Run 'chmod 0700 \(path)' as root.")
            } else {
                found.fine("state folder", "\(path) is the broker's alone.")
            }
        } catch {
            switch error {
            case .missing: found.fault("state folder", "\(path) is missing.", fix: make)
            case .hidden: found.skip("state folder", "\(path) cannot be looked at.")
            }
        }
    }
}
