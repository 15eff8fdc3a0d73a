/// What has become different in what this app sees, and the moment up to which that tells.
public struct LibraryUpdate: Equatable, Sendable {
    /// Where to go on, in this run of the app or in a later one: keep it with what the app keeps of the library.
    ///
    /// That of an app which may read no more leads nowhere: `changes(since:)` then begins anew.
    public let token: ChangeToken
    public let changes: LibraryChanges

    /// Whether it says that this app may read nothing any more: what it shows is to go, and there is nothing to fetch until another
    /// update says that it may again. Of other updates whose `reason` is `grant` the access is another, and reading goes on.
    public var isLossOfAccess: Bool { token == .none }

    /// Whether it stands for what the broker could not tell: its history does not reach back to the token before, or that was
    /// never given to this app.
    public let isOfExpiredToken: Bool

    public init(token: ChangeToken, changes: LibraryChanges, isOfExpiredToken: Bool = false) {
        self.token = token
        self.changes = changes
        self.isOfExpiredToken = isOfExpiredToken
    }

    /// That this app may read nothing any more.
    static let accessLost = LibraryUpdate(token: .none, changes: .anew(.grant))
}

extension ChangeToken {
    /// What stands for a token where nothing may be read.
    static let none = ChangeToken("")
}
