import FilmgateDBus
import FilmgateKeyFiles

/// A `.portal` file, with which a backend says what it implements.
struct PortalFile: Hashable, Sendable {
    /// The file's name without `.portal`.
    let name: String
    let busName: BusName
    let interfaces: [String]
    /// The desktops for which it is meant, in lower case.
    let desktops: [String]

    /// Returns nil if the file is not valid.
    init?(name: String, _ bytes: [UInt8]) {
        // A broken file of another package is skipped, as xdg-desktop-portal does.
        guard let file = try? KeyFile(bytes), let text = try? file.string("DBusName", in: "portal"),
            let busName = BusName(text),
            // A file whose list of interfaces is broken is skipped, too.
            let interfaces = try? file.strings("Interfaces", in: "portal")
        else { return nil }
        self.name = name
        self.busName = busName
        self.interfaces = interfaces
        // The key is optional.
        desktops = ((try? file.strings("UseIn", in: "portal")) ?? []).map { $0.lowercased() }
    }
}
