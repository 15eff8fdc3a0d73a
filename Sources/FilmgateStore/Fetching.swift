public import FilmgateModel
public import FilmgatePolicy
internal import FilmgateSQLite

extension Library {
    /// The assets that a query is for, in its order; those that may not be seen are left out like those that do not exist.
    ///
    /// Ties are broken by identifier, which tells nothing.
    /// - Throws: `WithheldProperty`, `NoSuchAlbum`, and failures.
    public func fetch(_ query: AssetQuery, visibleTo visibility: Visibility) async throws -> [AssetKey] {
        let withheld = query.properties.first { !visibility.tells($0) || $0.type == .unasked }
        if let withheld { throw WithheldProperty(property: withheld) }
        return try await database.read { database in
            let sight = try Sight(visibility, in: database)
            if let album = query.album {
                guard case .everything = sight, try database.row(of: album) != nil else { throw NoSuchAlbum() }
            }
            if case .nothing = sight { return [] }
            return try database.all(query.statement(in: sight, visibleTo: visibility)) {
                AssetKey(rawValue: $0.integer(0))
            }
        }
    }

    /// The values of assets that a result holds, one row for each key, in order.
    ///
    /// Values that the grant withholds are absent. Nil where one of the assets may be seen no more.
    public func rows(
        _ keys: some Collection<AssetKey> & Sendable, properties: Set<AssetProperty>, visibleTo visibility: Visibility
    ) async throws -> [AssetRow]? {
        let properties = Array(properties)
        return try await database.read { database in
            let reading = PropertyReading(
                properties, in: try Sight(visibility, in: database), visibleTo: visibility)
            let rows = try database.firsts(reading.statement, forEach: keys.map(\.rawValue)) { row in
                guard let id = AssetID(bytes: row.blob(0)) else { throw DamagedRow(table: "asset") }
                var values: [AssetProperty: PropertyValue] = [:]
                values.reserveCapacity(properties.count)
                for (index, property) in properties.enumerated() {
                    values[property] = reading.value(at: index, in: row)
                }
                return AssetRow(id: id, values: values)
            }
            let visible = rows.compactMap(\.self)
            return visible.count == rows.count ? visible : nil
        }
    }

    /// The key of one asset, hidden ones too; nil where it does not exist or may not be seen.
    public func key(of id: AssetID, visibleTo visibility: Visibility) async throws -> AssetKey? {
        try await database.read { database in try database.key(of: id, in: Sight(visibility, in: database)) }
    }

    /// Whether a result holds nothing that may be seen no more.
    ///
    /// It can have changed only when `departures` has.
    public func allVisible(_ keys: some Collection<AssetKey> & Sendable, to visibility: Visibility) async throws -> Bool
    {
        try await database.read { database in
            let sight = try Sight(visibility, in: database)
            if case .everything = sight, try database.exists(Library.nothingWasEverRemoved) { return true }
            let statement: SQL = "SELECT 1 FROM asset AS a WHERE \(sight.exists("a")) AND a.row = ?"
            return try database.firsts(statement, forEach: keys.map(\.rawValue)) { _ in true }.allSatisfy { $0 != nil }
        }
    }

    /// The highest row number ever given is as high as there are rows: told by kept numbers, without a look at any row.
    private static let nothingWasEverRemoved: SQL = """
        SELECT 1 FROM library AS l JOIN sqlite_sequence AS s ON s.name = 'asset' WHERE s.seq = l.assets + l.trashed
        """
}
