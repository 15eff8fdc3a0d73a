public import FilmgateModel
public import FilmgatePolicy
internal import FilmgateSQLite

extension Library {
    /// The values of assets that a result holds, as columns, one row for each key, in order.
    ///
    /// Values that the grant withholds are absent. Nil where one of the assets may be seen no more.
    /// - Parameters:
    ///   - properties: each once, in the order of their columns.
    ///   - limit: of the file, in bytes.
    /// - Throws: `SnapshotTooLarge`, and failures.
    public func snapshot(
        _ keys: some RandomAccessCollection<AssetKey> & Sendable, properties: [AssetProperty],
        visibleTo visibility: Visibility, limit: Int
    ) async throws -> Snapshot? {
        let read: @Sendable (Connection) throws -> Snapshot? = { database in
            try database.snapshot(keys, properties, visibility, limit)
        }
        return keys.count > Library.rowsOfShortSnapshot
            ? try await database.aside(read) : try await database.read(read)
    }

    /// As many hold up nobody else's reads.
    private static let rowsOfShortSnapshot = 2_000
}

extension Connection {
    fileprivate func snapshot(
        _ keys: some RandomAccessCollection<AssetKey>, _ properties: [AssetProperty], _ visibility: Visibility,
        _ limit: Int
    ) throws -> Snapshot? {
        let reading = PropertyReading(properties, in: try Sight(visibility, in: self), visibleTo: visibility)
        var writer = try SnapshotWriter(properties, rows: keys.count, limit: limit)
        let isShort = keys.count <= Snapshot.rowsNamed
        var ids: [ObjectID] = []
        let found = try each(reading.statement, forEach: keys.lazy.map(\.rawValue)) { row in
            if isShort, let id = ObjectID(bytes: row.blob(0)) { ids.append(id) }
            for field in properties.indices { writer.append(reading.value(at: field, in: row), to: field) }
            try writer.endRow()
        }
        return found ? try writer.finish(naming: ids) : nil
    }
}
