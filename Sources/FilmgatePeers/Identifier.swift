public import FilmgateModel
public import FilmgateProcess

/// One way of telling who a process is. Several are tried in turn.
public protocol PeerIdentifier: Sendable {
    /// - Parameter user: whom the bus says the process belongs to.
    func identify(_ process: PinnedProcess, of user: UInt32) -> Identity
}

/// What one way of telling has found.
public enum Identity: Hashable, Sendable {
    case client(ClientID)
    /// The process bears none of its marks; another way may know it.
    case unmarked
    /// The marks could not be read or are not as they must be: nobody else may be asked.
    case doubtful(String)
}
