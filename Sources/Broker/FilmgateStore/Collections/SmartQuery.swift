import FilmgateModel
import FilmgateSQLite

extension SmartAlbum {
    /// Restricts a query for assets to those of this album.
    func apply(to query: inout AssetQuery, in scope: SQLScope, of database: DatabaseConnection, at now: Timestamp)
        throws
    {
        let predicate: Predicate<AssetProperty>
        var isConstant = true
        switch membership {
        case .matching(let matching): predicate = matching
        case .addedWithin(let days):
            isConstant = false
            // Rounded to a minute, so that a cached order serves later queries.
            let minute: Int64 = 60_000_000
            let start = now.advanced(bySeconds: -days * 86_400).rawValue / minute * minute
            predicate = .compares(.addedDate, .greaterOrEqual, .date(Timestamp(rawValue: start)))
        case .lastImport:
            isConstant = false
            let start = try database.lastImport(in: scope)
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
            predicate, order: order, isIndexed: scope == .everything, isConstant: isConstant)
    }

    static let isHidden = Predicate<AssetProperty>.isTrue(.hidden)
    static let isTrashed = Predicate<AssetProperty>.not(.isNull(.trashedDate))
}

extension DatabaseConnection {
    /// Returns when the last import began. An import is the newest addition and all earlier ones, back to the first gap
    /// of an hour or more. Returns nil if there are no additions.
    fileprivate func lastImport(in scope: SQLScope) throws -> Timestamp? {
        guard let additions = Additions(in: scope) else { return nil }
        let hour: Int64 = 3_600_000_000
        guard var start = try integer(additions.newest) else { return nil }
        // Goes back hour by hour rather than addition by addition.
        while let earlier = try integer(additions.oldest(after: start.subtractingClamped(hour))),
            earlier < start
        {
            start = earlier
        }
        return Timestamp(rawValue: start)
    }
}

/// Statements for the dates of additions in a scope. They use the index of "recently-added".
struct Additions {
    private let rows: SQL

    init?(in scope: SQLScope) {
        switch scope {
        case .everything: rows = "asset AS a WHERE a.hidden = 0 AND a.trashed_date IS NULL"
        case .assets(of: let type):
            rows = "asset AS a WHERE a.hidden = 0 AND a.trashed_date IS NULL AND a.media_type = \(type.rawValue)"
        case .members(of: let client, only: let type):
            rows = """
                member AS m CROSS JOIN asset AS a ON a.row = m.asset
                WHERE m.client = \(client) AND m.hidden = 0 AND m.trashed = 0
                \(SQLScope.condition("a.media_type", type))
                """
        case .item, .nothing: return nil
        }
    }

    var newest: SQL { "SELECT a.added_date FROM \(rows) ORDER BY a.added_date DESC LIMIT 1" }

    func oldest(after date: Int64) -> SQL {
        "SELECT a.added_date FROM \(rows) AND a.added_date > \(date) ORDER BY a.added_date LIMIT 1"
    }
}
