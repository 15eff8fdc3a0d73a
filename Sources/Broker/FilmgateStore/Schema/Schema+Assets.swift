extension Schema {
    /// The tables of assets and their stored files, and of the number of listed assets on each day.
    static let assets = """
        -- Row numbers are never reused, because an open result can still contain the number of a deleted asset.
        CREATE TABLE asset (
            row INTEGER PRIMARY KEY AUTOINCREMENT,
            id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
            media_type TEXT NOT NULL CHECK (media_type IN ('image', 'video')),
            -- A bit mask. See MediaSubtype.bit.
            subtypes INTEGER NOT NULL DEFAULT 0,
            creation_date INTEGER NOT NULL,
            modification_date INTEGER NOT NULL,
            added_date INTEGER NOT NULL,
            trashed_date INTEGER,
            -- The creation date that the asset had when one of the owner's tools added it, or NULL if an app added it.
            -- Imports match only assets with this date. It never changes, because apps can change the creation date.
            import_date INTEGER,
            -- When the import began that added it; null if none did.
            import_began INTEGER,
            -- Seconds east of UTC: of its time zone if that is known; and the clock by which its day counts, of its time zone or else of
            -- the library's at that time. See TimeZoneResolver.
            time_zone_offset INTEGER,
            clock_offset INTEGER NOT NULL DEFAULT 0,
            -- The number of days since 1970 in that time zone, rounded down. See LocalDay.
            day INTEGER GENERATED ALWAYS AS (
                (creation_date + clock_offset * 1000000) / 86400000000
                - (creation_date + clock_offset * 1000000 < 0
                    AND (creation_date + clock_offset * 1000000) % 86400000000 <> 0)) VIRTUAL,
            latitude REAL,
            longitude REAL CHECK ((longitude IS NULL) = (latitude IS NULL)),
            -- The town nearest to the exact location, and the town nearest to the rounded one (for precision 'town').
            place TEXT,
            town TEXT,
            favorite INTEGER NOT NULL DEFAULT 0 CHECK (favorite IN (0, 1)),
            hidden INTEGER NOT NULL DEFAULT 0 CHECK (hidden IN (0, 1)),
            rating INTEGER NOT NULL DEFAULT 0 CHECK (rating BETWEEN 0 AND 5),
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
            -- Make and model, or only the model if the make contains its first word ('NIKON CORPORATION', 'NIKON D70').
            camera TEXT GENERATED ALWAYS AS (CASE
                WHEN camera_make IS NULL THEN camera_model
                WHEN camera_model IS NULL THEN camera_make
                WHEN instr(' ' || lower(camera_make) || ' ',
                    ' ' || lower(substr(camera_model, 1, instr(camera_model || ' ', ' ') - 1)) || ' ') > 0
                    THEN camera_model
                ELSE camera_make || ' ' || camera_model END) VIRTUAL,
            lens_model TEXT,
            -- The original asset, if this asset is a version of it.
            original INTEGER REFERENCES asset ON DELETE SET NULL,
            creator INTEGER NOT NULL REFERENCES client,
            creator_connection TEXT,
            -- The name that files of the same shot share: in lower case, without the extension and marks of edits.
            stem TEXT,
            -- The identifier that the two files of a live photo share.
            content_identifier TEXT,
            -- A hash of the camera's burst identifier, and whether the file or its name marks the photo as the pick.
            burst_key BLOB,
            burst_pick INTEGER NOT NULL DEFAULT 0,
            -- The edit: the format of its adjustment data, and the client that made it. Its renders are in `resource`.
            adjustment_format TEXT,
            adjustment_version TEXT CHECK ((adjustment_version IS NULL) = (adjustment_format IS NULL)),
            adjustment_client INTEGER REFERENCES client,
            -- The number of changes of the content, and the properties of the original if the asset is edited.
            content_changes INTEGER NOT NULL DEFAULT 0,
            original_width INTEGER,
            original_height INTEGER,
            original_orientation INTEGER,
            original_duration REAL
        ) STRICT;
        -- The indexes contain the columns of the conditions, so that SQLite does not read each asset to check them.
        CREATE INDEX asset_listed ON asset (creation_date DESC, id, hidden, trashed_date)
            WHERE hidden = 0 AND trashed_date IS NULL;
        CREATE INDEX asset_by_date ON asset (creation_date DESC, id, hidden, trashed_date);
        CREATE INDEX asset_original ON asset (original) WHERE original IS NOT NULL;
        CREATE INDEX asset_stem ON asset (stem) WHERE stem IS NOT NULL;
        CREATE INDEX asset_content_identifier ON asset (content_identifier) WHERE content_identifier IS NOT NULL;
        CREATE TRIGGER asset_inserted AFTER INSERT ON asset BEGIN
            UPDATE library SET
                assets = assets + (new.trashed_date IS NULL),
                hidden = hidden + (new.trashed_date IS NULL AND new.hidden),
                trashed = trashed + (new.trashed_date IS NOT NULL);
        END;
        CREATE TRIGGER asset_moved AFTER UPDATE OF hidden, trashed_date ON asset BEGIN
            UPDATE library SET
                assets = assets - (old.trashed_date IS NULL) + (new.trashed_date IS NULL),
                hidden = hidden - (old.trashed_date IS NULL AND old.hidden) + (new.trashed_date IS NULL AND new.hidden),
                trashed = trashed - (old.trashed_date IS NOT NULL) + (new.trashed_date IS NOT NULL);
        END;
        CREATE TRIGGER asset_deleted AFTER DELETE ON asset BEGIN
            UPDATE library SET
                assets = assets - (old.trashed_date IS NULL),
                hidden = hidden - (old.trashed_date IS NULL AND old.hidden),
                trashed = trashed - (old.trashed_date IS NOT NULL);
        END;

        -- The stored files of assets.
        CREATE TABLE resource (
            asset INTEGER NOT NULL REFERENCES asset ON DELETE CASCADE,
            type TEXT NOT NULL CHECK (type IN ('photo', 'video', 'paired-video', 'alternate-photo', 'adjustment-data',
                'adjustment-base-data', 'full-size-photo', 'full-size-video', 'full-size-paired-video', 'sidecar',
                'attachment')),
            mime_type TEXT NOT NULL,
            filename TEXT,
            size INTEGER NOT NULL CHECK (size >= 0),
            hash BLOB NOT NULL CHECK (length(hash) = 32),
            file BLOB NOT NULL UNIQUE CHECK (length(file) = 16),
            PRIMARY KEY (asset, type)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX resource_hash ON resource (hash) WHERE type IN ('photo', 'video');
        CREATE TRIGGER resource_inserted AFTER INSERT ON resource BEGIN
            UPDATE library SET resources = resources + 1, bytes = bytes + new.size;
        END;
        CREATE TRIGGER resource_deleted AFTER DELETE ON resource BEGIN
            UPDATE library SET resources = resources - 1, bytes = bytes - old.size;
        END;

        -- The number of listed assets on each day, so that a timeline does not count assets.
        CREATE TABLE listed_day (
            media_type TEXT NOT NULL,
            day INTEGER NOT NULL,
            -- The number of assets that are neither hidden nor in the trash.
            assets INTEGER NOT NULL,
            PRIMARY KEY (media_type, day)
        ) STRICT, WITHOUT ROWID;
        CREATE TRIGGER listed_day_inserted AFTER INSERT ON asset WHEN new.hidden = 0 AND new.trashed_date IS NULL BEGIN
            INSERT INTO listed_day (media_type, day, assets) VALUES (new.media_type, new.day, 1)
                ON CONFLICT DO UPDATE SET assets = assets + 1;
        END;
        CREATE TRIGGER listed_day_deleted AFTER DELETE ON asset WHEN old.hidden = 0 AND old.trashed_date IS NULL BEGIN
            UPDATE listed_day SET assets = assets - 1 WHERE media_type = old.media_type AND day = old.day;
        END;
        CREATE TRIGGER listed_day_changed
            AFTER UPDATE OF media_type, creation_date, clock_offset, hidden, trashed_date ON asset BEGIN
            UPDATE listed_day SET assets = assets - 1
                WHERE old.hidden = 0 AND old.trashed_date IS NULL AND media_type = old.media_type AND day = old.day;
            INSERT INTO listed_day (media_type, day, assets)
                SELECT new.media_type, new.day, 1 WHERE new.hidden = 0 AND new.trashed_date IS NULL
                ON CONFLICT DO UPDATE SET assets = assets + 1;
        END;
        """

    static let bursts = """
        CREATE TABLE burst (
            row INTEGER PRIMARY KEY AUTOINCREMENT,
            -- A hash of the burst key and the author, so that a purged burst has the same identifier if it returns.
            id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
            -- The client whose photos join the burst, or NULL if these are the photos of the owner's tools.
            creator INTEGER REFERENCES client,
            -- The connection, if the author is a single connection of the client.
            connection TEXT
        ) STRICT;
        CREATE INDEX burst_creator ON burst (creator) WHERE creator IS NOT NULL;

        CREATE TABLE burst_asset (
            asset INTEGER PRIMARY KEY REFERENCES asset ON DELETE CASCADE,
            burst INTEGER NOT NULL REFERENCES burst,
            -- Lists show the photo with the highest rank. 3 or higher: picked in the library, the latest pick highest.
            -- 2: picked according to the file or its name. 1: others. 0: added by an app other than the burst's author.
            rank INTEGER NOT NULL CHECK (rank >= 0),
            -- Copies of the asset's columns, so that an index finds the photo to list.
            creation_date INTEGER NOT NULL,
            id BLOB NOT NULL,
            -- Whether the asset is neither hidden nor in the trash.
            listed INTEGER NOT NULL CHECK (listed IN (0, 1))
        ) STRICT;
        CREATE INDEX burst_order ON burst_asset (burst, listed, rank DESC, creation_date, id);
        CREATE TRIGGER burst_joined AFTER INSERT ON burst_asset BEGIN
            UPDATE member SET burst = new.burst, burst_rank = new.rank WHERE asset = new.asset;
        END;
        CREATE TRIGGER burst_picked AFTER UPDATE OF rank ON burst_asset BEGIN
            UPDATE member SET burst_rank = new.rank WHERE asset = new.asset;
        END;
        CREATE TRIGGER burst_copied AFTER UPDATE OF creation_date, hidden, trashed_date ON asset BEGIN
            UPDATE burst_asset SET
                creation_date = new.creation_date, listed = new.hidden = 0 AND new.trashed_date IS NULL
                WHERE asset = new.row;
        END;
        CREATE TRIGGER burst_left AFTER DELETE ON burst_asset BEGIN
            DELETE FROM burst WHERE row = old.burst
                AND NOT EXISTS (SELECT 1 FROM burst_asset AS o WHERE o.burst = old.burst);
        END;
        """
}
