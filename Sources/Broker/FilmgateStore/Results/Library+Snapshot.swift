public import FilmgateModel
public import FilmgatePolicy
import FilmgateSQLite
import FilmgateSystem
import Synchronization

extension Library {
    /// Returns the values of a result's assets as columns, one row for each key in order.
    ///
    /// Values that the grant withholds are absent. Returns nil if one of the assets is no longer visible.
    /// - Parameters:
    ///   - range: the rows of the result.
    ///   - properties: the properties, without repetition, in the order of their columns.
    ///   - holder: the holder that requests the snapshot. A cached file is returned only to the same holder.
    ///   - limit: the size limit of the file, in bytes.
    /// - Throws: `SnapshotTooLarge`, `FetchTookTooLong`, and failures; `CancellationError` if the task is cancelled.
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

    /// The number of rows above which a long read is used.
    static let rowsOfShortSnapshot = 2_000
}

/// The parameters of a snapshot, and the holder for which it is made.
struct SnapshotParameters: Sendable {
    let keys: AssetKeys
    let range: Range<Int>
    let properties: [AssetProperty]
    let visibility: Visibility
    let holder: Holder

    /// Whether the sort key table holds all requested properties.
    var needsOnlySortKeys: Bool {
        visibility.scope == .everything && properties.allSatisfy { $0 == .id || $0 == .creationDate }
    }
}

/// Reads a part of a result as columns, inside a read transaction.
private struct SnapshotReader {
    let database: DatabaseConnection
    let part: SnapshotParameters
    let limit: Int

    private static let rowsAtOnce = 16_384

    /// Reads the values from the database, asset by asset.
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

    /// Reads the values from memory, and those of unknown rows from the database.
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

/// Caches the last snapshots of large results, until something changes.
///
/// A snapshot is returned only to the holder for which it was made: to others, the file's metadata, such as its time of
/// creation, would reveal something about that holder.
final class SnapshotCache: Sendable {
    private struct CacheEntry: Sendable {
        let snapshot: Snapshot
        let part: SnapshotParameters
        let change: Int64
    }

    private let kept = Mutex<[CacheEntry]>([])
    private static let filesAtMost = 2
    private static let bytesAtMost = 64 << 20
    /// The number of rows from which on a snapshot is cached. Smaller snapshots are written fast enough.
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
    /// Returns the same file, with a position of its own.
    fileprivate func reopened() throws(Errno) -> Snapshot {
        Snapshot(content: try content.reopenedReadOnly(), count: count, columns: columns, ids: ids, isNew: false)
    }
}
