import FilmgateKeyFiles
public import FilmgateModel
import FilmgateSystem

/// The parts of an installed application's desktop file that Filmgate uses, mostly for prompts.
public struct DesktopEntry: Hashable, Sendable {
    /// The maximum length of a displayed name, in code points.
    public static let shownNameLength = 128
    public static let shownUsageLength = 256

    public var name: String?
    /// A name of the icon theme, or a path.
    public var icon: String?
    /// The application's explanation of why it reads photos.
    public var libraryUsage: String?
    /// The application's explanation of why it adds photos.
    public var additionsUsage: String?
    /// The application's categories, as named in the desktop menu specification.
    public var categories: Set<String> = []
    /// The Flatpak that exports the file; nil if the file does not name a Flatpak.
    public var flatpak: String?
    /// The media types that the application edits for other apps, as listed in `X-Filmgate-EditsMedia`; nil if the
    /// application is not an editor that the session bus can start.
    public var editedMedia: [String]?
    /// The program that the application starts, as `Exec` names it: a path or a file name. Nil if the program gets
    /// arguments that can decide what it does, as an interpreter gets a script.
    var program: String?
    /// The class of the application's windows, which for many programs is their file name.
    var windowClass: String?
    /// Whether menus show the application.
    var isShown: Bool

    /// Returns nil if the bytes are not a desktop file.
    ///
    /// - Parameter languages: the languages for displayed strings, the preferred one first. A string without a
    ///   translation into any of these languages is read in its default language.
    init?(_ bytes: [UInt8], in languages: [String]) {
        let group = "Desktop Entry"
        // A malformed file counts as missing: only its author can correct it.
        guard let file = try? KeyFile(bytes, keepsTranslations: true), file.contains(group: group) else { return nil }
        func value(_ key: String, in languages: [String] = []) -> String? {
            // A value that is not text counts as missing.
            try? file.localizedString(key, in: group, for: languages)
        }
        name = value("Name", in: languages)
        icon = value("Icon")
        libraryUsage = value("X-Filmgate-PhotoLibraryUsage", in: languages)
        additionsUsage = value("X-Filmgate-PhotoAdditionsUsage", in: languages)
        categories = Set(value("Categories")?.split(separator: ";").map(String.init) ?? [])
        flatpak = value("X-Flatpak")
        program = value("Exec").flatMap { Self.program(in: $0) }
        windowClass = value("StartupWMClass")
        isShown = value("Hidden") != "true" && value("NoDisplay") != "true"
        if value("X-Filmgate-Editor") == "true", value("DBusActivatable") == "true", value("Hidden") != "true" {
            // An unreadable key counts as missing.
            editedMedia = try? file.strings("X-Filmgate-EditsMedia", in: group)
        }
    }

    private static let sizeLimit = 256 * 1024

    /// Reads the application's file from the first folder that has a readable one. Returns nil if no folder has one.
    public init?(of application: String, in folders: [String], languages: [String]) {
        // An application's identifier must not contain '/', which would lead to another folder.
        guard !application.contains("/") else { return nil }
        // A file that cannot be read counts as missing.
        let contents = folders.lazy.compactMap { try? Self.contents(of: application + ".desktop", in: $0) }
        guard let bytes = contents.first else { return nil }
        self.init(bytes, in: languages)
    }

    /// Reads a desktop file. Flatpak exports symbolic links, whose targets are checked before they are opened.
    private static func contents(of name: String, in path: String) throws(Errno) -> [UInt8]? {
        let file = try Directory(path: path).magicFile(name)
        return try file.facts().isRegular ? file.reopenedReadOnly().contents(upTo: sizeLimit) : nil
    }
}

/// Reads the desktop files of installed applications, without a cache.
///
/// Runs on a separate queue, because the folders may be on a disk that does not answer.
public actor DesktopFileReader {
    private let queue = SerialQueue(named: "filmgate-applications")
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    private let folders: [String]

    /// - Parameter folders: earlier folders override later ones.
    public init(folders: [String]) { self.folders = folders }

    /// Returns a client's desktop entry; nil if clients of its kind have no desktop files, or the file cannot be read.
    ///
    /// - Parameter languages: the languages for displayed strings, as names of locales such as `de_AT`, the preferred
    ///   one first.
    public func entry(of client: ClientID, in languages: [String]) -> DesktopEntry? {
        switch client.kind {
        case .system: nil
        case .exe: entry(ofProgram: client.name, in: languages)
        case .flatpak, .snap, .app: DesktopEntry(of: client.name, in: folders, languages: languages)
        }
    }

    /// Returns the name and the icon of the only application that starts a program; nil if several do.
    ///
    /// Ignores the folders of Flatpaks, whose files start no program of the host, and which any program of a person can
    /// change.
    private func entry(ofProgram path: String, in languages: [String]) -> DesktopEntry? {
        var seen: Set<String> = []
        var found: DesktopEntry?
        for folder in folders where !folder.hasSuffix("flatpak/exports/share/applications") {
            for application in ApplicationFolders.applications(in: folder) where seen.insert(application).inserted {
                guard let entry = DesktopEntry(of: application, in: [folder], languages: languages), entry.isShown,
                    entry.starts(path)
                else { continue }
                guard found == nil else { return nil }
                found = entry
            }
        }
        // Only the name is taken. The purpose would be the application's words, and the program can be a different one.
        found?.libraryUsage = nil
        found?.additionsUsage = nil
        return found
    }
}

/// The folders with desktop files.
public enum ApplicationFolders {
    /// Returns all folders with desktop files for a person. Earlier folders override later ones.
    ///
    /// - Parameter variable: returns the value of an environment variable.
    public static func all(_ variable: (String) -> String?) -> [String] {
        let shared = variable("XDG_DATA_DIRS").flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share"
        let folders =
            [own(variable).map { "\($0)/applications" }, ownFlatpaks(variable)].compactMap(\.self)
            + shared.split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/applications" }
            + ["/var/lib/flatpak/exports/share/applications"]
        var seen: Set<String> = []
        return folders.filter { seen.insert($0).inserted }
    }

    /// The maximum number of desktop files that are read from a folder.
    private static let mostFiles = 10_000

    /// Returns the names of the desktop files in a folder, without their suffix.
    public static func applications(in folder: String) -> [String] {
        let suffix = ".desktop"
        // Most of these folders do not exist. A missing folder counts as empty.
        let names = (try? Directory(path: folder).names()) ?? []
        return names.filter { $0.hasSuffix(suffix) }.prefix(mostFiles).map { String($0.dropLast(suffix.count)) }
    }

    /// Returns the folder of the Flatpaks that the person has installed for themselves.
    public static func ownFlatpaks(_ variable: (String) -> String?) -> String? {
        let installation = path("FLATPAK_USER_DIR", variable) ?? own(variable).map { "\($0)/flatpak" }
        return installation.map { "\($0)/exports/share/applications" }
    }

    private static func own(_ variable: (String) -> String?) -> String? {
        path("XDG_DATA_HOME", variable) ?? path("HOME", variable).map { "\($0)/.local/share" }
    }

    /// Returns a folder from a variable. Ignores relative paths, as the XDG specification requires.
    private static func path(_ name: String, _ variable: (String) -> String?) -> String? {
        guard let value = variable(name), value.hasPrefix("/") else { return nil }
        return value
    }
}
