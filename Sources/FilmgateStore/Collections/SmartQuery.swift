internal import FilmgateModel
internal import FilmgateSQLite

/// How smart albums ask for their assets.
extension SmartAlbum {
    /// Makes a query for assets one for those of this album.
    func apply(to query: inout AssetQuery, in sight: SQLScope, of database: Connection, at now: Timestamp) throws {
        let predicate: Predicate<AssetProperty>
        var isConstant = true
        switch membership {
        case .matching(let matching): predicate = matching
        case .addedWithin(let days):
            isConstant = false
            // To the minute, so that what was found for one who asks serves the next.
            let minute: Int64 = 60_000_000
            let start = now.advanced(bySeconds: -days * 86_400).rawValue / minute * minute
            predicate = .compares(.addedDate, .greaterOrEqual, .date(Timestamp(rawValue: start)))
        case .lastImport:
            isConstant = false
            let start = try database.lastImport(in: sight)
            predicate = start.map { .compares(.addedDate, .greaterOrEqual, .date($0)) } ?? .constant(false)
        case .hidden:
            query.includesHidden = true
            predicate = SmartAlbum.isHidden
        case .trash:
            query.includesHidden = true
            query.includesTrashed = true
            predicate = SmartAlbum.isTrashed
        }
        query.membership = AlbumMembership(
            predicate, order: order, isIndexed: sight == .everything, isConstant: isConstant)
    }

    static let isHidden = Predicate<AssetProperty>.isTrue(.hidden)
    static let isTrashed = Predicate<AssetProperty>.not(.isNull(.trashedDate))
}

extension Connection {
    /// When the last import began: the newest addition, and all before it with less than an hour to the next one; nil where there
    /// is none.
    fileprivate func lastImport(in sight: SQLScope) throws -> Timestamp? {
        guard let additions = Additions(in: sight) else { return nil }
        let hour: Int64 = 3_600_000_000
        guard var start = try first(additions.newest, { $0.integer(0) }) else { return nil }
        // Not from one addition to the next but from hour to hour: each has at least one that is no older.
        while let earlier = try first(additions.oldest(after: start - hour), { $0.integer(0) }), earlier < start {
            start = earlier
        }
        return Timestamp(rawValue: start)
    }
}

/// When the assets of a scope were added, by the index of what was recently added.
struct Additions {
    private let rows: SQL

    init?(in sight: SQLScope) {
        switch sight {
        case .everything: rows = "asset AS a WHERE a.hidden = 0 AND a.trashed_date IS NULL"
        case .members(of: let client):
            rows = """
                member AS m CROSS JOIN asset AS a ON a.row = m.asset
                WHERE m.client = \(client) AND m.hidden = 0 AND m.trashed = 0
                """
        case .nothing: return nil
        }
    }

    var newest: SQL { "SELECT a.added_date FROM \(rows) ORDER BY a.added_date DESC LIMIT 1" }

    func oldest(after date: Int64) -> SQL {
        "SELECT a.added_date FROM \(rows) AND a.added_date > \(date) ORDER BY a.added_date LIMIT 1"
    }
}
