import FilmgateDBus
import FilmgateKeyFiles

/// Chooses the backend (the program that shows file dialogs) as xdg-desktop-portal does, but never Filmgate itself.
struct BackendSelector: Sendable {
    /// All `.portal` files, in any order.
    var files: [PortalFile]
    /// The names of the desktop in `XDG_CURRENT_DESKTOP`.
    var desktops: [String] = []
    /// The names that `portals.conf` prefers, in their order.
    var preferred: [String] = []
    /// The name or bus name of a backend in Filmgate's configuration; if nil, the rules of xdg-desktop-portal apply.
    var configured: String?

    static let ownName = "filmgate"

    var busName: BusName? {
        let others = files.filter { file in
            file.name != Self.ownName && file.busName != FileChooserInterface.busName
                && file.interfaces.contains(FileChooserInterface.name.rawValue)
        }.sorted { $0.name < $1.name }
        if let configured {
            return others.first { $0.name == configured || $0.busName.rawValue == configured }?.busName
        }
        for name in preferred {
            if let file = others.first(where: { $0.name == name }) { return file.busName }
        }
        for desktop in desktops.map({ $0.lowercased() }) {
            if let file = others.first(where: { $0.desktops.contains(desktop) }) { return file.busName }
        }
        return others.first?.busName
    }

    /// Returns the names that a `portals.conf` prefers for file dialogs.
    static func preferred(in configuration: [UInt8]) -> [String] {
        // An invalid file has no effect, as in xdg-desktop-portal.
        guard let file = try? KeyFile(configuration) else { return [] }
        let lists = [FileChooserInterface.name.rawValue, "default"].map { key in
            // A value that is not a list has no effect.
            (try? file.strings(key, in: "preferred")) ?? []
        }
        return lists.flatMap(\.self).filter { $0 != ownName && $0 != "none" && $0 != "*" }
    }
}
