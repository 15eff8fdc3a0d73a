extension Schema {
    /// The tables of assets and their stored files, and of the number of listed assets on each day.
    static let assets = """
        -- Row numbers are never used twice: an open result may still hold the one of an asset that is gone.
        CREATE TABLE asset (
            row INTEGER PRIMARY KEY AUTOINCREMENT,
            id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
            media_type TEXT NOT NULL CHECK (media_type IN ('image', 'video')),
            -- A set of bits; see MediaSubtype.bit.
            subtypes INTEGER NOT NULL DEFAULT 0,
            creation_date INTEGER NOT NULL,
            modification_date INTEGER NOT NULL,
            added_date INTEGER NOT NULL,
            trashed_date INTEGER,
            -- When it was taken, as it was when one of the owner's tools added it; null if an app did, so that no import joins or skips
            -- it. Nothing changes it: a date that an app sets must not lead files to an asset.
            import_date INTEGER,
            -- When the import began that added it; null if none did.
            import_began INTEGER,
            -- Seconds east of UTC: of its time zone if that is known; and the clock by which its day counts, of its time zone or else of
            -- the library's at that time. See TimeZoneResolver.
            time_zone_offset INTEGER,
            clock_offset INTEGER NOT NULL DEFAULT 0,
            -- Days since 1970 by that clock, rounded down; see LocalDay.
            day INTEGER GENERATED ALWAYS AS (
                (creation_date + clock_offset * 1000000) / 86400000000
                - (creation_date + clock_offset * 1000000 < 0
                    AND (creation_date + clock_offset * 1000000) % 86400000000 <> 0)) VIRTUAL,
            latitude REAL,
            longitude REAL CHECK ((longitude IS NULL) = (latitude IS NULL)),
            -- The names of the nearest towns, and the same from the rounded location that clients with the precision 'town' learn.
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
            -- The model alone if its first word is a word of the maker's name: 'NIKON D70' of 'NIKON CORPORATION'.
            camera TEXT GENERATED ALWAYS AS (CASE
                WHEN camera_make IS NULL THEN camera_model
                WHEN camera_model IS NULL THEN camera_make
                WHEN instr(' ' || lower(camera_make) || ' ',
                    ' ' || lower(substr(camera_model, 1, instr(camera_model || ' ', ' ') - 1)) || ' ') > 0
                    THEN camera_model
                ELSE camera_make || ' ' || camera_model END) VIRTUAL,
            lens_model TEXT,
            -- The asset of which it is a version.
            original INTEGER REFERENCES asset ON DELETE SET NULL,
            creator INTEGER NOT NULL REFERENCES client,
            creator_connection TEXT,
            -- The name of the original file without its extension, in lower case, and without marks of edits.
            stem TEXT,
            -- What the files of a live photo have in common.
            content_identifier TEXT,
            -- From what the camera wrote into the file, and whether the file says that the photo was picked.
            burst_key BLOB,
            burst_pick INTEGER NOT NULL DEFAULT 0,
            -- The edit: the format of its adjustment data, and who made it. The renders are resources.
            adjustment_format TEXT,
            adjustment_version TEXT CHECK ((adjustment_version IS NULL) = (adjustment_format IS NULL)),
            adjustment_client INTEGER REFERENCES client,
            -- How often the content was changed, and what the properties of an edited asset were before.
            content_changes INTEGER NOT NULL DEFAULT 0,
            original_width INTEGER,
            original_height INTEGER,
            original_orientation INTEGER,
            original_duration REAL
        ) STRICT;
        -- The conditions' columns are carried, or SQLite would look at every asset to check them again.
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

        -- The stored files.
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

        -- The number of listed assets of each day, so that a timeline needs no counting.
        CREATE TABLE listed_day (
            media_type TEXT NOT NULL,
            day INTEGER NOT NULL,
            -- Neither hidden nor in the trash.
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
            -- Computed from the camera's identifier and from whose it is, so that a burst that was purged has it again when it is back.
            id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
            -- The client whose photos join it; null for the owner's.
            creator INTEGER REFERENCES client,
            -- The connection alone that counts as the author, if one does.
            connection TEXT
        ) STRICT;
        CREATE INDEX burst_creator ON burst (creator) WHERE creator IS NOT NULL;

        CREATE TABLE burst_asset (
            asset INTEGER PRIMARY KEY REFERENCES asset ON DELETE CASCADE,
            burst INTEGER NOT NULL REFERENCES burst,
            -- The highest is listed: 3 or more if it was picked in the library, the last one highest; 2 if the file says that it was
            -- picked; 0 if an app that has not made the burst put it there.
            rank INTEGER NOT NULL CHECK (rank >= 0),
            -- The asset's own, copied, so that the first of a burst is found by an index.
            creation_date INTEGER NOT NULL,
            id BLOB NOT NULL,
            -- Neither hidden nor in the trash.
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
