public import FilmgateModel
public import FilmgatePolicy
import FilmgateSQLite

extension Library {
    /// Returns the visible albums or folders that a query finds, in the order of the query.
    ///
    /// - Parameters:
    ///   - transients: the transient albums of the connection.
    ///   - client: the client that asks. Clients take turns with slow queries.
    /// - Throws: `NoSuchAsset` for `containing`, `NoSuchFolder` for `folder`, `FetchTookTooLong`, and an error of the
    ///   database.
    public func collections(
        _ query: CollectionQuery, transients: [TransientAlbum] = [], visibleTo visibility: Visibility,
        for client: ClientID, at now: Timestamp
    ) async throws -> CollectionKeys {
        try await withResult(of: query, transients: transients, visibleTo: visibility, for: client, at: now) {
            keys, _, _ in
            keys
        }
    }

    /// Runs a query, and passes the result to `body` within the same transaction.
    ///
    /// - Throws: the errors of `collections`.
    func withResult<T: Sendable>(
        of query: CollectionQuery, transients: [TransientAlbum], visibleTo visibility: Visibility,
        for client: ClientID, at now: Timestamp,
        _ body: @escaping @Sendable (CollectionKeys, SQLScope, DatabaseConnection) throws -> T
    ) async throws -> T {
        let moments = try await moments(neededFor: query, transients, visibility, client)
        return try await read(isLong: query.isLong, for: client) { database in
            let reader = try CollectionReader(
                database, visibility, moments: moments, transients: transients, at: now, including: query.properties)
            let keys = CollectionKeys(ids: try reader.find(query), change: try database.lastChange())
            return try body(keys, reader.scope, database)
        }
    }

    /// Returns the albums and folders with these identifiers, in order. Returns nil if one of them no longer exists or
    /// is no longer visible.
    public func collections(
        _ ids: [ObjectID], properties: Set<CollectionProperty>, transients: [TransientAlbum] = [],
        visibleTo visibility: Visibility, for client: ClientID, at now: Timestamp
    ) async throws -> [PhotoCollection]? {
        let read: @Sendable (DatabaseConnection, MomentList) throws -> [PhotoCollection?] = { database, moments in
            let reader = try CollectionReader(
                database, visibility, moments: moments, transients: transients, at: now, including: properties)
            return try ids.map { try reader.collection($0) }
        }
        var isLong = Library.isLong(ids, properties, transients)
        if !isLong, properties.contains(where: \.isCounted) {
            isLong = try await database.read { try $0.exists("SELECT 1 FROM album WHERE rule IS NOT NULL") }
        }
        // Searches the moments last, and only for identifiers that were not found, because computing moments is slow.
        var collections = try await self.read(isLong: isLong, for: client) { try read($0, .empty) }
        let others = collections.indices.filter { collections[$0] == nil }
        if !others.isEmpty {
            let moments = try await moments(visibleTo: visibility, inTurnOf: client)
            let rest = others.map { ids[$0] }
            let found = try await self.read(isLong: properties.contains(.cover), for: client) { database in
                let reader = try CollectionReader(
                    database, visibility, moments: moments, transients: [], at: now, including: properties)
                return try rest.map { try reader.collection($0) }
            }
            for (index, collection) in zip(others, found) { collections[index] = collection }
        }
        let found = collections.compactMap(\.self)
        return found.count == ids.count ? found : nil
    }

