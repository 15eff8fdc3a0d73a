import FilmgateKeyFiles

/// The person's settings of the file dialogs, in `portal.conf`.
struct PortalSettings: Hashable, Sendable {
    /// Whether dialogs for pictures and videos show the picker.
    var isOn = true
    /// The apps that always get the desktop's own dialog, as `KIND:NAME`.
    var appsOff: Set<String> = []
    /// The apps that get the picker although they usually would not, as `KIND:NAME`.
    var appsOn: Set<String> = []
    /// The desktop's own backend, by the name of its `.portal` file; nil: by the rules of xdg-desktop-portal.
    var backend: String?

    init() {}

    /// Reads the values of a file; those that it does not have stay. A file that is not valid changes nothing.
    mutating func read(_ bytes: [UInt8]) {
        // The person's file dialogs must appear, whatever is in the file.
        guard let file = try? KeyFile(bytes) else { return }
        // Also here, values that are not valid have no effect.
        if let value = try? file.flag("enabled", in: Self.group) { isOn = value }
        if let value = try? file.strings("apps-off", in: Self.group) { appsOff = Set(value) }
        if let value = try? file.strings("apps-on", in: Self.group) { appsOn = Set(value) }
        if let value = try? file.string("backend", in: Self.group) { backend = value }
    }

    private static let group = "portal"
}
