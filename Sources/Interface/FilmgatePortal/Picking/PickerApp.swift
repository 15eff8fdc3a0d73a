public import FilmgateModel

/// An app as the broker identified it, and how the file dialog treats it.
public struct PickerApp: Hashable, Sendable {
    let client: ClientID

    public init(client: ClientID) { self.client = client }

    /// Returns whether the sandbox that the broker found is the one that the portal reports. Outside of a sandbox, the
    /// portal only reads the identifier from the name of the app's scope.
    func isConsistent(with appID: String) -> Bool {
        switch client.kind {
        case .flatpak: appID == client.name
        case .snap:
            appID == "snap.\(client.name)" || appID.hasPrefix("snap.\(client.name)_")
                || appID.hasPrefix("snap.\(client.name).")
        default: !appID.hasPrefix("snap.")
        }
    }

    /// Whether the kernel isolates the app, so that the document portal passes files on to it.
    var isSandboxed: Bool { client.kind.isVerified }

    /// Returns whether the person's settings let this app have the picker. Ignores the switch for all apps.
    public func isOn(in settings: PortalSettings) -> Bool {
        let text = client.description
        if settings.appsOff.contains(text) { return false }
        return settings.appsOn.contains(text) || !Self.keepingPaths.contains(name)
    }

    /// Whether the app passes pictures on to web sites, which know few formats.
    var isBrowser: Bool { Self.browsers.contains(name) }

    /// The program's file name, or the last part of the identifier.
    private var name: String {
        let separator: Character = client.kind == .flatpak ? "." : "/"
        return client.name.split(separator: separator).last.map { $0.lowercased() } ?? ""
    }

    private static let browsers: Set<String> = [
        "brave", "brave-browser", "chrome", "chromium", "chromium-browser", "epiphany", "epiphany-browser", "falkon",
        "firefox", "firefox-esr", "firefox-bin", "google-chrome", "librewolf", "microsoft-edge", "msedge", "opera",
        "vivaldi", "vivaldi-bin",
    ]

    /// Programs that keep the paths of files for later, for wallpapers or in projects. The copies do not exist that
    /// long.
    private static let keepingPaths: Set<String> = [
        "ardour", "audacity", "blender", "cinnamon-settings", "darktable", "digikam", "feh", "gimp", "gimp-2.10",
        "gimp-3.0", "gnome-control-center", "inkscape", "kdenlive", "krita", "lximage-qt", "nitrogen", "obs",
        "openshot-qt", "pcmanfm", "pitivi", "rawtherapee", "scribus", "shotcut", "shotwell", "soffice.bin",
        "systemsettings", "systemsettings5", "xfdesktop-settings",
    ]
}
