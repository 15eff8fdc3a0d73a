/// Changes in what this app sees, and the position up to which they are complete.
public struct LibraryUpdate: Equatable, Sendable {
    /// The position to continue from, in this run of the app or a later one: store it with the app's copy of the
    /// library.
    ///
    /// If this app may no longer read, the token is of no use: `changes(since:)` then starts over.
    public let token: ChangeToken
    public let changes: LibraryChanges

    /// Whether this app may no longer read: it must remove what it shows, and can fetch nothing until an update reports
    /// that it may read again. Other updates whose `reason` is `grant` mean that the access is different and reading
    /// continues.
    public var isLossOfAccess: Bool { token == .none }

    /// Whether the broker could not give the changes, because its history does not reach back to the previous token, or
    /// because it never gave that token to this app.
    public let isOfExpiredToken: Bool

    public init(token: ChangeToken, changes: LibraryChanges, isOfExpiredToken: Bool = false) {
        self.token = token
        self.changes = changes
        self.isOfExpiredToken = isOfExpiredToken
    }

    /// This app may no longer read.
    static let accessLost = LibraryUpdate(token: .none, changes: .anew(.grant))
}

extension ChangeToken {
    /// Stands for a token if nothing may be read.
    static let none = ChangeToken("")
}
