internal import CFilmgateGLib
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
        guard !bytes.isEmpty, !bytes.contains(0), let file = unsafe g_key_file_new() else { return nil }
        defer { unsafe g_key_file_unref(file) }
        let isKeyFile = unsafe bytes.withUnsafeBytes { buffer in
            unsafe g_key_file_load_from_data(
                file, buffer.bindMemory(to: CChar.self).baseAddress, gsize(buffer.count), G_KEY_FILE_NONE, nil)
        }
        guard isKeyFile != 0, unsafe g_key_file_has_group(file, "Desktop Entry") != 0 else { return nil }
        func value(_ key: String) -> String? {
            guard let text = unsafe g_key_file_get_string(file, "Desktop Entry", key, nil) else { return nil }
            defer { unsafe g_free(text) }
            return unsafe String(cString: text)
        }
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
