public import FilmgateModel
public import FilmgatePolicy
internal import FilmgateSQLite
internal import Synchronization

/// What has become of a view since a position, or of a first part of it.
public struct ChangePage: Hashable, Sendable {
    /// Up to where it tells; `Library.token(of:for:)` makes of it what a client is given.
    public let position: ViewPosition
    public let changes: LibraryChanges
    /// Whether there is more after that.
    public let hasMore: Bool
}

/// A token that was never given to this holder, or whose history is gone: what it saw has to be fetched anew.
public struct ExpiredToken: Error, Hashable, Sendable {
    public init() {}
}

extension Library {
    /// So many changes make a page, however many happened that cannot be seen.
    public static let changesOfPage = 10_000

    /// Where the history of what somebody sees ends now. It stays the same until something happens that they may see.
    public func position(visibleTo visibility: Visibility) async throws -> ViewPosition {
        try await database.read { try $0.position(visibleTo: visibility) }
    }

    /// The same as a client is given it.
    public func token(visibleTo visibility: Visibility, of holder: Holder) async throws -> ChangeToken {
        token(of: try await position(visibleTo: visibility), for: holder)
    }

    /// A position as this holder can hand it back, and no other.
    public func token(of position: ViewPosition, for holder: Holder) -> ChangeToken {
        seal.token(of: position, for: holder)
    }

    /// What has become of a holder's view since it was given a token, netted; the first part of it where it is much.
    ///
    /// - Throws: `ExpiredToken`, and failures.
    public func changes(
        since token: ChangeToken, visibleTo visibility: Visibility, of holder: Holder, limit: Int = changesOfPage
    ) async throws -> ChangePage {
        guard let position = seal.position(of: token, for: holder) else { throw ExpiredToken() }
        return try await changes(since: position, visibleTo: visibility, limit: limit)
    }

    /// The same since a position, for whoever keeps it.
    public func changes(
        since position: ViewPosition, visibleTo visibility: Visibility, limit: Int = changesOfPage
    ) async throws -> ChangePage {
        try await database.read { database in
            let lens = ViewPosition.Lens(visibility)
            guard position.lens == lens else {
                guard try database.holds(position, of: visibility) else { throw ExpiredToken() }
                return ChangePage(
                    position: try database.position(visibleTo: visibility), changes: .anew(.grant), hasMore: false)
            }
            guard try database.holds(position, of: visibility) else { throw ExpiredToken() }
            let history = ViewHistory(database: database, sight: try Sight(visibility, in: database))
            let page = try history.events(after: position.number, atMost: limit)
            guard let last = page.last else {
                return ChangePage(position: position, changes: LibraryChanges(), hasMore: false)
            }
            var netting = Netting()
            for event in page.events { netting.add(event) }
            return ChangePage(
                position: ViewPosition(number: last.number, date: last.date, lens: lens), changes: netting.changes,
                hasMore: page.hasMore)
        }
    }
}

extension Connection {
    fileprivate func position(visibleTo visibility: Visibility) throws -> ViewPosition {
        let last = try ViewHistory(database: self, sight: Sight(visibility, in: self)).last()
        return ViewPosition(number: last?.number ?? 0, date: last?.date ?? 0, lens: ViewPosition.Lens(visibility))
    }

    /// Whether the log still has every change of the view after a position, and the position is in this log's history.
    fileprivate func holds(_ position: ViewPosition, of visibility: Visibility) throws -> Bool {
        let history = ViewHistory(database: self, sight: try Sight(visibility, in: self))
        let pruned = try history.pruned()
        if position.number == pruned.number { return position.date == pruned.date }
        return try position.number > pruned.number && history.contains(position.number, of: position.date)
    }
}
