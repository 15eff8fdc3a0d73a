import FilmgateModel
import FilmgateSQLite

/// Data that can be computed from other rows. A restoration recomputes such data if they are wrong in the backup.
enum DerivedData {
    /// - Parameter now: the current time. It replaces later dates of grants and of the library's clock.
    static func rebuild(in database: DatabaseConnection, at now: Timestamp) throws {
        try rebuildSearch(in: database)
        try database.execute(
            """
            UPDATE library SET undo_batch = NULL, clock = min(clock, \(now.rawValue)),
                last_client = max(last_client, (SELECT ifnull(max(row), 0) FROM client))
            """)
        // A future date would extend a grant that expires when it is unused for some time.
        try database.execute(
            """
            UPDATE access SET granted_date = min(granted_date, \(now.rawValue)), last_used = min(last_used, \(now.rawValue))
            WHERE max(granted_date, ifnull(last_used, granted_date)) > \(now.rawValue)
            """)
        for (check, script) in repairs where try !check.problems(in: database).isEmpty {
            try database.script(script)
        }
    }

    private static func rebuildSearch(in database: DatabaseConnection) throws {
        try emptySearch(in: database)
        try fillSearch(in: database)
    }

    /// Recreates the full-text index without content. A manipulated index can make SQLite read out of bounds.
    static func emptySearch(in database: DatabaseConnection) throws {
        let statement = try database.first("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = 'search'") {
            $0.text(0)
        }
        guard let statement else { throw CorruptRowError(table: "search") }
        try database.script("DROP TABLE search; \(statement)")
    }

    static func fillSearch(in database: DatabaseConnection) throws {
        try database.script("INSERT INTO search (search) VALUES ('rebuild')")
    }

    /// The checks, with the statements that correct the data if a check fails. Later statements depend on earlier ones.
    private static let repairs: KeyValuePairs<DatabaseCheck, String> = [
        .places: """
        UPDATE album_asset SET hidden = a.hidden, trashed = a.trashed_date IS NOT NULL
        FROM asset AS a WHERE a.row = album_asset.asset
        """,
        .bursts: """
        UPDATE burst_asset SET id = a.id, creation_date = a.creation_date,
            listed = a.hidden = 0 AND a.trashed_date IS NULL,
            rank = iif(burst_asset.rank IN (1, 2), 1 + a.burst_pick, burst_asset.rank)
            FROM asset AS a WHERE a.row = burst_asset.asset;
        DELETE FROM burst WHERE NOT EXISTS (SELECT 1 FROM burst_asset AS s WHERE s.burst = burst.row);
        \(scopes)
        """,
        .live: scopes, .members: scopes, .creators: scopes,
        .selections: """
        UPDATE client SET selected = (
            SELECT count(*) FROM member AS m WHERE m.client = client.row AND (m.selected = 1 OR m.albums > 0))
        """,
        .albums: """
        UPDATE album SET (assets, hidden) = (
            SELECT count(*), ifnull(sum(a.hidden), 0) FROM album_asset AS p JOIN asset AS a ON a.row = p.asset
            WHERE p.album = album.row AND a.trashed_date IS NULL)
        """,
        .stretches: """
        DELETE FROM album_stretch;
        INSERT INTO album_stretch (album, stretch, assets)
            SELECT album, position >> 26, count(*) FROM album_asset WHERE trashed = 0 GROUP BY 1, 2
        """,
        .days: """
        DELETE FROM listed_day;
        INSERT INTO listed_day (media_type, day, assets)
            SELECT media_type, day, count(*) FROM asset WHERE hidden = 0 AND trashed_date IS NULL GROUP BY 1, 2
        """,
        .counts: """
        UPDATE library SET (assets, hidden, trashed, resources, bytes) = (
            SELECT (SELECT count(*) FROM asset WHERE trashed_date IS NULL),
                (SELECT count(*) FROM asset WHERE trashed_date IS NULL AND hidden = 1),
                (SELECT count(*) FROM asset WHERE trashed_date IS NOT NULL),
                (SELECT count(*) FROM resource) + (SELECT count(*) FROM quarantined_resource),
                (SELECT ifnull(sum(size), 0) FROM resource)
                    + (SELECT ifnull(sum(size), 0) FROM quarantined_resource))
        """,
        .undoing: """
        UPDATE undo_account SET
            size = (SELECT ifnull(sum(size), 0) FROM undo_batch WHERE account = undo_account.row),
            file_size = (SELECT ifnull(sum(size), 0) FROM undo_file WHERE account = undo_account.row)
        """,
        .sightings: "DELETE FROM sighting WHERE change NOT IN (SELECT number FROM change)",
    ]

    /// SQL that rebuilds each client's scope, the assets that a client with limited access sees: the assets that are
    /// selected for the client, the assets in its selected albums, and the assets that the client added.
    private static let scopes = """
        CREATE TEMP TABLE reason AS
            SELECT client, asset, 1 AS selected, 0 AS albums, 0 AS added FROM member WHERE selected = 1
            UNION ALL
            SELECT s.client, p.asset, 0, count(*), 0 FROM selected_album AS s JOIN album_asset AS p ON p.album = s.album
            GROUP BY s.client, p.asset
            UNION ALL
            SELECT creator, row, 0, 0, 1 FROM asset
            UNION ALL
            SELECT c.row, a.row, 0, 0, 1 FROM asset AS a JOIN client AS c ON c.connection = a.creator_connection;
        DELETE FROM member;
        INSERT INTO member (
            client, creation_date, id, asset, hidden, trashed, selected, albums, added, burst, burst_rank)
        SELECT r.client, a.creation_date, a.id, a.row, a.hidden, a.trashed_date IS NOT NULL,
            max(r.selected), max(r.albums), max(r.added), s.burst, s.rank
        FROM temp.reason AS r JOIN asset AS a ON a.row = r.asset LEFT JOIN burst_asset AS s ON s.asset = a.row
        GROUP BY r.client, r.asset;
        DROP TABLE temp.reason;
        """
}
