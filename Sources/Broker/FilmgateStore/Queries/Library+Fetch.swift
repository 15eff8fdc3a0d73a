public import FilmgateModel
public import FilmgatePolicy
import FilmgateSQLite

extension Library {
    /// Returns the visible assets that a query finds, in the order of the query.
    ///
    /// Sorts assets with equal sort keys by identifier, because this order reveals nothing. A slow query waits for the
    /// client's turn.
    /// - Throws: `WithheldPropertyError`, `NoSuchAlbum`, `FetchTookTooLong`, `CancellationError`, and an error of the
    ///   database.
    public func fetch(
        _ query: AssetQuery, visibleTo visibility: Visibility, inTurnOf client: ClientID? = nil
    ) async throws -> AssetKeys {
        if let keys = orders.validAnswer(query, visibleTo: visibility) { return keys }
        return try await withResult(of: query, visibleTo: visibility, inTurnOf: client) { found in found.keys }
    }

    /// The result of a query, within the read transaction of the query.
    struct QueryResult {
        let keys: AssetKeys
        let question: OrderCache.CacheKey
        let database: DatabaseConnection
        /// Whether the query runs as a long read, so that `body` may take long, too.
        let isLong: Bool
    }

    /// Runs a query, and passes the result to `body` within the same transaction.
    ///
    /// - Parameter body: returns nil if it would take too long for a short read. A long read then calls it again.
    /// - Throws: the errors of `fetch`.
    func withResult<T: Sendable>(
        of query: AssetQuery, visibleTo visibility: Visibility, inTurnOf client: ClientID?,
        _ body: @escaping @Sendable (QueryResult) throws -> T?
    ) async throws -> T {
        if let withheld = WithheldPropertyError(among: query.properties, for: visibility) { throw withheld }
        let held = orders.current
        let short: T? = try await database.read { database in
            let question = try question(query, visibility, in: database)
            if let keys = try orders.answer(question, from: held, in: database) {
                return try body(QueryResult(keys: keys, question: question, database: database, isLong: false))
            }
            if try isLongListing(question, in: database) { return nil }
            if try query.isLong(in: question.scope, visibleTo: visibility, of: database) { return nil }
            let keys = try find(question, visibility, from: held, in: database)
            return try body(QueryResult(keys: keys, question: question, database: database, isLong: false))
        }
        if let short { return short }
        let later = orders.current
        let long: T? = try await readLong(for: client) { [self] database in
            let question = try question(query, visibility, in: database)
            let keys =
                try orders.answer(question, from: later, in: database)
                ?? find(question, visibility, from: later, in: database)
            return try body(QueryResult(keys: keys, question: question, database: database, isLong: true))
        }
        guard let long else { preconditionFailure("the body returned nil in a long read") }
        return long
    }

    private func question(
        _ query: AssetQuery, _ visibility: Visibility, in database: DatabaseConnection
    ) throws -> OrderCache.CacheKey {
        let scope = try SQLScope(visibility, in: database)
        if let album = query.album {
            guard case .everything = scope, try database.row(of: album) != nil else { throw NoSuchAlbum() }
        }
        return OrderCache.CacheKey(query, in: scope, visibility)
    }

    /// Returns whether the query lists all assets of a library with over 20,000. This takes long even with an index.
    private func isLongListing(_ question: OrderCache.CacheKey, in database: DatabaseConnection) throws -> Bool {
        guard question.isListing, question.query.limit == 0 else { return false }
        return try database.exists("SELECT 1 FROM library WHERE assets > 20000")
    }

    /// Runs a query, and caches the result.
    private func find(
        _ question: OrderCache.CacheKey, _ visibility: Visibility, from held: OrderCache.CachedOrders,
        in database: DatabaseConnection
    ) throws -> AssetKeys {
        if question.isListing, question.query.limit == 0 { return try newListing(in: database).keys }
        let query = question.query
        let listing = question.searchesListing ? try orders.listing(from: held, in: database) : nil
        let plan =
            listing == nil ? try query.searchPlan(in: question.scope, visibleTo: visibility, of: database) : .order
        if question.searchesListing, plan == .order, let words = query.search {
            let listing = try listing ?? newListing(in: database)
            let limit = Int(query.limit)
            if let keys = try listing.keys(matching: words, limit: limit, visibleTo: visibility, in: database) {
                orders.hold(keys, for: question)
                return keys
            }
        }
        var builder = AssetKeysBuilder()
        if question.scope != .nothing {
            let statement = query.statement(in: question.scope, visibleTo: visibility, searching: plan)
            try database.each(statement) { row in
                builder.append(row.integer(0))
                return true
            }
        }
        let keys = builder.finish(asOf: try database.lastChange())
        orders.hold(keys, for: question)
        return keys
    }

    private func newListing(in database: DatabaseConnection) throws -> DefaultAssetList {
        let listing = try DefaultAssetList(in: database)
        orders.hold(listing)
        return listing
    }

    /// Returns the values of assets: one row for each key, with values in the order of `properties`.
    ///
    /// Values that the client cannot read are absent. Returns nil if one of the assets is no longer visible.
    public func values(
        of keys: some Collection<AssetKey> & Sendable, properties: [AssetProperty], visibleTo visibility: Visibility
    ) async throws -> [FetchedAsset]? {
        let numbers = keys.map { $0.rawValue }
        return try await database.read { database in
            let reading = try PropertyReader(properties, visibleTo: visibility, in: database)
            var rows: [FetchedAsset] = []
            rows.reserveCapacity(numbers.count)
            let found = try database.each(reading.statement, forEach: numbers) { row in
                let values = properties.indices.map { reading.value(at: $0, in: row) }
                rows.append(FetchedAsset(id: AssetID(uuid: row.number128(0)), values: values))
            }
            return found ? rows : nil
        }
    }

    /// Returns the values of assets, by property. Returns nil if one of the assets is no longer visible.
    public func rows(
        _ keys: some Collection<AssetKey> & Sendable, properties: Set<AssetProperty>, visibleTo visibility: Visibility
    ) async throws -> [AssetRow]? {
        let properties = Array(properties)
        return try await values(of: keys, properties: properties, visibleTo: visibility)?.map { reading in
            var row = AssetRow(id: reading.id)
            for (property, value) in zip(properties, reading.values) { row.values[property] = value }
            return row
        }
    }

    /// Returns the key of an asset, which may be hidden. Returns nil if the asset does not exist or is invisible.
    public func key(of id: AssetID, visibleTo visibility: Visibility) async throws -> AssetKey? {
        try await database.read { database in try database.key(of: id, in: SQLScope(visibility, in: database)) }
    }
}

/// The values of an asset, in the order of the requested properties.
public struct FetchedAsset: Sendable {
    public let id: AssetID
    public let values: [PropertyValue?]
}
