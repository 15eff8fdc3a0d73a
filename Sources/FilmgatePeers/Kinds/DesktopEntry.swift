internal import FilmgateKeyFiles
internal import FilmgateSystem

/// What an installed application says of itself to people, as far as a prompt shows it.
public struct DesktopEntry: Hashable, Sendable {
    /// How much of a name is shown, and how much of an application's own words, in code points.
    public static let shownNameLength = 128
    public static let shownUsageLength = 256

    public var name: String?
    /// A name of the icon theme, or a path.
    public var icon: String?
    /// Why the application reads photos, in its own words.
    public var libraryUsage: String?
    /// Why it adds photos.
    public var additionsUsage: String?
    /// What kinds of application it is one of, in the words of the desktop menu specification.
    public var categories: Set<String> = []

    /// Nil where the bytes are no desktop file.
    init?(_ bytes: [UInt8]) {
        let group = "Desktop Entry"
        guard let file = try? KeyFile(bytes), file.contains(group: group) else { return nil }
        func value(_ key: String) -> String? { try? file.string(key, in: group) }
        name = value("Name")
        icon = value("Icon")
        libraryUsage = value("X-Filmgate-PhotoLibraryUsage")
        additionsUsage = value("X-Filmgate-PhotoAdditionsUsage")
        categories = Set(value("Categories")?.split(separator: ";").map(String.init) ?? [])
    }

    private static let sizeLimit: UInt64 = 256 * 1024

    /// The first that one of the folders has for the application; nil where none can be read.
    init?(of application: String, in folders: [String]) {
        // No identifier of an application has a '/'; where one had, it would lead elsewhere.
        guard !application.contains("/") else { return nil }
        let contents = folders.lazy.compactMap { Self.contents(of: application + ".desktop", in: $0) }
        guard let bytes = contents.first else { return nil }
        self.init(bytes)
    }

    /// Exported desktop files are links. What they lead to is looked at before it is opened.
    private static func contents(of name: String, in path: String) -> [UInt8]? {
        guard let file = try? Folder(path: path).magicFile(name), let facts = try? file.facts(), facts.isRegular,
            facts.size <= sizeLimit, let opened = try? file.reopenedReadOnly()
        else { return nil }
        return (try? opened.contents(upTo: Int(sizeLimit))) ?? nil
    }
}
