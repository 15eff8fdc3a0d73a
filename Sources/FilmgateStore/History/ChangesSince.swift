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

/// Looking through the library for what another access has shown and hidden was given up because its time was over: what the
/// holder sees has to be fetched anew.
public struct ChangesTookTooLong: Error, Hashable, Sendable {
    public let limit: Duration
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
    /// Where its access was another then, the whole library may have to be looked through: in the client's turn, within the time
    /// that a fetch may take.
    ///
    /// - Throws: `ExpiredToken`, `ChangesTookTooLong`, and failures; `CancellationError` where the task is cancelled.
    public func changes(
        since token: ChangeToken, visibleTo visibility: Visibility, of holder: Holder, limit: Int = changesOfPage
    ) async throws -> ChangePage {
        guard let position = seal.position(of: token, for: holder) else { throw ExpiredToken() }
        if position.lens == ViewPosition.ViewScope(visibility) {
            return try await changes(since: position, visibleTo: visibility, limit: limit)
        }
        do {
            return try await long(for: holder.client) { database in
                try database.changesOfAccess(of: holder, since: position, visibleTo: visibility)
            }
        } catch let error as FetchTookTooLong {
            throw ChangesTookTooLong(limit: error.limit)
        }
    }

    /// The same since a position at which the holder's access was another, for whoever keeps the position: it waits for nothing
    /// that a client asked for, and takes as long as it takes.
    ///
    /// - Throws: `ExpiredToken`, and failures; `CancellationError` where the task is cancelled.
    public func changesOfAccess(
        of holder: Holder, since position: ViewPosition, visibleTo visibility: Visibility
    ) async throws -> ChangePage {
        if position.lens == ViewPosition.ViewScope(visibility) {
            return try await changes(since: position, visibleTo: visibility)
        }
        return try await database.readInBackground(for: holder.client.description) { database in
            try database.changesOfAccess(of: holder, since: position, visibleTo: visibility)
        }
    }

    /// The same since a position, for whoever keeps it; through another lens than then all is to be fetched anew.
    public func changes(
        since position: ViewPosition, visibleTo visibility: Visibility, limit: Int = changesOfPage
    ) async throws -> ChangePage {
        try await database.read { database in
            let lens = ViewPosition.ViewScope(visibility)
            guard position.lens == lens else {
                let now = try database.position(visibleTo: visibility)
                return ChangePage(position: now, changes: .anew(.grant), hasMore: false)
            }
            let history = ViewHistory(database: database, sight: try SQLScope(visibility, in: database))
            guard try history.holds(position) else { throw ExpiredToken() }
            let stretch = try history.events(after: position.number, atMost: limit)
            guard let last = stretch.last else {
                return ChangePage(position: position, changes: LibraryChanges(), hasMore: false)
            }
            return ChangePage(
                position: ViewPosition(number: last.number, date: last.date, lens: lens),
                changes: ChangeCoalescer(stretch.events).changes, hasMore: stretch.hasMore)
        }
    }
}

extension DatabaseConnection {
    fileprivate func position(visibleTo visibility: Visibility) throws -> ViewPosition {
        let last = try ViewHistory(database: self, sight: SQLScope(visibility, in: self)).last()
        return ViewPosition(number: last?.number ?? 0, date: last?.date ?? 0, lens: ViewPosition.ViewScope(visibility))
    }

    /// Through another lens than then, all of it as one page.
    fileprivate func changesOfAccess(
        of holder: Holder, since position: ViewPosition, visibleTo visibility: Visibility
    ) throws -> ChangePage {
        let client = try row(of: holder)
        let changes = try changes(since: position, ofLimited: client, visibleTo: visibility)
        try checkTime()
        let now = try self.position(visibleTo: visibility)
        return ChangePage(position: now, changes: changes ?? .anew(.grant), hasMore: false)
    }

    /// Through another lens than then; nil where it cannot be listed.
    ///
    /// - Parameter client: whose limited view one of the two is; nil where nothing ever happened in it.
    private func changes(
        since position: ViewPosition, ofLimited client: Int64?, visibleTo visibility: Visibility
    ) throws -> LibraryChanges? {
        let sight: SQLScope =
            switch position.lens.extent {
            case .everything: .everything
            case .limited: client.map(SQLScope.members) ?? .nothing
            case .nothing: throw ExpiredToken()
            }
        let now = ViewPosition.ViewScope(visibility)
        if position.lens.extent == .everything, now.extent == .limited {
            // By its own age alone: what else of that history is still there is none of the client's business now. That of the
            // beginning, before anything had happened, has none.
            if position.number == 0 { return nil }
            guard try position.number > historyStart() else { throw ExpiredToken() }
        }
        guard try ViewHistory(database: self, sight: sight).holds(position) else { throw ExpiredToken() }
        // With other rights any value may be another.
        guard position.lens.rights == now.rights else { return nil }
        // No row has the number 0.
        return try ScopeTransition(database: self, client: client ?? 0, position: position).changes(to: now.extent)
    }
}
