internal import FilmgateModel
internal import FilmgateSQLite

/// The index that a smart album is listed and counted by: it holds the album and nothing else, in the album's order. It follows
/// from the album's declaration, and is made where it is missing or has become another.
struct SmartIndex {
    let name: String
    /// What makes it, as the schema keeps it.
    let statement: String

    static let all = SmartAlbum.all.compactMap(SmartIndex.init)
    private static let prefix = "smart_"

    init?(_ album: SmartAlbum) {
        guard album.isIndexed else { return nil }
        name = SmartIndex.prefix + album.subtype.replacing("-", with: "_")
        let order = album.order.isEmpty ? [AssetQuery.Order(by: .creationDate, ascending: false)] : album.order
        var columns = order.map { $0.property.columnName + ($0.ascending ? "" : " DESC") } + ["id"]
        // The conditions' columns are carried, or SQLite would look at every asset to check them again.
        let named =
            [AssetProperty.hidden, .trashedDate] + album.constant.properties.sorted { $0.rawValue < $1.rawValue }
        var carried = Set(order.map(\.property))
        for property in named where carried.insert(property).inserted { columns.append(property.columnName) }
        var conditions = album.flags
        if album.constant != .constant(true) {
            conditions.append(album.constant.condition(on: AssetColumns(sight: .everything)))
        }
        let unqualified = conditions.joined(by: " AND ").inlined.text.replacing("a.", with: "")
        statement = "CREATE INDEX \(name) ON asset (\(columns.joined(separator: ", "))) WHERE \(unqualified)"
    }

    /// Brings the indexes in line with the declarations; in the usual case a look is enough.
    static func bring(into pool: DatabasePool) async throws {
        guard try await pool.read({ try isOutdated(in: $0) }) else { return }
        try await pool.write { database in
            for (name, statement) in try kept(in: database) where !all.contains(where: { $0.statement == statement }) {
                try database.script("DROP INDEX \(name)")
            }
            let kept = try kept(in: database).values
            for index in all where !kept.contains(index.statement) { try database.script(index.statement) }
        }
    }

    private static func isOutdated(in database: Connection) throws -> Bool {
        try Set(kept(in: database).values) != Set(all.map(\.statement))
    }

    private static func kept(in database: Connection) throws -> [String: String] {
        let rows = try database.all(
            "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND substr(name, 1, 6) = \(prefix)"
        ) { ($0.text(0), $0.text(1)) }
        return Dictionary(uniqueKeysWithValues: rows)
    }
}

extension SmartAlbum {
    /// What is always so of its assets, but for the flags.
    fileprivate var constant: Predicate<AssetProperty> {
        switch membership {
        case .matching(let predicate): predicate
        case .addedWithin, .lastImport: .constant(true)
        case .hidden: SmartAlbum.isHidden
        case .trash: SmartAlbum.isTrashed
        }
    }

    /// What a query for its assets leaves out, in the very words.
    fileprivate var flags: [SQL] {
        switch membership {
        case .matching, .addedWithin, .lastImport: ["a.hidden = 0", "a.trashed_date IS NULL"]
        case .hidden: ["a.trashed_date IS NULL"]
        case .trash: []
        }
    }
}

extension AssetProperty {
    /// Of a property that is one column of the asset.
    fileprivate var columnName: String { String(columns(in: .everything)[0].text.dropFirst(2)) }
}
