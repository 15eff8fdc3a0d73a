extension Schema {
    /// The tables of additions that wait for the person's decision, and of receipts. The tables are separate from the
    /// library's tables, so that queries of the library cannot find these additions.
    static let inbox = """
        -- The items in the inbox. The columns are those that a new row in `asset` has.
        CREATE TABLE quarantined (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
            media_type TEXT NOT NULL CHECK (media_type IN ('image', 'video')),
            subtypes INTEGER NOT NULL,
            creation_date INTEGER NOT NULL,
            modification_date INTEGER NOT NULL,
            added_date INTEGER NOT NULL,
            rejected_date INTEGER,
            time_zone_offset INTEGER,
            clock_offset INTEGER NOT NULL DEFAULT 0,
            latitude REAL,
            longitude REAL CHECK ((longitude IS NULL) = (latitude IS NULL)),
            place TEXT,
            town TEXT,
            favorite INTEGER NOT NULL CHECK (favorite IN (0, 1)),
            hidden INTEGER NOT NULL CHECK (hidden IN (0, 1)),
            rating INTEGER NOT NULL CHECK (rating BETWEEN 0 AND 5),
            title TEXT,
            caption TEXT,
            alt_text TEXT,
            keywords TEXT,
            pixel_width INTEGER NOT NULL,
            pixel_height INTEGER NOT NULL,
            orientation INTEGER NOT NULL,
            duration REAL,
            camera_make TEXT,
            camera_model TEXT,
            lens_model TEXT,
            original INTEGER REFERENCES asset ON DELETE SET NULL,
            -- The identifier of the original, if the original was added in the same batch.
            original_id BLOB,
            creator INTEGER NOT NULL REFERENCES client,
            creator_connection TEXT,
            stem TEXT,
            content_identifier TEXT,
            burst_key BLOB,
            burst_pick INTEGER NOT NULL DEFAULT 0,
            -- The burst that the client named.
            burst INTEGER REFERENCES burst ON DELETE SET NULL
        ) STRICT;
        CREATE INDEX quarantined_creator ON quarantined (creator, rejected_date);
        CREATE INDEX quarantined_original ON quarantined (original) WHERE original IS NOT NULL;
        CREATE INDEX quarantined_rejected ON quarantined (rejected_date) WHERE rejected_date IS NOT NULL;
        CREATE INDEX quarantined_burst ON quarantined (burst) WHERE burst IS NOT NULL;

        CREATE TABLE quarantined_resource (
            asset INTEGER NOT NULL REFERENCES quarantined ON DELETE CASCADE,
            type TEXT NOT NULL,
            mime_type TEXT NOT NULL,
            filename TEXT,
            size INTEGER NOT NULL CHECK (size >= 0),
            hash BLOB NOT NULL CHECK (length(hash) = 32),
            file BLOB NOT NULL UNIQUE CHECK (length(file) = 16),
            PRIMARY KEY (asset, type)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX quarantined_resource_hash ON quarantined_resource (hash) WHERE type IN ('photo', 'video');
        CREATE TRIGGER quarantined_resource_inserted AFTER INSERT ON quarantined_resource BEGIN
            UPDATE library SET resources = resources + 1, bytes = bytes + new.size;
        END;
        CREATE TRIGGER quarantined_resource_deleted AFTER DELETE ON quarantined_resource BEGIN
            UPDATE library SET resources = resources - 1, bytes = bytes - old.size;
        END;

        -- The albums to which an item is added when the person keeps it.
        CREATE TABLE quarantined_album (
            asset INTEGER NOT NULL REFERENCES quarantined ON DELETE CASCADE,
            album INTEGER NOT NULL REFERENCES album ON DELETE CASCADE,
            PRIMARY KEY (asset, album)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX quarantined_album_album ON quarantined_album (album);

        -- Versions that the person kept before their originals.
        CREATE TABLE early_version (
            version INTEGER PRIMARY KEY REFERENCES asset ON DELETE CASCADE,
            -- The original, which waits in the inbox or was rejected.
            original INTEGER NOT NULL REFERENCES quarantined ON DELETE CASCADE
        ) STRICT;
        CREATE INDEX early_version_original ON early_version (original);

        -- The states of apps' additions. `id` identifies the asset. If `connection` is set, only it may read the state.
        CREATE TABLE receipt (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
            client INTEGER NOT NULL REFERENCES client,
            connection TEXT,
            date INTEGER NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('added', 'seen', 'rejected')),
            size INTEGER NOT NULL CHECK (size >= 0)
        ) STRICT;
        CREATE INDEX receipt_client ON receipt (client, number);
        CREATE INDEX receipt_date ON receipt (client, date);
        CREATE INDEX receipt_connection ON receipt (connection) WHERE connection IS NOT NULL;
        """
}
