public import FilmgateModel
internal import FilmgateSystem

/// The desktop files of installed applications, read anew each time: nothing is kept.
///
/// Has a queue of its own, for the folders may lie on a disk that does not answer.
public actor ApplicationShelf {
    private let queue = SerialQueue(named: "filmgate-applications")
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    private static let sizeLimit: UInt64 = 256 * 1024
    private let folders: [String]

    /// - Parameter folders: where desktop files are looked for; the first that has one counts.
    public init(folders: [String]) { self.folders = folders }

    /// Nil for a client whose kind says nothing of a desktop file, and where there is none that can be read.
    public func entry(of client: ClientID) -> DesktopEntry? {
        switch client.kind {
        case .exe, .system: return nil
        case .flatpak, .snap, .app: break
        }
        // No identifier of an application has a '/'; where one had, it would lead elsewhere.
        guard !client.name.contains("/") else { return nil }
        for folder in folders {
            if let bytes = Self.contents(of: client.name + ".desktop", in: folder) { return DesktopEntry(bytes) }
        }
        return nil
    }

    /// Exported desktop files are links. What they lead to is looked at before it is opened.
    private static func contents(of name: String, in path: String) -> [UInt8]? {
        guard let file = try? Folder(path: path).magicFile(name), let facts = try? file.facts(), facts.isRegular,
            facts.size <= sizeLimit, let opened = try? file.reopenedReadOnly()
        else { return nil }
        return (try? opened.contents(upTo: Int(sizeLimit))) ?? nil
    }
}
