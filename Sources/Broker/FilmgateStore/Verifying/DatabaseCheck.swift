import FilmgateModel
import FilmgateSQLite

/// A check of the database. Each row of its query is a problem: the asset's identifier or NULL, and a sentence.
struct DatabaseCheck: Sendable {
    let kind: VerificationProblem.Kind
    let question: SQL
    /// The problem to report if SQLite finds damage. Only checks that are commands have this text, and only they need
    /// the writing connection.
    var refusal: String?

    func problems(in database: DatabaseConnection) throws -> [VerificationProblem] {
        if let refusal {
            do {
                try database.execute(question)
            } catch {
                guard error.code.primary == .corrupt else { throw error }
                return [VerificationProblem(kind, asset: nil, refusal)]
            }
            return []
        }
        return try database.all(question) { row in
            VerificationProblem(kind, asset: row.optionalBlob(0).flatMap(AssetID.init), row.text(1))
        }
    }

    /// The tables whose pages and indexes are checked. The search index has a check of its own.
    static let tables = [
        "library", "client", "asset", "resource", "member", "access", "change", "audit", "album", "album_asset",
        "selected_album", "folder", "album_stretch", "listed_day", "sighting", "addition", "kept_item", "undo_batch",
        "undo_entry", "undo_edit", "undo_file", "undo_client", "undo_account", "pause", "mute", "quarantined",
        "quarantined_resource", "quarantined_album", "receipt", "early_version", "burst", "burst_asset",
    ]

    static let all: [DatabaseCheck] =
        tables.map(integrity)
        + [
            references, counts, albums, places, stretches, folders, selections, live, members, creators, primaries,
            edits, sightings, days, search, undoing, inbox, bursts,
        ]

    private static func database(_ question: SQL) -> DatabaseCheck {
        DatabaseCheck(kind: .database, question: question)
    }

    private static func derived(_ question: SQL) -> DatabaseCheck { DatabaseCheck(kind: .derived, question: question) }

    private static func integrity(_ table: String) -> DatabaseCheck {
        database(
            "SELECT NULL, integrity_check FROM pragma_integrity_check(\(table)) WHERE integrity_check <> 'ok'")
    }

    private static let references = database(
        """
        SELECT NULL, 'row ' || ifnull(rowid, '') || ' of ' || "table" || ' refers to nothing in ' || parent
        FROM pragma_foreign_key_check
        """)

    static let counts = derived(
        """
        WITH counted AS (SELECT
            (SELECT count(*) FROM asset WHERE trashed_date IS NULL) AS assets,
            (SELECT count(*) FROM asset WHERE trashed_date IS NULL AND hidden = 1) AS hidden,
            (SELECT count(*) FROM asset WHERE trashed_date IS NOT NULL) AS trashed,
            (SELECT count(*) FROM resource) + (SELECT count(*) FROM quarantined_resource) AS resources,
            (SELECT ifnull(sum(size), 0) FROM resource)
                + (SELECT ifnull(sum(size), 0) FROM quarantined_resource) AS bytes)
        SELECT NULL, 'the stored counts of the library are wrong' FROM library AS l, counted AS c
        WHERE (l.assets, l.hidden, l.trashed, l.resources, l.bytes)
            <> (c.assets, c.hidden, c.trashed, c.resources, c.bytes)
        """)

    static let selections = derived(
        """
        SELECT NULL, 'the stored size of the selection of ' || c.id || ' is wrong' FROM client AS c
        WHERE c.selected <> (SELECT count(*) FROM member AS m WHERE m.client = c.row AND (m.selected = 1 OR m.albums > 0))
        """)

    static let albums = derived(
        """
        SELECT NULL, 'the stored counts of an album are wrong' FROM album AS l
        WHERE (l.assets, l.hidden) <> (
            SELECT count(*), ifnull(sum(a.hidden), 0) FROM album_asset AS p JOIN asset AS a ON a.row = p.asset
            WHERE p.album = l.row AND a.trashed_date IS NULL)
        """)

    static let places = derived(
        """
        SELECT a.id, 'its copy in an album differs from the asset'
        FROM album_asset AS p JOIN asset AS a ON a.row = p.asset
        WHERE (p.hidden, p.trashed) <> (a.hidden, a.trashed_date IS NOT NULL)
        """)