    /// Replaces the album in an asset query with the album's definition: identifiers, a condition or dates. An album
    /// that clients fill stays in the query.
    ///
    /// - Parameter client: the client that asks. Clients take turns with slow searches for moments.
    /// - Throws: `NoSuchAlbum`, and an error of the database.
    public func resolve(
        _ query: AssetQuery, transients: [TransientAlbum] = [], visibleTo visibility: Visibility,
        inTurnOf client: ClientID? = nil, at now: Timestamp
    ) async throws -> AssetQuery {
        guard let album = query.album else { return query }
        let id = ObjectID(album)
        var resolved = query
        resolved.album = nil
        if let transient = transients.first(where: { $0.id == id }) {
            resolved.identifiers = transient.assets
            return resolved
        }
        if let smart = SmartAlbum.with(id) {
            let plain = resolved
            return try await database.read { database in
                var resolved = plain
                try smart.apply(
                    to: &resolved, in: SQLScope(visibility, in: database), isOwners: visibility.isOwners, of: database,
                    at: now)
                return resolved
            }
        }
        let (isMade, rule) = try await database.read { database -> (Bool, AlbumRule?) in
            guard case .everything = try SQLScope(visibility, in: database),
                let row = try database.row(of: album)
            else { return (false, nil) }
            let text = try database.first("SELECT rule FROM album WHERE row = \(row)") { $0.optionalText(0) }
            return (true, (text ?? nil).map(AlbumRule.init(stored:)))
        }
        if let rule {
            resolved.membership = rule.membership(visibleTo: visibility)
            return resolved
        }
        if isMade { return query }
        guard let moment = try await moments(visibleTo: visibility, inTurnOf: client).moment(id) else {
            throw NoSuchAlbum()
        }
        resolved.membership = ComputedAlbumDefinition(dates: moment.start...moment.end, isIndexed: true)
        return resolved
    }

    /// Returns whether the client sees all of these assets. Also finds hidden assets, and trash that the client sees.
    public func allExist(_ ids: [AssetID], visibleTo visibility: Visibility) async throws -> Bool {
        let distinct = Set(ids)
        var query = AssetQuery()
        query.identifiers = Array(distinct)
        query.includesTrashed = true
        let named = query
        return try await database.read { database in
            let statement = named.statement(in: try SQLScope(visibility, in: database), visibleTo: visibility)
            return try database.first("SELECT count(*) FROM (\(statement))") { Int($0.integer(0)) } == distinct.count
        }
    }

    /// Returns whether an identifier belongs to a computed album or folder, which clients can read but not change.
    ///
    /// - Parameter client: the client that asks. Clients take turns with slow searches for moments.
    public func isFixed(
        _ id: ObjectID, visibleTo visibility: Visibility, inTurnOf client: ClientID
    ) async throws -> Bool {
        if SmartAlbum.with(id) != nil || id == SmartAlbum.folder.id { return true }
        return try await moments(visibleTo: visibility, inTurnOf: client).collection(id) != nil
    }

    /// Returns whether reading the properties requires counting assets or searching for dates or covers.
    private static func isLong(
        _ ids: [ObjectID], _ properties: Set<CollectionProperty>, _ transients: [TransientAlbum]
    ) -> Bool {
        if !properties.isDisjoint(with: [.startDate, .endDate, .cover]) { return true }
        let isCounted = properties.contains(where: \.isCounted)
        return isCounted && ids.contains { id in SmartAlbum.with(id) != nil || transients.contains { $0.id == id } }
    }

    private func read<T: Sendable>(
        isLong: Bool, for client: ClientID, _ body: @escaping @Sendable (DatabaseConnection) throws -> T
    ) async throws -> T {
        isLong ? try await readLong(for: client, body) : try await database.read(body)
    }

    private func moments(
        neededFor query: CollectionQuery, _ transients: [TransientAlbum], _ visibility: Visibility, _ client: ClientID
    ) async throws -> MomentList {
        if let type = query.type, type != .moment, type != .momentYear { return .empty }
        if let identifiers = query.identifiers {
            let known = try await database.read { database in
                let reader = try CollectionReader(
                    database, visibility, moments: .empty, transients: transients, at: Timestamp(rawValue: 0),
                    including: [])
                return try identifiers.allSatisfy { try reader.known($0, nil) != nil }
            }
            if known { return .empty }
        }
        return try await moments(visibleTo: visibility, inTurnOf: client)
    }
}

/// An error for a query whose folder does not exist or is invisible. The client cannot distinguish these cases.
public struct NoSuchFolder: Error, Hashable, Sendable {}

/// An error for a query whose asset does not exist or is invisible. The client cannot distinguish these cases.
public struct NoSuchAsset: Error, Hashable, Sendable {}

extension CollectionQuery {
    /// Whether the query needs property values, or has many identifiers.
    fileprivate var isLong: Bool { !properties.isEmpty || (identifiers?.count ?? 0) > 1_000 }
}
