import FilmgateModel
import FilmgateProcess
import FilmgateSystem

/// Identifies programs of the host: by the application or service for which systemd started them, or by their
/// executable. Programs of the same user can imitate each other in both ways, so this resolver is tried last.
///
/// Only a program that shares the broker's root folder is a program of the host. In a different root folder, the same
/// path names a different file, and that folder may serve to confine the program.
struct HostIdentityResolver: IdentityResolver {
    var applications = InstalledApplications()
    /// Whether services and system users are identified as such, as in the system setting.
    var namesServices = false

    func identify(_ process: any ObservableProcess, _ credentials: BusCredentials) -> ResolverResult {
        do {
            guard try sharesRoot(process) else { return .failed(.unknownSandbox) }
            let path = try reading("the executable") { () throws(Errno) in try process.executable().path }
            guard !Self.isProxy(path) else { return .failed(.unknownSandbox) }
            let group = try reading("the control group") { () throws(Errno) in try process.controlGroup() }
            switch SystemdUnit(controlGroup: group, of: credentials.user) {
            case .application(_, launcher: "flatpak"), .snap:
                // The scope was made for a sandbox, but the process is in no sandbox.
                return .failed(.contradicted("the scope"))
            case .application(let id, _) where applications.name(id): return Self.named(.app, id)
            case .service(let unit) where namesServices: return Self.named(.system, unit)
            case .application, .service, .elsewhere: break
            }
            if namesServices, Self.isOfTheSystem(credentials.user) { return Self.named(.system, "\(credentials.user)") }
            return Self.identity(ofProgramAt: path)
        } catch {
            return .failed(error)
        }
    }

    /// Returns a program's identity by its path. Fails if the path ends in ` (deleted)`, which marks a removed file.
    static func identity(ofProgramAt path: String) -> ResolverResult {
        guard !path.hasSuffix(" (deleted)") else { return .failed(.executableGone) }
        guard path.hasPrefix("/"), let client = ClientID(.exe, path) else {
            return .failed(.malformed("the executable's path"))
        }
        return .client(client)
    }

    /// Returns whether a path is the path of a D-Bus proxy. Outside a known sandbox, a proxy does not reveal for which
    /// program it connects.
    static func isProxy(_ path: String) -> Bool {
        let file = path.split(separator: "/").last ?? ""
        return file == "xdg-dbus-proxy" || file == "xdg-dbus-proxy (deleted)"
    }

    /// Returns whether a user is root, `nobody`, or a user that a package creates for its service. A dynamic user of
    /// systemd is identified by its service.
    static func isOfTheSystem(_ user: UInt32) -> Bool { user < 1000 || user == 65_534 }

    private static func named(_ kind: ClientKind, _ name: String) -> ResolverResult {
        guard let client = ClientID(kind, name) else { return .failed(.malformed("the unit's name")) }
        return .client(client)
    }

    private func sharesRoot(_ process: any ObservableProcess) throws(IdentificationError) -> Bool {
        let (root, own) = try reading("the root folder") { () throws(Errno) in
            (try process.root().descriptor.facts(), try OwnedDescriptor.facts(ofFileAt: "/"))
        }
        return root.device == own.device && root.inode == own.inode
    }
}

/// The applications that are installed for all users, by their desktop files. Desktop files in a user's own folders do
/// not count, because any program of that user can create them.
struct InstalledApplications: Sendable {
    var folders = ["/usr/local/share/applications", "/usr/share/applications"]

    /// Returns whether an application's scope identifies the programs in it.
    ///
    /// The scope of a terminal, or of an IDE with a terminal, does not: commands that a person types there run in the
    /// scope, and would get the terminal's access.
    func name(_ id: String) -> Bool {
        guard let entry = DesktopEntry(of: id, in: folders, languages: []) else { return false }
        return entry.categories.isDisjoint(with: ["TerminalEmulator", "IDE"])
    }
}