    static let stretches = derived(
        """
        WITH counted (album, stretch, assets) AS (
            SELECT album, position >> 26, count(*) FROM album_asset WHERE trashed = 0 GROUP BY 1, 2),
        kept (album, stretch, assets) AS (SELECT album, stretch, assets FROM album_stretch WHERE assets <> 0),
        differing AS (
            SELECT * FROM (SELECT * FROM counted EXCEPT SELECT * FROM kept)
            UNION ALL SELECT * FROM (SELECT * FROM kept EXCEPT SELECT * FROM counted))
        SELECT NULL, 'the stored counts of the stretches of an album are wrong' FROM differing
        """)

    private static let folders = database(
        """
        WITH RECURSIVE reached (row, level) AS (
            SELECT row, 1 FROM folder WHERE parent IS NULL
            UNION ALL
            SELECT f.row, r.level + 1 FROM folder AS f JOIN reached AS r ON f.parent = r.row)
        SELECT NULL, 'a folder contains itself, or is nested too deep'
        WHERE (SELECT count(*) FROM reached WHERE level <= \(ContractLimits.folderLevels)) <> (SELECT count(*) FROM folder)
        """)

    /// Compares selected albums with scopes, in both directions.
    static let live = derived(
        """
        WITH live (client, asset, albums) AS (
            SELECT s.client, p.asset, count(*) FROM selected_album AS s JOIN album_asset AS p ON p.album = s.album
            GROUP BY s.client, p.asset)
        SELECT a.id, 'the number of selected albums that hold it is wrong in a scope' FROM live AS l
        JOIN asset AS a ON a.row = l.asset LEFT JOIN member AS m ON m.asset = l.asset AND m.client = l.client
        WHERE m.albums IS NOT l.albums
        UNION ALL
        SELECT m.id, 'a scope holds it for selected albums that do not hold it' FROM member AS m
        WHERE m.albums > 0 AND NOT EXISTS (
            SELECT 1 FROM selected_album AS s JOIN album_asset AS p ON p.album = s.album
            WHERE s.client = m.client AND p.asset = m.asset)
        """)

    static let members = derived(
        """
        SELECT m.id, 'its copy in the scope of a client differs from the asset'
        FROM member AS m JOIN asset AS a ON a.row = m.asset
        WHERE (m.id, m.creation_date, m.hidden, m.trashed, m.added)
            <> (a.id, a.creation_date, a.hidden, a.trashed_date IS NOT NULL, a.creator = m.client
                OR a.creator_connection IS (SELECT c.connection FROM client AS c WHERE c.row = m.client)
                AND a.creator_connection IS NOT NULL)
        """)

    static let creators = derived(
        """
        SELECT a.id, 'it is not in the scope of the client that added it' FROM asset AS a
        WHERE NOT EXISTS (SELECT 1 FROM member AS m WHERE m.asset = a.row AND m.client = a.creator)
        """)

    private static let primaries = database(
        """
        SELECT a.id, 'it does not have exactly one photo or video, of its media type' FROM asset AS a
        WHERE (SELECT count(*) FROM resource AS r WHERE r.asset = a.row AND r.type IN ('photo', 'video')) <> 1
            OR NOT EXISTS (SELECT 1 FROM resource AS r WHERE r.asset = a.row
                AND r.type = CASE a.media_type WHEN 'video' THEN 'video' ELSE 'photo' END)
        """)

    private static let edits = database(
        """
        SELECT a.id, 'its edit is incomplete, or an earlier edit left data behind' FROM asset AS a
        WHERE (a.adjustment_format IS NOT NULL) <> (a.original_width IS NOT NULL AND a.original_height IS NOT NULL
                AND a.original_orientation IS NOT NULL AND a.adjustment_client IS NOT NULL)
            OR (a.adjustment_format IS NOT NULL) <> EXISTS (SELECT 1 FROM resource AS r WHERE r.asset = a.row
                AND r.type = CASE a.media_type WHEN 'video' THEN 'full-size-video' ELSE 'full-size-photo' END)
            OR a.adjustment_format <> \(AdjustmentFormat.imported.identifier) AND NOT EXISTS (
                SELECT 1 FROM resource AS r WHERE r.asset = a.row AND r.type = 'adjustment-data')
        """)

    static let days = derived(
        """
        WITH counted (type, day, assets) AS (
            SELECT media_type, day, count(*) FROM asset WHERE hidden = 0 AND trashed_date IS NULL GROUP BY 1, 2),
        kept (type, day, assets) AS (SELECT media_type, day, assets FROM listed_day WHERE assets <> 0),
        differing AS (
            SELECT * FROM (SELECT * FROM counted EXCEPT SELECT * FROM kept)
            UNION ALL SELECT * FROM (SELECT * FROM kept EXCEPT SELECT * FROM counted))
        SELECT NULL, 'the stored number of assets of a day is wrong' FROM differing
        """)

