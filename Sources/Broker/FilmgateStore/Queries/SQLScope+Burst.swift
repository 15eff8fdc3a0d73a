import FilmgateSQLite

/// Bursts as a client sees them. Photos that are invisible to the client influence neither which photo is listed, nor
/// whether the other photos count as a burst.
///
/// All statements find photos through an index, so their speed does not depend on the size of a burst. Bursts contain
/// only photos, so a scope of one media type contains either all photos of a burst or none.
extension SQLScope {
    /// Returns the condition that an asset in the scope represents its burst or is in no burst. The picked photo
    /// represents the burst, or the first photo if none was picked. Hidden and trashed photos do not count.
    ///
    /// - Parameter row: the SQL expression for the row of the asset.
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
        // SQLite evaluates the first part once for each statement, so bursts cost nothing in a library without bursts.
        return "(NOT EXISTS (SELECT 1 FROM burst_asset) OR NOT EXISTS (\(covering)))"
    }

    /// The burst of the asset `a`. It is NULL unless the scope contains a further photo of the burst.
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
