import FilmgateModel
import FilmgateProcess
import FilmgateSystem

/// Identifies Flatpak apps by the file `.flatpak-info` in the process's root folder, which the app cannot change.
///
/// An app's connection belongs to its xdg-dbus-proxy, whose root folder contains the same file. An app in a different
/// kind of sandbox may be able to write that file. So in the system setting, if the user has a service manager, two
/// more sources must name the same app: the folder of the instance on the host, and the scope that Flatpak requested
/// from systemd.
struct FlatpakIdentityResolver: IdentityResolver {
    /// The records on the host; nil in the private setting, which requires only the file.
    var instances: FlatpakInstances?

    private static let name = ".flatpak-info"

    func identify(_ process: any ObservableProcess, _ credentials: BusCredentials) -> ResolverResult {
        do throws(IdentificationError) {
            guard let file = try mark(of: process) else { return .notApplicable }
            let info = try FlatpakInfo(file, of: credentials.user, named: Self.name)
            guard let client = ClientID(.flatpak, info.app) else { throw .malformed(Self.name) }
            let scope = try scope(of: process, credentials.user)
            if let scope, scope != info.app { throw .contradicted("\(Self.name) and the scope") }
            if let instances, try instances.hasServiceManager(credentials.user) {
                guard scope != nil else { throw .contradicted("\(Self.name), and no scope of Flatpak's") }
                guard let instance = info.instance,
                    try instances.info(of: instance, of: credentials.user) == info
                else { throw .contradicted("\(Self.name) and the instance's info") }
            }
            return .client(client)
        } catch {
            return .failed(error)
        }
    }

    /// Returns the file; nil if it does not exist. Only ENOENT for the file itself proves that.
    private func mark(of process: any ObservableProcess) throws(IdentificationError) -> OwnedDescriptor? {
        // A zombie's root folder also gives ENOENT, so the folder is opened first and separately.
        let root = try reading("the root folder") { () throws(Errno) in try process.root() }
        do {
            return try root.located(Self.name)
        } catch .noEntry {
            return nil
        } catch {
            throw .unreadable(Self.name, error)
        }
    }

    /// Returns the app for which the process's scope was made, or nil if Flatpak requested no scope.
    private func scope(of process: any ObservableProcess, _ user: UInt32) throws(IdentificationError) -> String? {
        let group = try reading("the control group") { () throws(Errno) in try process.controlGroup() }
        guard case .application(let id, launcher: "flatpak") = SystemdUnit(controlGroup: group, of: user) else {
            return nil
        }
        return id
    }
}
