public import FilmgateModel
public import FilmgatePolicy
import FilmgateSQLite

/// The changes of a view since a position, or the first page of them.
public struct ChangePage: Hashable, Sendable {
    /// The position after these changes; `Library.token(of:for:)` makes a token from it.
    public let position: ViewPosition
    public let changes: LibraryChanges
    /// Whether there are further changes.
    public let hasMore: Bool
}

/// Thrown if the token was not issued to this holder, or if its history was pruned. The client must fetch again.
public struct ExpiredToken: Error, Hashable, Sendable {
    public init() {}
}

/// Thrown if the comparison of two grants' scopes exceeded its time limit. The client must fetch again.
public struct ChangesTookTooLong: Error, Hashable, Sendable {
    public let limit: Duration
}

extension Library {
    /// The maximum number of visible changes in a page.
    public static let changesOfPage = 10_000

    /// Returns the current end of a view's history. The position stays the same until something visible changes.
    public func position(visibleTo visibility: Visibility) async throws -> ViewPosition {
        try await database.read { try $0.position(visibleTo: visibility) }
    }

    /// Returns the token of the current position.
    public func token(visibleTo visibility: Visibility, of holder: Holder) async throws -> ChangeToken {
        token(of: try await position(visibleTo: visibility), for: holder)
    }

    /// Returns the token of a position, which only this holder can use.
    public func token(of position: ViewPosition, for holder: Holder) -> ChangeToken {
        seal.token(of: position, for: holder)
    }

    /// Returns the net changes of a holder's view since a token, or the first page of them.
    ///
    /// If the holder's access has changed since the token, this may scan the whole library, in the client's turn and
    /// within the time limit of a fetch.
    ///
    /// - Throws: `ExpiredToken`, `ChangesTookTooLong`, and failures; `CancellationError` if the task is cancelled.
    public func changes(
        since token: ChangeToken, visibleTo visibility: Visibility, of holder: Holder, limit: Int = changesOfPage
    ) async throws -> ChangePage {
        guard let position = seal.position(of: token, for: holder) else { throw ExpiredToken() }
        if position.scope == ViewPosition.ViewScope(visibility) {
            return try await changes(since: position, visibleTo: visibility, limit: limit)
        }
        do {
            return try await readLong(for: holder.client) { database in
                try database.changesOfAccess(of: holder, since: position, visibleTo: visibility)
            }
        } catch let error as FetchTookTooLong {
            throw ChangesTookTooLong(limit: error.limit)
        }
    }

    /// Returns the net changes since a position, even if the holder's access has changed since. Does not wait for
    /// clients' queries, and has no time limit.
    ///
    /// - Throws: `ExpiredToken`, and failures; `CancellationError` if the task is cancelled.
    public func changesOfAccess(
        of holder: Holder, since position: ViewPosition, visibleTo visibility: Visibility
    ) async throws -> ChangePage {
        if position.scope == ViewPosition.ViewScope(visibility) {
            return try await changes(since: position, visibleTo: visibility)
        }
        return try await database.readInBackground(for: holder.client.description) { database in
            try database.changesOfAccess(of: holder, since: position, visibleTo: visibility)
        }
    }

    /// Returns the net changes since a position. If the view's scope has changed since, the result states that the
    /// client must fetch again.
    public func changes(
        since position: ViewPosition, visibleTo visibility: Visibility, limit: Int = changesOfPage
    ) async throws -> ChangePage {
        try await database.read { database in
            let scope = ViewPosition.ViewScope(visibility)
            guard position.scope == scope else {
                let now = try database.position(visibleTo: visibility)
                return ChangePage(position: now, changes: .anew(.grant), hasMore: false)
            }
            let history = ViewHistory(
                database: database, scope: try SQLScope(visibility, in: database), withheld: visibility.withheld)
            guard try history.holds(position) else { throw ExpiredToken() }
            let page = try history.events(after: position.number, atMost: limit)
            guard let last = page.last else {
                return ChangePage(position: position, changes: LibraryChanges(), hasMore: false)
            }
            return ChangePage(
                position: ViewPosition(number: last.number, date: last.date, scope: scope),
                changes: ChangeCoalescer(page.events).changes, hasMore: page.hasMore)
        }
    }
}

extension DatabaseConnection {
    fileprivate func position(visibleTo visibility: Visibility) throws -> ViewPosition {
        let last = try ViewHistory(database: self, scope: SQLScope(visibility, in: self)).last()
        return ViewPosition(number: last?.number ?? 0, date: last?.date ?? 0, scope: ViewPosition.ViewScope(visibility))
    }

    /// Returns the changes from one scope to another as a single page.
    fileprivate func changesOfAccess(
        of holder: Holder, since position: ViewPosition, visibleTo visibility: Visibility
    ) throws -> ChangePage {
        let client = try row(of: holder)
        let changes = try changes(since: position, ofLimited: client, visibleTo: visibility)
        try checkTime()
        let now = try self.position(visibleTo: visibility)
        return ChangePage(position: now, changes: changes ?? .anew(.grant), hasMore: false)
    }

    /// Returns the changes from one scope to another. Returns nil if they cannot be listed.
    ///
    /// - Parameter client: the row of the client with the limited view; nil if the view has no history.
    private func changes(
        since position: ViewPosition, ofLimited client: Int64?, visibleTo visibility: Visibility
    ) throws -> LibraryChanges? {
        let types = position.scope.reading.limits.mediaTypes
        let type = types == MediaType.all ? nil : types.first
        let scope: SQLScope =
            switch position.scope.extent {
            case .everything: type.map { .assets(of: $0) } ?? .everything
            case .limited: client.map { .members(of: $0, only: type) } ?? .nothing
            case .nothing: throw ExpiredToken()
            }
        let now = ViewPosition.ViewScope(visibility)
        if position.scope.extent == .everything, now.extent == .limited {
            // The token expires only by its own age, because a limited client must not learn which other events the log
            // still contains. A position before the first change has no age.
            if position.number == 0 { return nil }
            guard try position.number > historyStart() else { throw ExpiredToken() }
        }
        guard try ViewHistory(database: self, scope: scope).holds(position) else { throw ExpiredToken() }
        // If rights or limits differ, every value may have changed.
        guard position.scope.reading == now.reading, type == nil else { return nil }
        // The row number 0 does not exist, so it matches nothing.
        return try ScopeTransition(
            database: self, client: client ?? 0, position: position, withheld: visibility.withheld
        ).changes(to: now.extent)
    }
}
