import FilmgateKeyFiles
import FilmgatePeers
import FilmgateSystem

/// Finds the installed editors. Each call reads the desktop files again.
///
/// Runs on its own queue, because the folders may be on a disk that does not respond.
public actor InstalledEditors {
    private let queue = SerialQueue(named: "filmgate-editors")
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    private let folders: [String]
    private let languages: [String]

    /// - Parameters:
    ///   - folders: the folders with desktop files; earlier folders override later ones.
    ///   - languages: the person's languages, the preferred one first.
    init(folders: [String], languages: [String]) {
        self.folders = folders
        self.languages = languages
    }

    /// Searches the application folders of the XDG base directories and of Flatpak, in the languages of this process.
    public init() {
        self.init(folders: ApplicationFolders.all { environmentVariable($0) }, languages: Languages.ofThisProcess)
    }

    /// Returns all editors, sorted by name.
    public func all() -> [InstalledEditor] {
        var editors: [String: InstalledEditor] = [:]
        var seen: Set<String> = []
        for folder in folders {
            for application in ApplicationFolders.applications(in: folder) where seen.insert(application).inserted {
                guard let entry = DesktopEntry(of: application, in: [folder], languages: languages) else { continue }
                editors[application] = InstalledEditor(application, entry)
            }
        }
        return editors.values.sorted { ($0.name, $0.application) < ($1.name, $1.application) }
    }

    /// Returns the editor with this identifier; nil if there is none.
    public func editor(_ application: String) -> InstalledEditor? { all().first { $0.application == application } }
}
