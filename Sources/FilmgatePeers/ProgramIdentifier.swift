internal import FilmgateModel
public import FilmgateProcess

/// Names any other program of the host by its executable, which proves nothing: it is the last to be asked.
public struct ProgramIdentifier: PeerIdentifier {
    public init() {}

    public func identify(_ process: PinnedProcess, of user: UInt32) -> Identity {
        do {
            let (path, _) = try process.executable()
            guard path.hasPrefix("/"), !path.hasSuffix(" (deleted)"), let id = ClientID(.exe, path) else {
                return .doubtful("the program's file is gone or has no usable name")
            }
            return .client(id)
        } catch {
            return .doubtful("the program cannot be told: \(error)")
        }
    }
}
