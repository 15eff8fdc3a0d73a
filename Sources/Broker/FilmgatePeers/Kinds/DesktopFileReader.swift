public import FilmgateModel
import FilmgateSystem

/// Reads the desktop files of installed applications, without a cache.
///
/// Has a separate queue, because the folders may be on a disk that does not answer.
public actor DesktopFileReader {
    private let queue = SerialQueue(named: "filmgate-applications")
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    private let folders: [String]

    /// - Parameter folders: earlier folders override later ones.
    public init(folders: [String]) { self.folders = folders }

    /// Returns nil for a client of a kind that has no desktop files, or if its file cannot be read.
    ///
    /// - Parameter languages: the languages for displayed texts, as names of locales such as `de_AT`, the preferred one
    ///   first.
    public func entry(of client: ClientID, in languages: [String]) -> DesktopEntry? {
        switch client.kind {
        case .exe, .system: return nil
        case .flatpak, .snap, .app: break
        }
        return DesktopEntry(of: client.name, in: folders, languages: languages)
    }
}
