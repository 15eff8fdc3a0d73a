internal import FilmgateModel
internal import FilmgateProcess
internal import FilmgateSystem

/// Names programs of the host: by the application or the service that systemd started them for, else by their executable. None
/// of it proves anything within one user: the last to be tried.
///
/// Only a program that shares the broker's root folder is one of the host. In any other the path means another file, and
/// whoever made that folder may have made it to shut the program in.
struct HostIdentifier: Identifier {
    var applications = InstalledApplications()
    /// Whether services and users of the system are named as such: not in the private setting, where they are users as any other.
    var namesServices = false

    func identify(_ process: any ObservableProcess, _ attested: BusCredentials) -> Identity {
        do {
            guard try sharesRoot(process) else { return .doubtful(.unknownSandbox) }
            let path = try reading("the executable") { () throws(Errno) in try process.executable().path }
            guard !Self.isProxy(path) else { return .doubtful(.unknownSandbox) }
            let group = try reading("the control group") { () throws(Errno) in try process.controlGroup() }
            switch UnitPlacement(controlGroup: group, of: attested.user) {
            case .application(_, launcher: "flatpak"), .snap:
                // A scope that was made for a sandbox, and no sandbox.
                return .doubtful(.contradicted("the scope"))
            case .application(let id, _) where applications.name(id): return Self.named(.app, id)
            case .service(let unit) where namesServices: return Self.named(.system, unit)
            case .application, .service, .elsewhere: break
            }
            if namesServices, Self.isOfTheSystem(attested.user) { return Self.named(.system, "\(attested.user)") }
            return Self.identity(ofProgramAt: path)
        } catch {
            return .doubtful(error)
        }
    }

    /// A file whose name truly ends in ` (deleted)` cannot be told from one that was removed, and is refused with it.
    static func identity(ofProgramAt path: String) -> Identity {
        guard !path.hasSuffix(" (deleted)") else { return .doubtful(.executableGone) }
        guard path.hasPrefix("/"), let client = ClientID(.exe, path) else {
            return .doubtful(.malformed("the executable's path"))
        }
        return .client(client)
    }

    /// A proxy outside of a sandbox that is known here speaks for a program that it does not name.
    static func isProxy(_ path: String) -> Bool {
        let file = path.split(separator: "/").last ?? ""
        return file == "xdg-dbus-proxy" || file == "xdg-dbus-proxy (deleted)"
    }

    /// Root, whom packages make for their services, and nobody. Those whom systemd makes for the time of a service are in that service.
    static func isOfTheSystem(_ user: UInt32) -> Bool { user < 1000 || user == 65_534 }

    private static func named(_ kind: ClientKind, _ name: String) -> Identity {
        guard let client = ClientID(kind, name) else { return .doubtful(.malformed("the unit's name")) }
        return .client(client)
    }

    private func sharesRoot(_ process: any ObservableProcess) throws(IdentificationError) -> Bool {
        let (root, own) = try reading("the root folder") { () throws(Errno) in
            (try process.root().descriptor.facts(), try OwnedDescriptor.facts(ofFileAt: "/"))
        }
        return root.device == own.device && root.inode == own.inode
    }
}

/// The applications that the system has installed, by their desktop files: those in folders of a person's own are not, for any
/// program of theirs can put one there.
struct InstalledApplications: Sendable {
    var folders = ["/usr/local/share/applications", "/usr/share/applications"]

    /// Whether an application's scope names the programs inside.
    ///
    /// One of a terminal does not, nor of a workbench with a terminal inside: whatever a person types there runs in it, and would
    /// have what was granted to all of them.
    func name(_ id: String) -> Bool {
        guard let entry = DesktopEntry(of: id, in: folders) else { return false }
        return entry.categories.isDisjoint(with: ["TerminalEmulator", "IDE"])
    }
}
