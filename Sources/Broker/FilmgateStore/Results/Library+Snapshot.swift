public import FilmgateModel
public import FilmgatePolicy
import FilmgateSQLite
import FilmgateSystem
import Synchronization

extension Library {
    /// Returns the values of a result's assets as columns, with one row for each key.
    ///
    /// Values that the client cannot read are absent. Returns nil if one of the assets is no longer visible.
    /// - Parameters:
    ///   - range: the rows of the result to include.
    ///   - properties: the properties, without duplicates, in the order of the columns.
    ///   - holder: the holder that requests the snapshot. No other holder gets it from the cache.
    ///   - limit: the maximum size of the file, in bytes.
    /// - Throws: `SnapshotTooLarge`, `FetchTookTooLong`, `CancellationError`, and an error of the database.
    public func snapshot(
        of keys: AssetKeys, _ range: Range<Int>, properties: [AssetProperty], visibleTo visibility: Visibility,
        for holder: Holder, limit: Int
    ) async throws -> Snapshot? {
        let held = orders.current
        let part = SnapshotParameters(
            keys: keys, range: range, properties: properties, visibility: visibility, holder: holder)
        let read: @Sendable (DatabaseConnection) throws -> Snapshot? = { [orders, cache] database in
            let reader = SnapshotReader(database: database, part: part, limit: limit)
            guard part.needsOnlySortKeys, let listing = try orders.listing(from: held, in: database) else {
                return try reader.snapshot()
            }
            if let snapshot = try cache.snapshot(of: part, asOf: listing.change) { return snapshot }
            let snapshot = try reader.snapshot(from: listing.sortKeys)
            if let snapshot { try cache.keep(snapshot, of: part, asOf: listing.change) }
            return snapshot
        }
        return range.count > Library.rowsOfShortSnapshot
            ? try await readLong(for: holder.client, read) : try await database.read(read)
    }

    /// The maximum number of rows for which a short read is used.
    static let rowsOfShortSnapshot = 2_000
}

/// The parameters of a snapshot, including the holder that requested it.
struct SnapshotParameters: Sendable {
    let keys: AssetKeys
    let range: Range<Int>
    let properties: [AssetProperty]
    let visibility: Visibility
    let holder: Holder

    /// Whether the sort key table contains all requested properties.
    var needsOnlySortKeys: Bool {
        visibility.scope == .everything && properties.allSatisfy { $0 == .id || $0 == .creationDate }
    }
}

/// Reads a part of a result as columns, within a read transaction.
private struct SnapshotReader {
    let database: DatabaseConnection
    let part: SnapshotParameters
    let limit: Int

    private static let rowsAtOnce = 16_384

    /// Reads the values of each asset from the database.
    func snapshot() throws -> Snapshot? {
        let (range, properties) = (part.range, part.properties)
        let reading = try PropertyReader(properties, visibleTo: part.visibility, in: database)
        var writer = try SnapshotWriter(properties, rows: range.count, limit: limit)
        var ids: [ObjectID] = []
        let found = try database.each(reading.statement, forEach: part.keys[range].lazy.map { $0.rawValue }) { row in
            if range.count <= Snapshot.rowsNamed { ids.append(ObjectID(uuid: row.number128(0))) }
            for field in properties.indices { reading.append(field, of: row, to: &writer) }
            try writer.endRow()
        }
        return found ? try writer.finish(naming: ids) : nil
    }

    /// Reads the values from memory. Rows that the table does not contain are read from the database.
    func snapshot(from sortKeys: SortKeyTable) throws -> Snapshot? {
        var writer = try SnapshotWriter(part.properties, rows: part.range.count, limit: limit)
        var named: [ObjectID] = []
        var dates = [Int64](repeating: 0, count: min(part.range.count, SnapshotReader.rowsAtOnce))
        var ids = [UInt128](repeating: 0, count: dates.count)
        var start = part.range.lowerBound
        while start < part.range.upperBound {
            let end = min(start + SnapshotReader.rowsAtOnce, part.range.upperBound)
            let rows = part.keys.rows(in: start..<end)
            let found = dates.withUnsafeMutableBufferPointer { dates in
                ids.withUnsafeMutableBufferPointer { ids in sortKeys.find(rows, dates: dates, ids: ids) }
            }
            for index in found..<rows.count {
                guard let entry = try sortKeys[rows[index]] ?? entry(of: rows[index]) else { return nil }
                (dates[index], ids[index]) = (entry.date.littleEndian, entry.id.bigEndian)
            }
            if part.range.count <= Snapshot.rowsNamed {
                named += ids[..<rows.count].map { ObjectID(uuid: UInt128(bigEndian: $0)) }
            }
            for (field, property) in part.properties.enumerated() {
                if property == .id {
                    try ids[..<rows.count].withUnsafeBytes { try writer.write($0, to: field) }
                } else {
                    try dates[..<rows.count].withUnsafeBytes { try writer.write($0, to: field) }
                }
            }
            writer.endRows(rows.count)
            start = end
        }
        return try writer.finish(naming: named)
    }

    private func entry(of row: Int64) throws -> SortKeyTable.Entry? {
        try database.first("SELECT creation_date, id FROM asset WHERE row = \(row)") { SortKeyTable.Entry($0, at: 0) }
    }
}

/// Caches the latest snapshots of large results until the library changes.
///
/// Only the holder that requested a snapshot gets it from the cache. The file's metadata, such as its creation time,
/// would reveal something about this holder to others.
final class SnapshotCache: Sendable {
    private struct CacheEntry: Sendable {
        let snapshot: Snapshot
        let part: SnapshotParameters
        let change: Int64
    }

    private let kept = Mutex<[CacheEntry]>([])
    private static let filesAtMost = 2
    private static let bytesAtMost = 64 << 20
    /// The minimum number of rows of a cached snapshot. Writing a smaller snapshot is quick enough.
    private static let rowsAtLeast = 20_000

    func snapshot(of part: SnapshotParameters, asOf change: Int64) throws(Errno) -> Snapshot? {
        let found = kept.withLock { kept in
            kept.removeAll { $0.change < change }
            return kept.first { $0.change == change && $0.part.isSame(as: part) }?.snapshot
        }
        return try found?.reopened()
    }

    func keep(_ snapshot: Snapshot, of part: SnapshotParameters, asOf change: Int64) throws(Errno) {
        guard part.range.count >= SnapshotCache.rowsAtLeast, snapshot.bytes <= SnapshotCache.bytesAtMost / 2 else {
            return
        }
        let own = CacheEntry(snapshot: try snapshot.reopened(), part: part, change: change)
        kept.withLock { kept in
            kept.append(own)
            if kept.count > SnapshotCache.filesAtMost { kept.removeFirst() }
        }
    }
}

extension SnapshotParameters {
    fileprivate func isSame(as other: SnapshotParameters) -> Bool {
        holder == other.holder && visibility == other.visibility && range == other.range
            && properties == other.properties && keys.isShared(with: other.keys)
    }
}

extension Snapshot {
    /// Returns the same file, with its own position.
    fileprivate func reopened() throws(Errno) -> Snapshot {
        Snapshot(content: try content.reopenedReadOnly(), count: count, columns: columns, ids: ids, isNew: false)
    }
}
