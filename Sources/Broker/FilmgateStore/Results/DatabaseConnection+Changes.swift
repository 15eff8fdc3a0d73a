import FilmgateModel
import FilmgateSQLite

/// Queries the change log for cached orders and open results.
extension DatabaseConnection {
    /// Returns whether the log contains all changes after this one, and there are at most `limit` of them.
    func logReaches(back change: Int64, within limit: Int) throws -> Bool {
        let last = try lastChange()
        if last == change { return true }
        guard change < last, last.subtractingClamped(change) <= Int64(limit) else { return false }
        return try exists("SELECT 1 FROM library WHERE history_start <= \(change)")
    }

    /// Returns the assets whose position in the default listing may have changed. Returns nil if there are too many, or
    /// if the log starts too late.
    func moved(after change: Int64, atMost limit: Int) throws -> Set<Int64>? {
        guard try logReaches(back: change, within: limit * 4) else { return nil }
        let bits = ChangeLog.bits([.creationDate, .hidden] + ChangeLog.ofOthers)
        var rows: Set<Int64> = []
        try each(
            """
            SELECT asset FROM change WHERE number > \(change) AND asset IS NOT NULL
            AND kind NOT IN ('entered', 'left') AND (kind <> 'updated' OR properties & \(bits))
            """
        ) { row in
            rows.insert(row.integer(0))
            return rows.count <= limit
        }
        return rows.count <= limit ? rows : nil
    }

    /// Returns whether a change after this one may affect the result of a query.
    func mayConcern(_ question: OrderCache.CacheKey, after change: Int64) throws -> Bool {
        guard try logReaches(back: change, within: 20_000) else { return true }
        let happened: SQL = """
            SELECT 1 FROM change AS c WHERE c.number > \(change) AND c.asset IS NOT NULL
            AND (c.kind <> 'updated' OR c.properties & \(ChangeLog.bits(Array(question.query.decisive))))
            """
        return switch question.scope {
        case .everything: try exists("\(happened) AND c.kind NOT IN ('entered', 'left') LIMIT 1")
        case .assets(of: let type):
            try exists("\(happened) AND c.kind NOT IN ('entered', 'left') AND c.media_type = \(type.rawValue) LIMIT 1")
        case .members(of: let client, only: _):
            // Includes only assets in the scope, and purged assets, which may have been in the scope.
            try exists(
                """
                \(happened) AND iif(c.kind IN ('entered', 'left'), c.client = \(client), c.kind = 'deleted' OR EXISTS (
                    SELECT 1 FROM member AS m WHERE m.asset = c.asset AND m.client = \(client))) LIMIT 1
                """)
        case .item, .nothing: false
        }
    }

    /// Returns the assets that became invisible to a client after a change, even temporarily. Returns nil if there were
    /// more than `limit` changes, or if the log starts too late.
    func assetsHidden(from scope: SQLScope, after change: Int64, within limit: Int) throws -> Set<Int64>? {
        guard try logReaches(back: change, within: limit) else { return nil }
        let happened: SQL = "SELECT asset FROM change WHERE number > \(change) AND asset IS NOT NULL"
        let rows: [Int64] =
            switch scope {
            case .everything, .assets: try integers("\(happened) AND kind = 'deleted'")
            case .members(of: let client, only: _):
                try integers(
                    "\(happened) AND (kind IN ('deleted', 'trashed') OR kind = 'left' AND client = \(client))")
            case .item, .nothing: []
            }
        return Set(rows)
    }

    /// Returns the assets that changed visibly in a scope, after one change and up to a later one. Returns nil if the
    /// log starts too late.
    ///
    /// Includes an asset that left the scope temporarily, because leaving and entering the scope are changes.
    ///
    /// - Parameter withheld: the bits of the properties that the client cannot read. See `ChangeLog.bits`.
    func assetsChanged(
        of scope: SQLScope, after change: Int64, upTo last: Int64, withheld: Int64
    ) throws -> Set<Int64>? {
        if change == last { return [] }
        let rows: SQL
        switch scope {
        case .item, .nothing: return []
        case .everything:
            guard try logReaches(back: change, within: .max) else { return nil }
            rows = """
                SELECT asset FROM change AS c WHERE number > \(change) AND number <= \(last) AND asset IS NOT NULL
                AND kind NOT IN ('entered', 'left') AND \(ChangeLog.isReported(without: withheld))
                """
        case .assets(of: let type):
            guard try logReaches(back: change, within: .max) else { return nil }
            rows = """
                SELECT asset FROM change AS c WHERE number > \(change) AND number <= \(last)
                AND \(ChangeLog.isReported(of: type)) AND \(ChangeLog.isReported(without: withheld))
                """
        case .members(of: let client, only: _):
            guard try exists("SELECT 1 FROM client WHERE row = \(client) AND pruned <= \(change)") else { return nil }
            rows = """
                SELECT c.asset FROM sighting AS s CROSS JOIN change AS c ON c.number = s.change
                WHERE s.client = \(client) AND s.change > \(change) AND s.change <= \(last)
                AND \(ChangeLog.isReported(without: withheld))
                """
        }
        var assets: Set<Int64> = []
        try each(rows) { row in
            assets.insert(row.integer(0))
            return true
        }
        return assets
    }
}
