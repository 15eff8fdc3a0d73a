public import FilmgateModel
public import FilmgatePolicy
import FilmgateSQLite

extension Library {
    /// Returns the facts that decide whether a holder sees an asset, for administrators.
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
}
