internal import FilmgateModel
internal import FilmgateProcess
internal import FilmgateSystem

/// Tells Flatpak apps by `.flatpak-info` in the process' own root folder, which the app cannot write.
///
/// An app's connection belongs to its xdg-dbus-proxy, whose root folder holds the same file. Where systemd runs, the scope that
/// Flatpak asked it for must be the same app's. The folder of running instances (`$XDG_RUNTIME_DIR/.flatpak`) is not
/// consulted: whoever could forge the file could write there as well, and it would have to be read where its user can
/// mount what they like.
struct FlatpakIdentifier: Identifier {
    /// Of `.flatpak-info`, in bytes.
    static let sizeLimit = 64 * 1024

    private static let name = ".flatpak-info"

    func identify(_ process: any ObservableProcess, _ attested: Attested) -> Identity {
        do {
            guard let file = try mark(of: process) else { return .notMine }
            let app = try Self.app(in: file, of: attested.user)
            let group = try reading("the control group") { () throws(Errno) in try process.controlGroup() }
            if case .application(let id, launcher: "flatpak") = UnitPlacement(controlGroup: group, of: attested.user),
                id != app.name
            {
                return .doubtful(.contradicted("\(Self.name) and the scope"))
            }
            return .client(app)
        } catch {
            return .doubtful(error)
        }
    }

    /// The file, nil where there is none: only ENOENT, and only of the file itself, says so.
    private func mark(of process: any ObservableProcess) throws(Doubt) -> OwnedDescriptor? {
        // A zombie's root folder is ENOENT too, so the folder comes first and on its own.
        let root = try reading("the root folder") { () throws(Errno) in try process.root() }
        do {
            return try root.file(Self.name)
        } catch .noEntry {
            return nil
        } catch {
            throw .unreadable(Self.name, error)
        }
    }

    private static func app(in file: OwnedDescriptor, of user: UInt32) throws(Doubt) -> ClientID {
        let facts = try reading(name) { () throws(Errno) in try file.facts() }
        guard facts.isRegular, facts.owner == user else { throw .malformed(name) }
        let bytes = try reading(name) { () throws(Errno) in try file.contents(upTo: sizeLimit) }
        guard let bytes, let app = FlatpakInfo.app(in: bytes), let client = ClientID(.flatpak, app) else {
            throw .malformed(name)
        }
        return client
    }
}
