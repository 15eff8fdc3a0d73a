import FilmgateSQLite

/// Bursts as a client sees them. Photos that the client does not see influence neither which photo is listed, nor
/// whether the visible photos count as a burst.
///
/// All statements find a photo in an index, whatever the number of the burst's photos. Bursts contain only photos, so a
/// scope of one type contains all photos of a burst or none of them.
extension SQLScope {
    /// Returns the condition that an asset in the scope is listed, rather than another photo of its burst. Of the
    /// photos of a burst that are neither hidden nor in the trash, the picked photo is listed; if none is picked, the
    /// first is listed.
    ///
    /// - Parameter row: the expression for the asset's row.
    func representsBurst(_ row: SQL) -> SQL {
        let covering: SQL
        switch self {
        case .everything, .assets:
            covering = """
                SELECT 1 FROM burst_asset AS s WHERE s.asset = \(row) AND s.listed = 1 AND s.asset <> (
                    SELECT o.asset FROM burst_asset AS o WHERE o.burst = s.burst AND o.listed = 1
                    ORDER BY o.rank DESC, o.creation_date, o.id LIMIT 1)
                """
        case .members(of: let client, only: _):
            covering = """
                SELECT 1 FROM member AS s
                WHERE s.asset = \(row) AND s.client = \(client) AND s.trashed = 0 AND s.hidden = 0 AND s.burst IS NOT NULL
                AND s.asset <> (
                    SELECT o.asset FROM member AS o
                    WHERE o.client = \(client) AND o.burst = s.burst AND o.trashed = 0 AND o.hidden = 0
                    ORDER BY o.burst_rank DESC, o.creation_date, o.id LIMIT 1)
                """
        case .item, .nothing: return "1"
        }
        // SQLite evaluates the first part once for each statement, so that a library without bursts has no extra cost.
        return "(NOT EXISTS (SELECT 1 FROM burst_asset) OR NOT EXISTS (\(covering)))"
    }

    /// The burst of the asset `a`; null unless the scope contains another photo of that burst.
    var burstColumn: SQL {
        switch self {
        case .everything, .assets:
            """
            (SELECT u.id FROM burst_asset AS s CROSS JOIN burst AS u ON u.row = s.burst WHERE s.asset = a.row AND EXISTS (
                SELECT 1 FROM burst_asset AS o WHERE o.burst = s.burst AND o.asset <> s.asset))
            """
        case .members(of: let client, only: _):
            """
            (SELECT u.id FROM member AS s CROSS JOIN burst AS u ON u.row = s.burst
                WHERE s.asset = a.row AND s.client = \(client) AND EXISTS (
                    SELECT 1 FROM member AS o
                    WHERE o.client = \(client) AND o.burst = s.burst AND o.trashed = 0 AND o.asset <> s.asset))
            """
        case .item, .nothing: "NULL"
        }
    }

    /// Returns the statement that selects the rows of a burst's photos in the scope.
    func photos(ofBurst row: SQL) -> SQL {
        switch self {
        case .everything, .assets: "SELECT o.asset FROM burst_asset AS o WHERE o.burst = \(row)"
        case .members(of: let client, only: _):
            "SELECT o.asset FROM member AS o WHERE o.client = \(client) AND o.burst = \(row) AND o.trashed = 0"
        case .item, .nothing: "SELECT NULL WHERE 0"
        }
    }
}
