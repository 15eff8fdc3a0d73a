public import FilmgateModel
public import FilmgatePolicy
import FilmgateSQLite

extension Library {
    /// Returns the values that determine whether a holder can see an asset. Only administrators get these values.
    public func facts(of id: AssetID, for holder: Holder) async throws -> AssetFacts {
        try await database.read { database in
            let client = try database.row(of: holder)
            return try database.first(
                """
                SELECT a.hidden, a.trashed_date IS NOT NULL, m.selected, m.albums, m.added, a.media_type
                FROM asset AS a LEFT JOIN member AS m ON m.asset = a.row AND m.client = \(client)
                WHERE a.id = \(id.bytes)
                """
            ) {
                .known(
                    hidden: $0.flag(0), trashed: $0.flag(1), selected: $0.flag(2), inAlbum: $0.flag(3),
                    added: $0.flag(4), mediaType: MediaType(rawValue: $0.text(5)) ?? .image)
            } ?? .unknown
        }
    }

    /// Returns the titles of assets, or the file names of assets without titles. Only the owner gets these names.
    /// Leaves out assets that no longer exist.
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
