/// What has become different in what this app sees, and the moment up to which that tells.
public struct LibraryUpdate: Equatable, Sendable {
    /// Where to go on, in this run of the app or in a later one: keep it with what the app keeps of the library.
    ///
    /// That of an app which may read no more leads nowhere: `changes(since:)` then begins anew.
    public let token: ChangeToken
    public let changes: LibraryChanges

    public init(token: ChangeToken, changes: LibraryChanges) {
        self.token = token
        self.changes = changes
    }

    /// That this app may read nothing any more.
    static let accessLost = LibraryUpdate(token: .none, changes: .anew(.grant))
}

extension ChangeToken {
    /// What stands for a token where nothing may be read.
    static let none = ChangeToken("")
}
