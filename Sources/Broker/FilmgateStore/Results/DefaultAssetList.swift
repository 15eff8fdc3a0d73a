import FilmgateSQLite

/// The default listing of the whole library, in memory: one asset of each burst and all assets that are not in a
/// burst, newest first. Leaves out hidden and trashed assets. The change log provides the updates.
struct DefaultAssetList: Sendable {
    private(set) var keys: AssetKeys
    private(set) var sortKeys: SortKeyTable

    /// The number of the last change that the listing includes.
    var change: Int64 { keys.change }

    /// Reads the listing from an index with the same order.
    init(in database: DatabaseConnection) throws {
        let change = try database.lastChange()
        let last = try database.integer("SELECT max(row) FROM asset") ?? 0
        var draft = DefaultAssetListBuilder(upTo: last)
        try database.eachBatch(
            of:
                "row, creation_date, id",
            from: """
                asset INDEXED BY asset_listed WHERE hidden = 0 AND trashed_date IS NULL
                AND \(SQLScope.everything.representsBurst("asset.row"))
                """
        ) { draft.append($0) }
        if !draft.isInOrder {
            draft = DefaultAssetListBuilder(upTo: last)
            try database.each(
                """
                SELECT row, creation_date, id FROM asset WHERE hidden = 0 AND trashed_date IS NULL
                AND \(SQLScope.everything.representsBurst("asset.row")) ORDER BY creation_date DESC, id
                """
            ) { row in
                draft.append(row.integer(0), SortKeyTable.Entry(row, at: 1))
                return true
            }
        }
        sortKeys = draft.sortKeys
        keys = draft.keys.finish(asOf: change)
    }

    /// Updates the listing to the current state of the database. Returns false if there are too many changes, or if
    /// the log starts too late.
    mutating func catchUp(in database: DatabaseConnection) throws -> Bool {
        let now = try database.lastChange()
        guard now != change else { return true }
        guard let rows = try database.moved(after: change, atMost: max(1_000, keys.count / 20)) else {
            return false
        }
        // First removes all rows whose position may have changed, because binary search needs rows that are in order.
        for row in rows where sortKeys[row] != nil {
            guard try take(row) else { return false }
        }
        for row in rows {
            guard try put(row, from: database) else { return false }
        }
        keys.change = now
        return true
    }

    /// Removes a row if it is listed. Returns false if another listed row has no sort key.
    private mutating func take(_ row: Int64) throws -> Bool {
        guard let entry = sortKeys[row] else { return true }
        guard let place = place(of: entry) else { return false }
        if place < keys.count, keys[place].rawValue == row { keys.remove(at: place) }
        return true
    }

    /// Inserts a row at its position if it must be listed. Returns false if another listed row has no sort key.
    private mutating func put(_ row: Int64, from database: DatabaseConnection) throws -> Bool {
        let found = try database.first(
            """
            SELECT creation_date, id, hidden OR trashed_date IS NOT NULL
                OR NOT \(SQLScope.everything.representsBurst("asset.row")) FROM asset WHERE row = \(row)
            """
        ) { (SortKeyTable.Entry($0, at: 0), $0.flag(2)) }
        sortKeys[row] = found?.0
        guard let (entry, isUnlisted) = found, !isUnlisted else { return true }
        guard let place = place(of: entry) else { return false }
        keys.insert(row, at: place)
        return true
    }

    /// Returns the index of an asset, or nil if it is not listed.
    func index(of row: Int64) -> Int? {
        guard let place = sortKeys[row].flatMap(place), place < keys.count, keys[place].rawValue == row else {
            return nil
        }
        return place
    }

    /// Returns the index of an entry, or the index at which to insert it. Returns nil if a listed row has no sort key,
    /// which would be a bug.
    private func place(of entry: SortKeyTable.Entry) -> Int? {
        var (low, high) = (0, keys.count)
        while low < high {
            let middle = (low + high) / 2
            guard let other = sortKeys[keys[middle].rawValue] else { return nil }
            if other.precedes(entry) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// A listing that is being built.
private struct DefaultAssetListBuilder {
    var keys = AssetKeysBuilder()
    private(set) var sortKeys: SortKeyTable
    private var last: SortKeyTable.Entry?
    /// Whether the rows are in order. SQLite guarantees this only with ORDER BY.
    private(set) var isInOrder = true

    init(upTo row: Int64) { sortKeys = SortKeyTable(upTo: row) }

    mutating func append(_ row: Int64, _ entry: SortKeyTable.Entry) {
        keys.append(row)
        sortKeys[row] = entry
    }

    mutating func append(_ rows: RowBatch) {
        for index in 0..<rows.count {
            let entry = SortKeyTable.Entry(date: rows.second[index], id: rows.blobs[index])
            if let last, !last.precedes(entry) { isInOrder = false }
            last = entry
        }
        keys.append(contentsOf: rows.first)
        sortKeys.enter(rows.first, dates: rows.second, ids: rows.blobs)
    }
}

extension SortKeyTable.Entry {
    /// Reads an entry from two adjacent columns: the date and the identifier.
    init(_ row: borrowing Row, at column: Int) {
        self.init(date: row.integer(column), id: row.number128(column + 1))
    }
}
