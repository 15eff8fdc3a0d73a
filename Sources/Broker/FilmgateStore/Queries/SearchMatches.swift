import FilmgateModel
import FilmgatePolicy
import FilmgateSQLite

/// The rows that match a search, one bit each.
struct SearchMatches {
    private var bits: [UInt64] = []
    private(set) var count = 0

    /// Reads matches in the order of the index. Returns nil if a row number is too high for a `SortKeyTable`.
    init?(of expression: String, atMost limit: Int? = nil, in database: DatabaseConnection) throws {
        var (matches, isWhole) = (SearchMatches(), true)
        let all: SQL = "search WHERE search MATCH \(expression)"
        // Without a limit, SQLite goes through the index without a subquery.
        let found: SQL = limit.map { "(SELECT rowid FROM \(all) LIMIT \($0))" } ?? all
        try database.eachBatch(of: "rowid, 0, NULL", from: found) { batch in
            for row in batch.first {
                if SortKeyTable.rows.contains(row) { matches.insert(Int(row)) } else { isWhole = false }
            }
        }
        guard isWhole else { return nil }
        self = matches
    }

    private init() {}

    private mutating func insert(_ row: Int) {
        let (word, bit) = row.quotientAndRemainder(dividingBy: UInt64.bitWidth)
        if word >= bits.count {
            bits.append(contentsOf: repeatElement(0, count: max(word + 1, 2 * bits.count) - bits.count))
        }
        bits[word] |= 1 << bit
        count += 1
    }

    func contains(_ row: Int64) -> Bool {
        let (word, bit) = Int(row).quotientAndRemainder(dividingBy: UInt64.bitWidth)
        return word < bits.count && bits[word] & 1 << bit != 0
    }

    /// Calls `body` with each row, ascending.
    func forEach(_ body: (Int64) -> Void) {
        for (index, word) in bits.enumerated() {
            var rest = word
            while rest != 0 {
                body(Int64(index * UInt64.bitWidth + rest.trailingZeroBitCount))
                rest &= rest - 1
            }
        }
    }
}

extension DefaultOrder {
    /// Returns the first matches in the order of the listing. Returns nil if it cannot hold their row numbers.
    ///
    /// - Parameters:
    ///   - limit: the largest number of keys; 0 for all.
    ///   - many: from this number of matches on, the newest assets are examined before all matches are read.
    func keys(
        matching words: SearchWords, limit: Int, visibleTo visibility: Visibility, many: Int = 50_000,
        in database: DatabaseConnection
    ) throws -> AssetKeys? {
        let expression = words.expression(visibleTo: visibility)
        let limit = limit == 0 ? Int.max : limit
        if words.areIndexedPrefixes, limit <= many / 100 {
            guard let some = try SearchMatches(of: expression, atMost: many, in: database) else { return nil }
            if some.count < many { return keys(among: some, limit) }
            if let newest = try newest(matching: expression, limit, in: database) { return newest }
        }
        return try SearchMatches(of: expression, in: database).map { keys(among: $0, limit) }
    }

    /// Looks up one asset after the other in the index, the newest first. Returns nil if fewer than half of them match:
    /// a look-up takes as long as reading some hundred matches.
    private func newest(
        matching expression: String, _ limit: Int, in database: DatabaseConnection
    ) throws -> AssetKeys? {
        var builder = AssetKeysBuilder()
        var (found, missed) = (0, 0)
        for key in keys {
            let row = key.rawValue
            if try database.exists("SELECT 1 FROM search WHERE rowid = \(row) AND search MATCH \(expression)") {
                builder.append(row)
                found += 1
            } else {
                missed += 1
            }
            if found == limit { return builder.finish(asOf: change) }
            if missed > found + 8 { return nil }
        }
        return builder.finish(asOf: change)
    }

    private func keys(among matches: SearchMatches, _ limit: Int) -> AssetKeys {
        // How many keys it has to examine if the matches are spread evenly.
        let passed = limit < matches.count ? keys.count / matches.count * limit : keys.count
        // Sorting a match takes about as long as examining 25 keys.
        let isSorting = passed / 25 > matches.count
        var builder = AssetKeysBuilder()
        for row in isSorting ? sorted(matches, limit) : passing(matches, limit) { builder.append(row) }
        return builder.finish(asOf: change)
    }

    private func sorted(_ matches: SearchMatches, _ limit: Int) -> [Int64] {
        var found: [(row: Int64, entry: SortKeyTable.Entry)] = []
        matches.forEach { row in
            // The table also has assets that are no longer listed.
            if let entry = sortKeys[row], index(of: row) != nil { found.append((row, entry)) }
        }
        found.sort { $0.entry.precedes($1.entry) }
        return found.prefix(limit).map(\.row)
    }

    private func passing(_ matches: SearchMatches, _ limit: Int) -> [Int64] {
        var found: [Int64] = []
        var start = 0
        while start < keys.count, found.count < limit {
            let end = min(start + Run.usualCount, keys.count)
            keys.forEach(in: start..<end) { row in
                if matches.contains(row), found.count < limit { found.append(row) }
            }
            start = end
        }
        return found
    }
}

extension SearchWords {
    /// Whether the index stores the matches of each word (`Schema.search`), so that looking up one asset is quick.
    fileprivate var areIndexedPrefixes: Bool {
        words.allSatisfy { word in
            (2...3).contains(word.count) && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        }
    }
}
