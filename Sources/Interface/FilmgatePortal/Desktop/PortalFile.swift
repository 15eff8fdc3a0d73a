import FilmgateDBus
import FilmgateKeyFiles

/// A `.portal` file, which lists the interfaces that a backend implements.
struct PortalFile: Hashable, Sendable {
    /// The file's name without `.portal`.
    let name: String
    let busName: BusName
    let interfaces: [String]
    /// The desktops for which the backend is meant, in lower case.
    let desktops: [String]

    /// Returns nil if the file is not valid.
    init?(name: String, _ bytes: [UInt8]) {
        // An invalid file of another package is skipped, as in xdg-desktop-portal.
        guard let file = try? KeyFile(bytes), let text = try? file.string("DBusName", in: "portal"),
            let busName = BusName(text),
            // A file with an invalid list of interfaces is also skipped.
            let interfaces = try? file.strings("Interfaces", in: "portal")
        else { return nil }
        self.name = name
        self.busName = busName
        self.interfaces = interfaces
        // The key is optional, and an invalid list counts as empty.
        desktops = ((try? file.strings("UseIn", in: "portal")) ?? []).map { $0.lowercased() }
    }
}
