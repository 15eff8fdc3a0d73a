public import FilmgateModel
public import FilmgatePolicy
internal import FilmgateSQLite

extension Library {
    /// The values of assets that a result holds, as columns, one row for each key, in order.
    ///
    /// Values that the grant withholds are absent. Nil where one of the assets may be seen no more.
    /// - Parameters:
    ///   - range: of the result's rows.
    ///   - properties: each once, in the order of their columns.
    ///   - limit: of the file, in bytes.
    /// - Throws: `SnapshotTooLarge`, and failures.
    public func snapshot(
        of keys: AssetKeys, _ range: Range<Int>, properties: [AssetProperty], visibleTo visibility: Visibility,
        limit: Int
    ) async throws -> Snapshot? {
        let held = orders.current
        let read: @Sendable (Connection) throws -> Snapshot? = { [orders] database in
            let reader = SnapshotReader(
                database: database, keys: keys, range: range, properties: properties, visibility: visibility,
                limit: limit)
            if visibility.scope == .everything, Roster.tells(properties),
                let listing = try orders.listing(from: held, in: database)
            {
                return try reader.snapshot(from: listing.roster)
            }
            return try reader.snapshot()
        }
        return range.count > Library.rowsOfShortSnapshot
            ? try await database.aside(read) : try await database.read(read)
    }

    /// As many hold up nobody else's reads.
    private static let rowsOfShortSnapshot = 2_000
}

/// Reads a part of a result as columns, inside a transaction.
private struct SnapshotReader {
    let database: Connection
    let keys: AssetKeys
    let range: Range<Int>
    let properties: [AssetProperty]
    let visibility: Visibility
    let limit: Int

    /// From the database, asset by asset.
    func snapshot() throws -> Snapshot? {
        let reading = PropertyReading(properties, in: try Sight(visibility, in: database), visibleTo: visibility)
        var writer = try SnapshotWriter(properties, rows: range.count, limit: limit)
        var ids: [ObjectID] = []
        let found = try database.each(reading.statement, forEach: keys[range].lazy.map(\.rawValue)) { row in
            if range.count <= Snapshot.rowsNamed, let id = ObjectID(bytes: row.blob(0)) { ids.append(id) }
            for field in properties.indices { writer.append(reading.value(at: field, in: row), to: field) }
            try writer.endRow()
        }
        return found ? try writer.finish(naming: ids) : nil
    }

    /// From memory, where it is told all that is asked for; for what it does not know the database is asked.
    func snapshot(from roster: Roster) throws -> Snapshot? {
        var writer = try SnapshotWriter(properties, rows: range.count, limit: limit)
        var ids: [ObjectID] = []
        var isWhole = true
        var part: [Roster.Entry] = []
        part.reserveCapacity(SnapshotWriter.rowsAtOnce)
        try keys.forEach(in: range) { row in
            guard isWhole, let entry = try roster[row] ?? entry(of: row) else {
                isWhole = false
                return
            }
            if range.count <= Snapshot.rowsNamed, let id = ObjectID(bytes: entry.id) { ids.append(id) }
            part.append(entry)
            guard part.count == SnapshotWriter.rowsAtOnce else { return }
            try write(part, to: &writer)
            part.removeAll(keepingCapacity: true)
        }
        guard isWhole else { return nil }
        try write(part, to: &writer)
        return try writer.finish(naming: ids)
    }

    private func write(_ entries: [Roster.Entry], to writer: inout SnapshotWriter) throws {
        for (field, property) in properties.enumerated() {
            if property == .id {
                let words = [UInt64](unsafeUninitializedCapacity: entries.count * 2) { buffer, count in
                    for (index, entry) in entries.enumerated() {
                        buffer[index * 2] = entry.high.bigEndian
                        buffer[index * 2 + 1] = entry.low.bigEndian
                    }
                    count = entries.count * 2
                }
                words.withUnsafeBytes { writer.append($0, to: field) }
            } else {
                entries.map(\.date.littleEndian).withUnsafeBytes { writer.append($0, to: field) }
            }
        }
        try writer.endRows(entries.count)
    }

    private func entry(of row: Int64) throws -> Roster.Entry? {
        try database.first("SELECT creation_date, id FROM asset WHERE row = \(row)") { Roster.Entry($0, at: 0) }
    }
}

extension Roster {
    /// Whether it knows all of these properties of what it knows.
    fileprivate static func tells(_ properties: [AssetProperty]) -> Bool {
        properties.allSatisfy { $0 == .id || $0 == .creationDate }
    }
}

extension Roster.Entry {
    fileprivate var id: [UInt8] {
        [high, low].flatMap { number in withUnsafeBytes(of: number.bigEndian) { Array($0) } }
    }
}