    private static let search = DatabaseCheck(
        kind: .derived, question: "INSERT INTO search (search, rank) VALUES ('integrity-check', 1)",
        refusal: "the index for searching words differs from the assets")

    static let undoing = database(
        """
        SELECT NULL, 'a batch of changes is still being recorded for undo' FROM library WHERE undo_batch IS NOT NULL
        UNION ALL
        SELECT NULL, 'entry ' || number || ' of the undo log brings back a later one' FROM undo_entry
        WHERE restores >= number
        UNION ALL
        SELECT NULL, 'the stored sizes of the undo log are wrong' FROM undo_account AS a
        WHERE a.size <> (SELECT ifnull(sum(size), 0) FROM undo_batch WHERE account = a.row)
            OR a.file_size <> (SELECT ifnull(sum(size), 0) FROM undo_file WHERE account = a.row)
        UNION ALL
        SELECT NULL, 'batch ' || number || ' of the undo log counts against no limit' FROM undo_batch WHERE account IS NULL
        UNION ALL
        SELECT NULL, 'the undo log holds values of batch ' || b.number || ', which was trimmed'
        FROM undo_batch AS b JOIN undo_entry AS e ON e.batch = b.number
        WHERE b.is_trimmed = 1 AND (b.size <> 0 OR e.value IS NOT NULL AND e.aspect NOT IN ('asset', 'album', 'folder', 'joined'))
        UNION ALL
        SELECT NULL, 'entry ' || e.number || ' of the undo log holds a value of what was purged' FROM undo_entry AS e
        WHERE e.member = 0 AND e.value IS NOT NULL AND e.aspect IN ('title', 'caption', 'alt-text', 'keywords', 'location', 'burst')
            AND NOT EXISTS (SELECT 1 FROM asset AS a WHERE a.row = e.object)
        UNION ALL
        SELECT NULL, 'a stored file is of an asset and of a replaced edit' FROM undo_file WHERE file IN (SELECT file FROM resource)
        """)

    private static let inbox = database(
        """
        SELECT q.id, 'it waits in the inbox and is in the library' FROM quarantined AS q JOIN asset AS a ON a.id = q.id
        UNION ALL
        SELECT q.id, 'it waits in the inbox without exactly one photo or video' FROM quarantined AS q
        WHERE (SELECT count(*) FROM quarantined_resource AS r
            WHERE r.asset = q.number AND r.type IN ('photo', 'video')) <> 1
        UNION ALL
        SELECT q.id, 'its receipt does not say that it was rejected' FROM quarantined AS q JOIN receipt AS r ON r.id = q.id
        WHERE (r.state = 'rejected') <> (q.rejected_date IS NOT NULL)
        UNION ALL
        SELECT a.id, 'its original waits in the inbox, and it has a different one' FROM early_version AS e
        JOIN asset AS a ON a.row = e.version WHERE a.original IS NOT NULL
        UNION ALL
        SELECT NULL, 'a stored file is of an asset and waits in the inbox' FROM quarantined_resource
        WHERE file IN (SELECT file FROM resource)
        """)

    static let bursts = derived(
        """
        SELECT a.id, 'its copy in a burst differs from the asset' FROM burst_asset AS s JOIN asset AS a ON a.row = s.asset
        WHERE (s.id, s.creation_date, s.listed) <> (a.id, a.creation_date, a.hidden = 0 AND a.trashed_date IS NULL)
            OR s.rank IN (1, 2) AND s.rank <> 1 + a.burst_pick
        UNION ALL
        SELECT m.id, 'its burst in the scope of a client differs' FROM member AS m
        LEFT JOIN burst_asset AS s ON s.asset = m.asset WHERE (m.burst, m.burst_rank) IS NOT (s.burst, s.rank)
        UNION ALL
        SELECT NULL, 'a burst has no photos' FROM burst AS u
        WHERE NOT EXISTS (SELECT 1 FROM burst_asset AS s WHERE s.burst = u.row)
        """)

    static let sightings = database(
        """
        SELECT NULL, 'change ' || s.change || ' is in the history of a view but not in the log' FROM sighting AS s
        WHERE NOT EXISTS (SELECT 1 FROM change AS c WHERE c.number = s.change)
        """)
}
