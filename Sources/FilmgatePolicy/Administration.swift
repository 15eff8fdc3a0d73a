public import FilmgateModel

/// Leave to administer a user's grants, proven by a decision.
public struct Administration: Hashable, Sendable {
    /// Whose grants and library.
    public let user: UInt32
    /// Who administers.
    public let client: Client

    init(user: UInt32, client: Client) {
        self.user = user
        self.client = client
    }

    /// An administrator sees all that they decide about.
    public var visibility: Visibility { .everything }
}

/// Decides who administers in the private setting: the library's owner, from any program that is not sandboxed.
///
/// A sandboxed client never does, whatever its level.
public func administration(by client: Client, ofLibraryOf owner: UInt32) -> Administration? {
    guard !client.isSandboxed, client.user == owner else { return nil }
    return Administration(user: owner, client: client)
}
