internal import FilmgateModel
internal import FilmgateSQLite

/// Bursts as a client sees them. What it does not see of a burst counts for nothing: neither for which photo is listed, nor for whether
/// the photos that it sees are known as a burst.
extension SQLScope {
    /// Returns the condition that an asset in the scope is not covered by a different photo of its burst. Of the photos of a burst that are
    /// neither hidden nor in the trash, the picked one covers all others, or else the first.
    ///
    /// - Parameter row: the expression for the asset's row.
    func representsBurst(_ row: SQL) -> SQL {
        // SQLite answers the first part once for a statement, so that a library without bursts pays nothing.
        """
        (NOT EXISTS (SELECT 1 FROM burst_asset) OR NOT EXISTS (
            SELECT 1 FROM burst_asset AS s WHERE s.asset = \(row) AND s.listed = 1 AND s.asset <> (
                SELECT o.asset FROM burst_asset AS o WHERE o.burst = s.burst AND o.listed = 1 \(holdsBurstAsset)
                ORDER BY o.rank DESC, o.creation_date, o.id LIMIT 1)))
        """
    }

    /// The condition that the scope holds the photo `o` of a burst: `AND …`, or nothing.
    private var holdsBurstAsset: SQL {
        switch self {
        case .everything: ""
        case .assets, .members, .item, .nothing:
            "AND EXISTS (SELECT 1 FROM asset AS p WHERE p.row = o.asset AND \(exists("p")))"
        }
    }

    /// The burst of the asset `a`; null unless the scope holds a different photo of it.
    var burstColumn: SQL {
        """
        (SELECT u.id FROM burst_asset AS s CROSS JOIN burst AS u ON u.row = s.burst WHERE s.asset = a.row AND EXISTS (
            SELECT 1 FROM burst_asset AS o CROSS JOIN asset AS p ON p.row = o.asset
            WHERE o.burst = s.burst AND o.asset <> s.asset AND \(exists("p"))))
        """
    }
}
