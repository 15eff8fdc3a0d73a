public import FilmgateModel
public import FilmgatePolicy
import FilmgateSQLite

/// The first page of a view's changes since a position.
public struct ChangePage: Hashable, Sendable {
    /// The position after these changes. `Library.token(of:for:)` converts it to a token.
    public let position: ViewPosition
    public let changes: LibraryChanges
    /// Whether there are more changes.
    public let hasMore: Bool
}

/// An error for a token that is invalid, belongs to a different holder, or is too old. The client must fetch again.
public struct ExpiredChangeTokenError: Error, Hashable, Sendable {
    public init() {}
}

/// An error if listing changes across a change of access exceeds its time limit. The client must fetch again.
public struct ChangesTookTooLong: Error, Hashable, Sendable {
    public let limit: Duration
}

extension Library {
    /// The maximum number of visible changes in a page.
    public static let changesOfPage = 10_000

    /// Returns the current end of a view's history. The position changes only with a visible change.
    public func position(visibleTo visibility: Visibility) async throws -> ViewPosition {
        try await database.read { try $0.position(visibleTo: visibility) }
    }

    /// Returns a token of the current position.
    public func token(visibleTo visibility: Visibility, of holder: Holder) async throws -> ChangeToken {
        token(of: try await position(visibleTo: visibility), for: holder)
    }

    /// Returns a token of a position. Only this holder can use the token.
    public func token(of position: ViewPosition, for holder: Holder) -> ChangeToken {
        seal.token(of: position, for: holder)
    }

    /// Returns the first page of the net changes in a holder's view since a token.
    ///
    /// If the holder's access has changed since the token, this may scan the whole library. The scan waits for the
    /// client's turn, and has the time limit of a fetch.
    ///
    /// - Throws: `ExpiredChangeTokenError`, `ChangesTookTooLong`, `CancellationError`, and an error of the database.
    public func changes(
        since token: ChangeToken, visibleTo visibility: Visibility, of holder: Holder, limit: Int = changesOfPage
    ) async throws -> ChangePage {
        guard let position = seal.position(of: token, for: holder) else { throw ExpiredChangeTokenError() }
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

    /// Returns the net changes since a position, even if the holder's access has changed. Does not wait for clients'
    /// queries, and has no practical time limit.
    ///
    /// - Throws: `ExpiredChangeTokenError`, `CancellationError`, and an error of the database.
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

    /// Returns the net changes since a position. If the scope of the view has changed, the result states that the
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
            guard try history.holds(position) else { throw ExpiredChangeTokenError() }
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

    /// Returns the changes from an earlier scope to the current one, in a single page.
    fileprivate func changesOfAccess(
        of holder: Holder, since position: ViewPosition, visibleTo visibility: Visibility
    ) throws -> ChangePage {
        let client = try row(of: holder)
        let changes = try changes(since: position, ofLimited: client, visibleTo: visibility)
        try checkTime()
        let now = try self.position(visibleTo: visibility)
        return ChangePage(position: now, changes: changes ?? .anew(.grant), hasMore: false)
    }

    /// Returns the changes from an earlier scope to the current one, or nil if they cannot be listed.
    ///
    /// - Parameter client: the row of the client with the limited view, or nil if there is no such row.
    private func changes(
        since position: ViewPosition, ofLimited client: Int64?, visibleTo visibility: Visibility
    ) throws -> LibraryChanges? {
        let types = position.scope.reading.limits.mediaTypes
        let type = types == MediaType.all ? nil : types.first
        let scope: SQLScope =
            switch position.scope.extent {
            case .everything: type.map { .assets(of: $0) } ?? .everything
            case .limited: client.map { .members(of: $0, only: type) } ?? .nothing
            case .nothing: throw ExpiredChangeTokenError()
            }
        let now = ViewPosition.ViewScope(visibility)
        if position.scope.extent == .everything, now.extent == .limited {
            // Here, every token up to the end of pruning expires, even if the log still contains its change. Otherwise,
            // a client with limited access could learn what the log contains. Position 0 is before the first change.
            if position.number == 0 { return nil }
            guard try position.number > historyStart() else { throw ExpiredChangeTokenError() }
        }
        guard try ViewHistory(database: self, scope: scope).holds(position) else { throw ExpiredChangeTokenError() }
        // If rights or limits have changed, any value may have changed.
        guard position.scope.reading == now.reading, type == nil else { return nil }
        // No client has row 0, so it matches nothing.
        return try ScopeTransition(
            database: self, client: client ?? 0, position: position, withheld: visibility.withheld
        ).changes(to: now.extent)
    }
}
