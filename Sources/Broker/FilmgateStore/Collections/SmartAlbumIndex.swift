import FilmgateModel
import FilmgateSQLite

/// A partial index for a smart album. It contains the album's assets in the album's order, or all listed assets if the
/// album depends on the time. It is recreated when the album's declaration changes.
struct SmartAlbumIndex {
    let name: String
    /// The CREATE INDEX statement. SQLite stores this text in the schema.
    let statement: String

    static let all = SmartAlbum.all.compactMap(SmartAlbumIndex.init)
    private static let prefix = "smart_"

    init?(_ album: SmartAlbum) {
        guard album.isIndexed else { return nil }
        name = SmartAlbumIndex.prefix + album.subtype.replacing("-", with: "_")
        let order = album.order.isEmpty ? [AssetQuery.Order(by: .creationDate, ascending: false)] : album.order
        var columns = order.map { $0.property.columnName + ($0.ascending ? "" : " DESC") } + ["id"]
        // Without the columns of the condition, SQLite would read each asset to check the condition again.
        let named =
            [AssetProperty.hidden, .trashedDate] + album.constant.properties.sorted { $0.rawValue < $1.rawValue }
        var carried = Set(order.map(\.property))
        for property in named where carried.insert(property).inserted { columns.append(property.columnName) }
        var conditions = album.flags
        if album.membership == .lastImport {
            columns.insert("import_began", at: 0)
            conditions.append("a.import_began IS NOT NULL")
        }
        if album.constant != .constant(true) {
            conditions.append(album.constant.condition(on: AssetPredicateColumns(scope: .everything)))
        }
        let unqualified = conditions.joined(by: " AND ").inlined.text.replacing("a.", with: "")
        statement = "CREATE INDEX \(name) ON asset (\(columns.joined(separator: ", "))) WHERE \(unqualified)"
    }

    /// Drops outdated indexes and creates missing ones. Usually, all indexes are up to date.
    static func update(in pool: DatabasePool) async throws {
        guard try await pool.read({ try isOutdated(in: $0) }) else { return }
        try await pool.write { database in
            for (name, statement) in try kept(in: database) where !all.contains(where: { $0.statement == statement }) {
                try drop(name, in: database)
            }
            let kept = try kept(in: database).values
            for index in all where !kept.contains(index.statement) { try database.script(index.statement) }
        }
    }

    /// Drops all indexes whose names begin with the prefix, even if a backup uses the names for other indexes.
    static func dropAll(in database: DatabaseConnection) throws {
        for name in try kept(in: database).keys { try drop(name, in: database) }
    }

    private static func drop(_ name: String, in database: DatabaseConnection) throws {
        try database.script("DROP INDEX \"\(name.replacing("\"", with: "\"\""))\"")
    }

    private static func isOutdated(in database: DatabaseConnection) throws -> Bool {
        try Set(kept(in: database).values) != Set(all.map(\.statement))
    }

    private static func kept(in database: DatabaseConnection) throws -> [String: String] {
        let rows = try database.all(
            "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND substr(name, 1, 6) = \(prefix)"
        ) { ($0.text(0), $0.text(1)) }
        return Dictionary(rows) { first, _ in first }
    }
}

extension SmartAlbum {
    /// The part of the album's condition that does not depend on the time, without the conditions in `flags`.
    fileprivate var constant: Predicate<AssetProperty> {
        switch membership {
        case .matching(let predicate): predicate
        case .addedWithin, .lastImport: .constant(true)
        case .hidden: SmartAlbum.isHidden
        case .trash: SmartAlbum.isTrashed
        }
    }

    /// The conditions on hidden and trashed assets, with the same text as in a query for the album's assets.
    fileprivate var flags: [SQL] {
        switch membership {
        case .matching, .addedWithin, .lastImport: ["a.hidden = 0", "a.trashed_date IS NULL"]
        case .hidden: ["a.trashed_date IS NULL"]
        case .trash: []
        }
    }
}

extension AssetProperty {
    /// The name of the property's column. The property must have only one.
    fileprivate var columnName: String { String(columns(in: .everything, .exact)[0].text.dropFirst(2)) }
}

extension SmartAlbum {
    /// Restricts a query to the assets of this album.
    ///
    /// - Parameter isOwners: whether the owner makes the query. For apps, the album of the last import is empty, because
    ///   it tells which photos the owner's tools added.
    func apply(
        to query: inout AssetQuery, in scope: SQLScope, isOwners: Bool, of database: DatabaseConnection,
        at now: Timestamp
    ) throws {
        let predicate: Predicate<AssetProperty>
        var isConstant = true
        var importBegan: Timestamp?
        switch membership {
        case .matching(let matching): predicate = matching
        case .addedWithin(let days):
            isConstant = false
            // Rounds the time down to a minute, so that later queries can use the same cached order.
            let minute: Int64 = 60_000_000
            let start = now.advanced(bySeconds: -days * 86_400).rawValue / minute * minute
            predicate = .compares(.addedDate, .greaterOrEqual, .date(Timestamp(rawValue: start)))
        case .lastImport:
            isConstant = false
            let began = isOwners ? try database.integer(SmartAlbum.lastImport) : nil
            importBegan = began.map { Timestamp(rawValue: $0) }
            predicate = .constant(importBegan != nil)
        case .hidden:
            query.includesHidden = true
            predicate = SmartAlbum.isHidden
        case .trash:
            query.includesHidden = true
            query.includesTrashed = true
            predicate = SmartAlbum.isTrashed
        }
        query.membership = ComputedAlbumDefinition(
            predicate, importBegan: importBegan, order: order, isIndexed: scope == .everything, isConstant: isConstant)
    }

    /// The date when the import began that began last, of those with listed assets.
    static let lastImport: SQL = """
        SELECT import_began FROM asset WHERE hidden = 0 AND trashed_date IS NULL AND import_began IS NOT NULL
        ORDER BY import_began DESC LIMIT 1
        """
    static let isHidden = Predicate<AssetProperty>.isTrue(.hidden)
    static let isTrashed = Predicate<AssetProperty>.not(.isNull(.trashedDate))
}
