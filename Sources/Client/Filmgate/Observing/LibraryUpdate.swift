/// Changes to the objects that this app sees, and the position in the history of changes after these changes.
public struct LibraryUpdate: Equatable, Sendable {
    /// The position from which the app can continue, also after a restart. Store it with the app's copy of the library.
    ///
    /// If this app may no longer read, the token contains no position, and `changes(since:)` starts over.
    public let token: ChangeToken
    public let changes: LibraryChanges

    /// Whether this app may no longer read. If so, the app must remove everything that it shows, and must not fetch
    /// until an update reports that it may read again. Other updates with the reason `grant` report a change of access
    /// after which the app may still read.
    public var isLossOfAccess: Bool { token == .none }

    /// Whether the broker did not know the previous token: its history does not reach back to the token, or the token
    /// was never given to this app.
    public let isOfExpiredToken: Bool

    public init(token: ChangeToken, changes: LibraryChanges, isOfExpiredToken: Bool = false) {
        self.token = token
        self.changes = changes
        self.isOfExpiredToken = isOfExpiredToken
    }

    /// The update for an app that may no longer read.
    static let accessLost = LibraryUpdate(token: .none, changes: .anew(.grant))
}

extension ChangeToken {
    /// The token of an app that may not read.
    static let none = ChangeToken("")
}
