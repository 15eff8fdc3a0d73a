public import FilmgateModel
internal import FilmgateSystem

/// The desktop files of installed applications, read anew each time: nothing is kept.
///
/// Has a queue of its own, for the folders may lie on a disk that does not answer.
public actor DesktopFileReader {
    private let queue = SerialQueue(named: "filmgate-applications")
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    private let folders: [String]

    /// - Parameter folders: where desktop files are looked for; the first that has one counts.
    public init(folders: [String]) { self.folders = folders }

    /// Nil for a client whose kind says nothing of a desktop file, and where there is none that can be read.
    public func entry(of client: ClientID) -> DesktopEntry? {
        switch client.kind {
        case .exe, .system: return nil
        case .flatpak, .snap, .app: break
        }
        return DesktopEntry(of: client.name, in: folders)
    }
}
