public import FilmgateModel
public import FilmgatePolicy
internal import FilmgateSQLite

extension Library {
    /// The albums that somebody made, by title, which are for those who see everything.
    ///
    /// - Parameter identifiers: nil for all; unknown ones are left out.
    public func albums(_ identifiers: [AlbumID]? = nil, visibleTo visibility: Visibility) async throws -> [Album] {
        guard visibility.scope == .everything else { return [] }
        return try await database.read { database in
            let columns: SQL = "SELECT id, title, assets FROM album"
            guard let identifiers else {
                return try database.all("\(columns) ORDER BY title COLLATE NOCASE, id") { try Album($0) }
            }
            return try identifiers.compactMap { id in
                try database.first("\(columns) WHERE id = \(id.bytes)") { try Album($0) }
            }
        }
    }
}

extension Album {
    fileprivate init(_ row: borrowing Row) throws {
        guard let id = AlbumID(bytes: row.blob(0)) else { throw DamagedRow(table: "album") }
        self.init(id: id, title: row.text(1), count: UInt32(clamping: row.integer(2)))
    }
}

/// Albums inside a transaction.
struct AlbumChange {
    let database: Connection
    let log: ChangeLog
    let now: Timestamp

    /// - Returns: its row number.
    func create(_ id: AlbumID, title: String) throws -> Int64 {
        try database.execute(
            """
            INSERT INTO album (id, title, creation_date, modification_date)
            VALUES (\(id.bytes), \(title), \(now.rawValue), \(now.rawValue))
            """)
        return database.lastInsertedRow
    }

    func rename(_ album: Int64, to title: String) throws {
        try database.execute(
            "UPDATE album SET title = \(title), modification_date = \(now.rawValue) WHERE row = \(album)")
    }

    /// At the end; what is in it already stays where it is. A selection that holds the album gets them too.
    func add(_ assets: [AssetKey], to album: Int64) throws {
        let scopes = try scopes(of: album)
        for asset in assets {
            let isThere = try database.exists(
                "SELECT 1 FROM album_asset WHERE album = \(album) AND asset = \(asset.rawValue)")
            guard !isThere else { continue }
            try database.execute(
                """
                INSERT INTO album_asset (album, position, asset)
                SELECT row, positions + 1, \(asset.rawValue) FROM album WHERE row = \(album)
                """)
            try database.execute(
                """
                UPDATE album SET positions = positions + 1, modification_date = \(now.rawValue) WHERE row = \(album)
                """)
            for scope in scopes { try scope.enter(asset, .album) }
        }
    }

    /// - Returns: whether something may have gone out of somebody's sight.
    func remove(_ assets: [AssetKey], from album: Int64) throws -> Bool {
        let scopes = try scopes(of: album)
        for asset in assets {
            try database.execute("DELETE FROM album_asset WHERE album = \(album) AND asset = \(asset.rawValue)")
            guard database.changedRows > 0 else { continue }
            for scope in scopes { try scope.leave(asset, .album) }
        }
        try database.execute("UPDATE album SET modification_date = \(now.rawValue) WHERE row = \(album)")
        return !scopes.isEmpty
    }

    /// The album alone; its assets stay.
    ///
    /// - Returns: whether something may have gone out of somebody's sight.
    func delete(_ album: Int64) throws -> Bool {
        let departs = try remove(try database.assets(ofAlbum: album), from: album)
        try database.execute("DELETE FROM album WHERE row = \(album)")
        return departs
    }

    /// Of the clients whose selections hold the album.
    private func scopes(of album: Int64) throws -> [ScopeChange] {
        try database.all("SELECT client FROM selected_album WHERE album = \(album)") { row in
            ScopeChange(database: database, client: row.integer(0), log: log)
        }
    }
}

extension Connection {
    func row(of album: AlbumID) throws -> Int64? {
        try first("SELECT row FROM album WHERE id = \(album.bytes)") { $0.integer(0) }
    }

    /// In the album's order.
    func assets(ofAlbum album: Int64) throws -> [AssetKey] {
        try all("SELECT asset FROM album_asset WHERE album = \(album) ORDER BY position") {
            AssetKey(rawValue: $0.integer(0))
        }
    }
}
