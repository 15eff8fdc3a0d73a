public import FilmgateModel
public import FilmgatePolicy
internal import FilmgateSQLite

extension Library {
    /// The assets that a query is for, in its order; those that may not be seen are left out like those that do not exist.
    ///
    /// Ties are broken by identifier, which tells nothing. An order that is held is not looked for anew. What may take long waits
    /// for the client's turn, and for the end of what the client asked for before.
    /// - Throws: `WithheldProperty`, `NoSuchAlbum`, `FetchTookTooLong`, and failures; `CancellationError` where the task is
    ///   cancelled.
    public func fetch(
        _ query: AssetQuery, visibleTo visibility: Visibility, inTurnOf client: ClientID? = nil
    ) async throws -> AssetKeys {
        if let keys = orders.standingAnswer(query, visibleTo: visibility) { return keys }
        return try await looking(for: query, visibleTo: visibility, inTurnOf: client) { found in found.keys }
    }

    /// What a query was found to be for, inside the reading that found it.
    struct Found {
        let keys: AssetKeys
        let question: OrderCache.Question
        let database: DatabaseConnection
        /// Whether it may take its time.
        let isLong: Bool
    }

    /// Looks for what a query is for, and has something done with it in the same reading.
    ///
    /// - Parameter body: gives nil where that would take long; then it is called again in a reading that may.
    /// - Throws: as `fetch`.
    func looking<T: Sendable>(
        for query: AssetQuery, visibleTo visibility: Visibility, inTurnOf client: ClientID?,
        _ body: @escaping @Sendable (Found) throws -> T?
    ) async throws -> T {
        let withheld = query.properties.first { !visibility.tells($0) || $0.type == .unasked }
        if let withheld { throw WithheldProperty(property: withheld) }
        let held = orders.current
        let short: T? = try await database.read { database in
            let question = try question(query, visibility, in: database)
            if let keys = try orders.answer(question, from: held, in: database) {
                return try body(Found(keys: keys, question: question, database: database, isLong: false))
            }
            if try isLongListing(question, in: database) { return nil }
            if try query.isLong(in: question.sight, visibleTo: visibility, of: database) { return nil }
            let keys = try find(question, visibility, in: database)
            return try body(Found(keys: keys, question: question, database: database, isLong: false))
        }
        if let short { return short }
        let later = orders.current
        let long: T? = try await long(for: client) { [self] database in
            let question = try question(query, visibility, in: database)
            let keys =
                try orders.answer(question, from: later, in: database) ?? find(question, visibility, in: database)
            return try body(Found(keys: keys, question: question, database: database, isLong: true))
        }
        guard let long else { preconditionFailure("a long reading may take its time") }
        return long
    }

    private func question(
        _ query: AssetQuery, _ visibility: Visibility, in database: DatabaseConnection
    ) throws -> OrderCache.Question {
        let sight = try SQLScope(visibility, in: database)
        if let album = query.album {
            guard case .everything = sight, try database.row(of: album) != nil else { throw NoSuchAlbum() }
        }
        return OrderCache.Question(query, in: sight)
    }

    /// Whether it is all of a large library: an index has it, but there is much of it.
    private func isLongListing(_ question: OrderCache.Question, in database: DatabaseConnection) throws -> Bool {
        guard question.isListing, question.query.limit == 0 else { return false }
        return try database.exists("SELECT 1 FROM library WHERE assets > 20000")
    }

    /// Looks for it, and holds what was found.
    func find(
        _ question: OrderCache.Question, _ visibility: Visibility, in database: DatabaseConnection
    ) throws -> AssetKeys {
        if question.isListing, question.query.limit == 0 {
            let listing = try Listing(in: database)
            orders.hold(listing)
            return listing.keys
        }
        var builder = AssetKeysBuilder()
        if question.sight != .nothing {
            try database.each(question.query.statement(in: question.sight, visibleTo: visibility)) { row in
                builder.append(row.integer(0))
                return true
            }
        }
        let keys = builder.finish(asOf: try database.lastChange())
        orders.hold(keys, for: question)
        return keys
    }

    /// The values of assets that a result holds, one row for each key, in order, each value in the place of its property.
    ///
    /// Values that the grant withholds are absent. Nil where one of the assets may be seen no more.
    public func values(
        of keys: some Collection<AssetKey> & Sendable, properties: [AssetProperty], visibleTo visibility: Visibility
    ) async throws -> [AssetReading]? {
        let numbers = keys.map { $0.rawValue }
        return try await database.read { database in
            let reading = PropertyReading(
                properties, in: try SQLScope(visibility, in: database), visibleTo: visibility)
            var rows: [AssetReading] = []
            rows.reserveCapacity(numbers.count)
            let found = try database.each(reading.statement, forEach: numbers) { row in
                let values = properties.indices.map { reading.value(at: $0, in: row) }
                rows.append(AssetReading(id: AssetID(uuid: row.number128(0)), values: values))
            }
            return found ? rows : nil
        }
    }

    /// The same, by property.
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

    /// The key of one asset, hidden ones too; nil where it does not exist or may not be seen.
    public func key(of id: AssetID, visibleTo visibility: Visibility) async throws -> AssetKey? {
        try await database.read { database in try database.key(of: id, in: SQLScope(visibility, in: database)) }
    }
}

/// What was read of one asset, as its properties were asked for.
public struct AssetReading: Sendable {
    public let id: AssetID
    public let values: [PropertyValue?]
}
