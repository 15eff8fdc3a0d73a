/// Changes to the objects that this app sees, and the position up to which they are complete.
public struct LibraryUpdate: Equatable, Sendable {
    /// The position from which this run of the app or a later one can continue. Store it with the app's copy of the
    /// library.
    ///
    /// If this app may no longer read, the token is useless: `changes(since:)` then starts over.
    public let token: ChangeToken
    public let changes: LibraryChanges

    /// Whether this app may no longer read: it must then remove all that it shows, and cannot fetch until an update
    /// reports that it may read again. Other updates whose `reason` is `grant` mean that the app's access has changed,
    /// and that it may still read.
    public var isLossOfAccess: Bool { token == .none }

    /// Whether the broker could not report the changes, because its history does not reach back to the previous token,
    /// or because it never gave that token to this app.
    public let isOfExpiredToken: Bool

    public init(token: ChangeToken, changes: LibraryChanges, isOfExpiredToken: Bool = false) {
        self.token = token
        self.changes = changes
        self.isOfExpiredToken = isOfExpiredToken
    }

    /// The update that reports that this app may no longer read.
    static let accessLost = LibraryUpdate(token: .none, changes: .anew(.grant))
}

extension ChangeToken {
    /// The token of an app that may not read.
    static let none = ChangeToken("")
}
