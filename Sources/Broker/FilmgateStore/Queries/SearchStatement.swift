import FilmgateModel
import FilmgatePolicy
import FilmgateSQLite

/// The way in which a statement finds the matches of a search.
enum SearchPlan {
    /// Reads all matches from the index, and sorts them.
    case matches
    /// Visits the assets in order, and checks for each asset whether it matches. This is faster if many assets match.
    case order

    func condition(_ expression: String) -> SQL {
        switch self {
        case .matches: "a.row IN (\(SearchPlan.matches(expression)))"
        // The unary plus prevents SQLite from reading the matches first.
        case .order: "+a.row IN (\(SearchPlan.matches(expression)))"
        }
    }

    fileprivate static func matches(_ expression: String) -> SQL {
        "SELECT rowid FROM search WHERE search MATCH \(expression)"
    }
}

extension SearchWords {
    /// Returns the FTS5 expression, which searches only the columns that the client can read. Each word is a quoted
    /// string, in which only the quotation mark has a special meaning.
    func expression(visibleTo visibility: Visibility) -> String {
        let columns = SearchWords.columns(visibleTo: visibility).joined(separator: " ")
        let phrases = words.map { "\"\(SearchWords.escaped($0))\"*" }
        return "{\(columns)} : (\(phrases.joined(separator: " AND ")))"
    }

    /// Doubles each quotation mark that is a code point. A quotation mark with a combining mark is a different
    /// character in Swift, but still ends a string in FTS5.
    private static func escaped(_ word: String) -> String {
        var text = String.UnicodeScalarView()
        for scalar in word.unicodeScalars {
            if scalar == "\"" { text.append(scalar) }
            text.append(scalar)
        }
        return String(text)
    }

    /// Returns the index columns that the client can search.
    static func columns(visibleTo visibility: Visibility) -> [String] {
        properties.filter(visibility.shows).map { property in
            switch property {
            case .place where visibility.limits.locationPrecision == .town: "town"
            case .altText: "alt_text"
            default: property.rawValue
            }
        }
    }
}

extension AssetQuery {
    /// Chooses a plan by the number of matches, which is counted only up to a limit.
    func searchPlan(in scope: SQLScope, visibleTo visibility: Visibility, of database: DatabaseConnection) throws
        -> SearchPlan
    {
        guard let search, identifiers == nil, album == nil, isByDate else { return .matches }
        switch scope {
        case .everything, .assets: break
        case .members, .item, .nothing: return .matches
        }
        let total = try database.first("SELECT assets + trashed FROM library") { Int($0.integer(0)) } ?? 0
        // Examining an asset takes about half the time of sorting a match.
        let few = limit == 0 ? Double(total) / 2 : (Double(limit) * Double(total) / 2).squareRoot()
        let probe: SQL = """
            SELECT count(*) FROM (\(SearchPlan.matches(search.expression(visibleTo: visibility))) LIMIT \(Int(few) + 1))
            """
        let matches = try database.first(probe) { Int($0.integer(0)) } ?? 0
        return matches > Int(few) ? .order : .matches
    }

    /// Whether an index of creation dates has the query's order.
    private var isByDate: Bool {
        sort.isEmpty ? membership == nil : sort.count == 1 && sort[0].property == .creationDate
    }
}

/// The rows that match a search, with one bit for each row.
struct SearchMatches {
    private var bits: [UInt64] = []
    private(set) var count = 0

    /// Reads the matches from the index. Returns nil if a row number is too high for a `SortKeyTable`.
    init?(of expression: String, atMost limit: Int? = nil, in database: DatabaseConnection) throws {
        var (matches, isWhole) = (SearchMatches(), true)
        let all: SQL = "search WHERE search MATCH \(expression)"
        // Without a limit, SQLite does not need a subquery to read the index.
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

    /// Calls `body` with each row in ascending order.
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

extension DefaultAssetList {
    /// Returns the first matches in the order of the listing, or nil if a row number is too high.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of keys, or 0 for all.
    ///   - many: the minimum number of matches for which the newest assets are examined first.
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

    /// Checks the assets from newest to oldest. Returns nil if fewer than half of them match, because each check takes
    /// as long as reading several hundred matches.
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
        // The number of keys to examine if the matches are distributed evenly.
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
            // The table also contains assets that the listing no longer contains.
            if let entry = sortKeys[row], index(of: row) != nil { found.append((row, entry)) }
        }
        found.sort { $0.entry.precedes($1.entry) }
        return found.prefix(limit).map(\.row)
    }

    private func passing(_ matches: SearchMatches, _ limit: Int) -> [Int64] {
        var found: [Int64] = []
        var start = 0
        while start < keys.count, found.count < limit {
            let end = min(start + AssetKeyRun.usualCount, keys.count)
            keys.forEach(in: start..<end) { row in
                if matches.contains(row), found.count < limit { found.append(row) }
            }
            start = end
        }
        return found
    }
}

extension SearchWords {
    /// Whether the index stores the matches for a prefix of each word's length (see `Schema.search`). Checking a
    /// single asset is then quick.
    fileprivate var areIndexedPrefixes: Bool {
        words.allSatisfy { word in
            (2...3).contains(word.count) && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        }
    }
}
