public import FilmgateModel
import FilmgatePeers
import FilmgateWire

/// An app that edits photos or videos for other apps, according to its desktop file.
public struct InstalledEditor: Hashable, Sendable {
    /// The identifier of the app: the name of its desktop file, and its name on the session bus.
    public let application: String
    /// The app's identity for the broker.
    public let client: ClientID
    /// The app's name in the person's language, on one line; the identifier if the desktop file has no name.
    public let name: String
    /// The icon's name in the icon theme; nil if there is none, or if it is a path or too long.
    public let icon: String?
    public let media: Set<EditedMedia>

    /// Creates an editor from a desktop file.
    ///
    /// Returns nil if the file's name is not a bus name, if the app edits no known media, or if the file's name does
    /// not match its Flatpak identifier.
    ///
    /// - Parameter application: the name of the file, without its suffix.
    init?(_ application: String, _ entry: DesktopEntry) {
        guard let edited = entry.editedMedia, EditorInterface.address(of: application) != nil,
            let client = Self.client(of: application, entry)
        else { return nil }
        let media = Set(edited.compactMap(EditedMedia.init(rawValue:)))
        guard !media.isEmpty else { return nil }
        self.application = application
        self.client = client
        self.media = media
        let name = singleLine(entry.name ?? "", limit: DesktopEntry.shownNameLength)
        self.name = name.isEmpty ? application : name
        // An icon that is a path could make the window open any file.
        icon = entry.icon.flatMap { icon in
            icon.isEmpty || icon.contains("/") || icon.utf8.count > DesktopEntry.shownUsageLength ? nil : icon
        }
    }

    /// Returns the client of an editor; nil if the file's name does not match the file's Flatpak identifier. Flatpak
    /// exports only files named after their app, and writes the app's identifier into them.
    private static func client(of application: String, _ entry: DesktopEntry) -> ClientID? {
        guard let flatpak = entry.flatpak else { return ClientID(.app, application) }
        guard ClientID.isFlatpakName(flatpak), application == flatpak || application.hasPrefix(flatpak + ".") else {
            return nil
        }
        return ClientID(.flatpak, flatpak)
    }
}

/// A kind of asset that an editor edits. The raw values are the words in the key `X-Filmgate-EditsMedia`.
public enum EditedMedia: String, CaseIterable, Sendable {
    case image, video
    case livePhoto = "live"

    /// - Parameter isLive: whether the asset is a live photo.
    public init?(_ type: MediaType?, isLive: Bool) {
        switch type {
        case .image: self = isLive ? .livePhoto : .image
        case .video: self = .video
        case nil: return nil
        }
    }
}
