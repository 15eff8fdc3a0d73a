import FilmgateSQLite

/// Changes a client's scope (the assets that it sees with limited access) within a transaction. An asset stays in the
/// scope as long as it is selected, is in a selected album, or was added by the client.
struct ScopeEditor {
    let database: DatabaseConnection
    let client: Int64
    let log: ChangeLog

    enum Reason {
        case selected
        /// A selected album contains the asset.
        case album
    }

    func enter(_ asset: AssetKey, _ reason: Reason) throws {
        let exists = try database.exists(
            "SELECT 1 FROM member WHERE asset = \(asset.rawValue) AND client = \(client)")
        guard !exists else {
            switch reason {
            case .selected: try set("selected = 1", of: asset, where: "selected = 0")
            case .album: try set("albums = albums + 1", of: asset, where: "1")
            }
            return
        }
        let (selected, albums): (Int64, Int64) = reason == .selected ? (1, 0) : (0, 1)
        try database.execute(
            """
            INSERT INTO member (client, creation_date, id, asset, hidden, trashed, selected, albums, added)
            SELECT \(client), creation_date, id, row, hidden, trashed_date IS NOT NULL, \(selected), \(albums), 0
            FROM asset WHERE row = \(asset.rawValue)
            """)
        try log.add(.entered, asset, client: client)
    }

    func leave(_ asset: AssetKey, _ reason: Reason) throws {
        switch reason {
        case .selected: try set("selected = 0", of: asset, where: "selected = 1 AND (added = 1 OR albums > 0)")
        case .album: try set("albums = albums - 1", of: asset, where: "albums > 1 OR added = 1 OR selected = 1")
        }
        guard database.changedRows == 0 else { return }
        let reasonGone: SQL = reason == .selected ? "selected = 1" : "albums = 1"
        try database.execute(
            "DELETE FROM member WHERE asset = \(asset.rawValue) AND client = \(client) AND \(reasonGone)")
        if database.changedRows > 0 { try log.add(.left, asset, client: client) }
    }

    private func set(_ assignment: SQL, of asset: AssetKey, where condition: SQL) throws {
        try database.execute(
            """
            UPDATE member SET \(assignment)
            WHERE asset = \(asset.rawValue) AND client = \(client) AND (\(condition))
            """)
    }
}
