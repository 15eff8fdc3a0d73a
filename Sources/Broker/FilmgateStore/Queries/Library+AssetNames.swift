public import FilmgateModel
import FilmgateSQLite

extension Library {
    /// Returns the titles, or else the file names, of assets, for their owner. Leaves out assets that no longer exist.
    public func names(of assets: Set<AssetID>) async throws -> [AssetID: String] {
        guard !assets.isEmpty else { return [:] }
        return try await database.read { database in
            var names: [AssetID: String] = [:]
            for asset in assets {
                names[asset] =
                    try database.first(
                        """
                        SELECT ifnull(a.title, (
                            SELECT r.filename FROM resource AS r
                            WHERE r.asset = a.row AND r.type IN ('photo', 'video') LIMIT 1))
                        FROM asset AS a WHERE a.id = \(asset.bytes)
                        """
                    ) { $0.optionalText(0) } ?? nil
            }
            return names
        }
    }
}
