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
    ///   - holder: who asks; only to the same is the same file ever given again.
    ///   - limit: of the file, in bytes.
    /// - Throws: `SnapshotTooLarge`, `FetchTookTooLong`, and failures; `CancellationError` where the task is cancelled.
    public func snapshot(
        of keys: AssetKeys, _ range: Range<Int>, properties: [AssetProperty], visibleTo visibility: Visibility,
        for holder: Holder, limit: Int
    ) async throws -> Snapshot? {
        let held = orders.current
        let part = SnapshotPart(
            keys: keys, range: range, properties: properties, visibility: visibility, holder: holder)
        let read: @Sendable (Connection) throws -> Snapshot? = { [orders, shelf] database in
            let reader = SnapshotReader(database: database, part: part, limit: limit)
            guard part.isToldByRoster, let listing = try orders.listing(from: held, in: database) else {
                return try reader.snapshot()
            }
            if let snapshot = try shelf.snapshot(of: part, asOf: listing.change) { return snapshot }
            let snapshot = try reader.snapshot(from: listing.roster)
            if let snapshot { try shelf.keep(snapshot, of: part, asOf: listing.change) }
            return snapshot
        }
        return range.count > Library.rowsOfShortSnapshot
            ? try await long(for: holder.client, read) : try await database.read(read)
    }

    /// As many hold up nobody else's reads; more wait for the client's turn.
    static let rowsOfShortSnapshot = 2_000
}

/// What a snapshot is of, and for whom.
struct SnapshotPart: Sendable {
    let keys: AssetKeys
    let range: Range<Int>
    let properties: [AssetProperty]
    let visibility: Visibility
    let holder: Holder

    /// Whether the roster knows all that is asked for.
    var isToldByRoster: Bool {
        visibility.scope == .everything && properties.allSatisfy { $0 == .id || $0 == .creationDate }
    }
}

/// Reads a part of a result as columns, inside a transaction.
private struct SnapshotReader {
    let database: Connection
    let part: SnapshotPart
    let limit: Int

    private static let rowsAtOnce = 16_384

    /// From the database, asset by asset.
    func snapshot() throws -> Snapshot? {
        let (range, properties) = (part.range, part.properties)
        let reading = PropertyReading(
            properties, in: try Sight(part.visibility, in: database), visibleTo: part.visibility)
        var writer = try SnapshotWriter(properties, rows: range.count, limit: limit)
        var ids: [ObjectID] = []
        let found = try database.each(reading.statement, forEach: part.keys[range].lazy.map(\.rawValue)) { row in
            if range.count <= Snapshot.rowsNamed { ids.append(ObjectID(uuid: row.number128(0))) }
            for field in properties.indices { reading.append(field, of: row, to: &writer) }
            try writer.endRow()
        }
        return found ? try writer.finish(naming: ids) : nil
    }

    /// From memory; for what that does not know the database is asked.
    func snapshot(from roster: Roster) throws -> Snapshot? {
        var writer = try SnapshotWriter(part.properties, rows: part.range.count, limit: limit)
        var ids: [ObjectID] = []
        var start = part.range.lowerBound
        while start < part.range.upperBound {
            let end = min(start + SnapshotReader.rowsAtOnce, part.range.upperBound)
            let rows = part.keys.rows(in: start..<end)
            guard let entries = try roster.entries(of: rows) ?? entries(of: rows, roster) else { return nil }
            if part.range.count <= Snapshot.rowsNamed { ids += entries.map { ObjectID(uuid: $0.id) } }
            try write(entries, to: &writer)
            start = end
        }
        return try writer.finish(naming: ids)
    }

    private func write(_ entries: [Roster.Entry], to writer: inout SnapshotWriter) throws {
        for (field, property) in part.properties.enumerated() {
            if property == .id {
                let halves = [UInt64](unsafeUninitializedCapacity: entries.count * 2) { buffer, count in
                    for index in entries.indices {
                        buffer[index * 2] = entries[index].high.bigEndian
                        buffer[index * 2 + 1] = entries[index].low.bigEndian
                    }
                    count = entries.count * 2
                }
                try halves.withUnsafeBytes { try writer.write($0, to: field) }
            } else {
                try entries.map(\.date.littleEndian).withUnsafeBytes { try writer.write($0, to: field) }
            }
        }
        writer.endRows(entries.count)
    }

    private func entries(of rows: [Int64], _ roster: Roster) throws -> [Roster.Entry]? {
        var entries: [Roster.Entry] = []
        for row in rows {
            guard let entry = try roster[row] ?? entry(of: row) else { return nil }
            entries.append(entry)
        }
        return entries
    }

    private func entry(of row: Int64) throws -> Roster.Entry? {
        try database.first("SELECT creation_date, id FROM asset WHERE row = \(row)") { Roster.Entry($0, at: 0) }
    }
}
