public import FilmgateModel

/// An app, as identified by the broker. Its properties decide how file dialogs treat it.
public struct PickerApp: Hashable, Sendable {
    let client: ClientID

    public init(client: ClientID) { self.client = client }

    /// Returns whether the broker and the portal report the same sandbox. Ignores the portal's identifier for an app
    /// without a sandbox, because the portal derives it from the name of the app's systemd scope.
    func isConsistent(with appID: String) -> Bool {
        switch client.kind {
        case .flatpak: appID == client.name
        case .snap:
            appID == "snap.\(client.name)" || appID.hasPrefix("snap.\(client.name)_")
                || appID.hasPrefix("snap.\(client.name).")
        default: !appID.hasPrefix("snap.")
        }
    }

    /// Whether the app runs in a sandbox, so that the document portal passes files to it.
    var isSandboxed: Bool { client.kind.isVerified }

    /// Returns whether the settings allow the picker for this app. Ignores `isOn` of the settings.
    public func isOn(in settings: PortalSettings) -> Bool {
        let text = client.description
        if settings.appsOff.contains(text) { return false }
        return settings.appsOn.contains(text) || !Self.keepingPaths.contains(name)
    }

    /// Whether the app is a browser, which sends pictures to websites that support few formats.
    var isBrowser: Bool { Self.browsers.contains(name) }

    /// The file name of the program, or the last component of the Flatpak identifier, in lower case.
    private var name: String {
        let separator: Character = client.kind == .flatpak ? "." : "/"
        return client.name.split(separator: separator).last.map { $0.lowercased() } ?? ""
    }

    private static let browsers: Set<String> = [
        "brave", "brave-browser", "chrome", "chromium", "chromium-browser", "epiphany", "epiphany-browser", "falkon",
        "firefox", "firefox-esr", "firefox-bin", "google-chrome", "librewolf", "microsoft-edge", "msedge", "opera",
        "vivaldi", "vivaldi-bin",
    ]

    /// Programs that store the paths of files, for wallpapers or in projects. The picker's copies are deleted too
    /// early for such programs.
    private static let keepingPaths: Set<String> = [
        "ardour", "audacity", "blender", "cinnamon-settings", "darktable", "digikam", "feh", "gimp", "gimp-2.10",
        "gimp-3.0", "gnome-control-center", "inkscape", "kdenlive", "krita", "lximage-qt", "nitrogen", "obs",
        "openshot-qt", "pcmanfm", "pitivi", "rawtherapee", "scribus", "shotcut", "shotwell", "soffice.bin",
        "systemsettings", "systemsettings5", "xfdesktop-settings",
    ]
}
