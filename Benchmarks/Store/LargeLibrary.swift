import FilmgateModel
import FilmgateSQLite
import FilmgateStore
import FilmgateSystem

/// A library of any size, its rows made by SQL: a photo or, every twentieth, a video every ten minutes; one in fifty
/// hidden, one in a hundred in the trash, every tenth a favorite, every third with a place, some with titles, keywords
/// and subtypes; two hundred albums; and a thousand photos, spread evenly, selected for an app.
enum LargeLibrary {
    /// - Parameter towns: those of the broker that will serve it. Their names count as found, or it would look for them
    ///   while it is measured.
    static func make(in folder: Directory, assets: Int, towns: String) async throws {
        let library = try await Library.open(in: folder, user: 1000, towns: towns)
        _ = try await library.completePlaces(atMost: 1, at: Timestamp(rawValue: 1))
        try await library.setGrant(
            GrantRecord(
                holder: .client(BenchmarkClients.app.id),
                grant: Grant(addOnly: .authorized, readWrite: .limited, rights: .all, grantor: .admin),
                grantedDate: Timestamp(rawValue: 1)), selection: [], at: Timestamp(rawValue: 1))
        await library.close()
        let database = try Database(path: folder.path(of: "library.sqlite3"), access: .readWrite, named: "generator")
        try await database.write { database in
            try database.execute("UPDATE library SET last_client = last_client + 1")
            try database.execute(
                "INSERT INTO client (row, id) SELECT last_client, \(BenchmarkClients.tool.id.description) FROM library")
            let creator = database.lastInsertedRow
            try database.execute(rows(assets, of: creator))
            try database.execute(
                """
                INSERT INTO resource (asset, type, mime_type, filename, size, hash, file)
                SELECT row, 'photo', 'image/jpeg', 'IMG_' || row || '.JPG', 3000000, randomblob(32), randomblob(16)
                FROM asset
                """)
            try database.execute(
                """
                INSERT INTO member (client, creation_date, id, asset, hidden, trashed, selected, added)
                SELECT creator, creation_date, id, row, hidden, trashed_date IS NOT NULL, 0, 1 FROM asset
                """)
            try database.execute(
                """
                INSERT INTO member (client, creation_date, id, asset, hidden, trashed, selected, added)
                SELECT (SELECT row FROM client WHERE id = \(BenchmarkClients.app.id.description)), creation_date, id, row, hidden,
                    trashed_date IS NOT NULL, 1, 0
                FROM asset WHERE row % max(1, \(assets) / 1000) = 0
                """)
            try fillAlbums(in: database)
        }
        await database.close()
    }

    private static func rows(_ assets: Int, of creator: Int64) -> SQL {
        """
        WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < \(assets))
        INSERT INTO asset (
            id, media_type, subtypes, creation_date, modification_date, added_date, trashed_date, hidden, favorite,
            rating, title, keywords, latitude, longitude, duration, pixel_width, pixel_height, orientation, camera_make,
            camera_model, creator)
        SELECT randomblob(16), iif(n % 20 = 9, 'video', 'image'), iif(n % 40 < 6, 1 << (n % 40), 0), n * 600000000,
            n * 600000000, n * 600000000, iif(n % 100 = 7, unixepoch() * 1000000, NULL), n % 50 = 3, n % 10 = 5, n % 6,
            iif(n % 10 = 0, 'Title ' || (n % 5000), NULL), iif(n % 20 = 0, json_array('holiday', 'place ' || (n % 100)), NULL),
            iif(n % 3 = 0, n % 1700 / 10.0 - 85, NULL), iif(n % 3 = 0, n % 3500 / 10.0 - 175, NULL),
            iif(n % 20 = 9, n % 600 + 0.5, NULL), 4000, 3000, 1, 'Maker', 'Model', \(creator)
        FROM number
        """
    }

    private static func fillAlbums(in database: DatabaseConnection) throws {
        try database.execute(
            """
            WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 200)
            INSERT INTO album (id, title, creation_date, modification_date) SELECT randomblob(16), 'Album ' || n, n, n FROM number
            """)
        try database.execute(
            """
            INSERT INTO album_asset (album, position, asset, hidden, trashed)
            SELECT l.row, a.row * 65536, a.row, a.hidden, a.trashed_date IS NOT NULL
            FROM asset AS a JOIN album AS l ON l.row = a.row % 200 + 1
            """)
    }
}
