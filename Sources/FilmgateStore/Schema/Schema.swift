internal import FilmgateSQLite

/// The migrations of the library's schema.
///
/// Triggers maintain derived data: the copies of an asset's columns in `member`, and the counts in `library`. `Verification`
/// compares both with their sources.
enum Schema {
    static let migrations = [
        first, holders, audit, additions, albums, folders, computedAlbums, stretches, trash, history, rights,
        mediaTypes, devices, edits, lenses, selectionDates, pairing, search, days, covers, pauses, undo,
        undoLimits, inbox, earlyVersions, bursts, undoAccounts, imports, mutes, clocks,
    ]

    private static let first = Migration(
        1,
        """
        -- One row: what is kept so that nobody has to count, and the number of the last change.
        CREATE TABLE library (
            only INTEGER PRIMARY KEY CHECK (only = 1),
            generation INTEGER NOT NULL DEFAULT 0,
            assets INTEGER NOT NULL DEFAULT 0,
            hidden INTEGER NOT NULL DEFAULT 0,
            trashed INTEGER NOT NULL DEFAULT 0,
            resources INTEGER NOT NULL DEFAULT 0,
            bytes INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        INSERT INTO library (only) VALUES (1);

        CREATE TABLE client (
            row INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            selected INTEGER NOT NULL DEFAULT 0
        ) STRICT;

        -- Row numbers are never used twice: an open result may still hold the one of an asset that is gone.
        CREATE TABLE asset (
            row INTEGER PRIMARY KEY AUTOINCREMENT,
            id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
            media_type TEXT NOT NULL CHECK (media_type IN ('image', 'video')),
            subtypes TEXT NOT NULL DEFAULT '',
            creation_date INTEGER NOT NULL,
            modification_date INTEGER NOT NULL,
            added_date INTEGER NOT NULL,
            trashed_date INTEGER,
            time_zone_offset INTEGER,
            latitude REAL,
            longitude REAL CHECK ((longitude IS NULL) = (latitude IS NULL)),
            favorite INTEGER NOT NULL DEFAULT 0 CHECK (favorite IN (0, 1)),
            hidden INTEGER NOT NULL DEFAULT 0 CHECK (hidden IN (0, 1)),
            rating INTEGER NOT NULL DEFAULT 0 CHECK (rating BETWEEN 0 AND 5),
            title TEXT,
            caption TEXT,
            keywords TEXT,
            pixel_width INTEGER NOT NULL,
            pixel_height INTEGER NOT NULL,
            orientation INTEGER NOT NULL,
            duration REAL,
            camera_make TEXT,
            camera_model TEXT,
            original INTEGER REFERENCES asset ON DELETE SET NULL,
            creator INTEGER NOT NULL REFERENCES client,
            creator_connection TEXT
        ) STRICT;
        -- The conditions' columns are carried, or SQLite would look at every asset to check them again.
        CREATE INDEX asset_listed ON asset (creation_date DESC, id, hidden, trashed_date)
            WHERE hidden = 0 AND trashed_date IS NULL;
        CREATE INDEX asset_by_date ON asset (creation_date DESC, id, hidden, trashed_date);
        CREATE INDEX asset_original ON asset (original) WHERE original IS NOT NULL;

        CREATE TABLE resource (
            asset INTEGER NOT NULL REFERENCES asset ON DELETE CASCADE,
            type TEXT NOT NULL
                CHECK (type IN ('photo', 'video', 'paired-video', 'alternate-photo', 'adjustment-data')),
            mime_type TEXT NOT NULL,
            filename TEXT,
            size INTEGER NOT NULL CHECK (size >= 0),
            hash BLOB NOT NULL CHECK (length(hash) = 32),
            file BLOB NOT NULL UNIQUE CHECK (length(file) = 16),
            PRIMARY KEY (asset, type)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX resource_hash ON resource (hash) WHERE type IN ('photo', 'video');

        -- The scope of every client that may ever be limited: what was selected for it, and what it added itself. It
        -- carries what a scope is listed by, so that listing one takes no notice of the rest of the library.
        CREATE TABLE member (
            client INTEGER NOT NULL REFERENCES client,
            creation_date INTEGER NOT NULL,
            id BLOB NOT NULL,
            asset INTEGER NOT NULL REFERENCES asset ON DELETE CASCADE,
            hidden INTEGER NOT NULL,
            trashed INTEGER NOT NULL,
            selected INTEGER NOT NULL CHECK (selected IN (0, 1)),
            -- Whether the client added it, and the connection alone that counts as its author, if one does.
            added INTEGER NOT NULL CHECK (added IN (0, 1)),
            connection TEXT,
            CHECK (selected = 1 OR added = 1),
            PRIMARY KEY (client, creation_date DESC, id)
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX member_asset ON member (asset, client);

        CREATE TABLE access (
            client INTEGER PRIMARY KEY REFERENCES client,
            add_only TEXT NOT NULL,
            read_write TEXT NOT NULL,
            rights INTEGER NOT NULL,
            grantor TEXT,
            granted_date INTEGER NOT NULL,
            expires INTEGER,
            last_used INTEGER
        ) STRICT;

        -- What happened, for those who observe: one generation a transaction. `client` is whose scope an asset entered or
        -- left, whose grant changed, or who added an asset. `properties` is a set of bits by AssetProperty's order.
        CREATE TABLE change (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            generation INTEGER NOT NULL,
            date INTEGER NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN
                ('inserted', 'updated', 'trashed', 'restored', 'entered', 'left', 'granted')),
            asset INTEGER,
            id BLOB,
            client INTEGER,
            properties INTEGER NOT NULL DEFAULT 0
        ) STRICT;

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
        CREATE TRIGGER asset_copied AFTER UPDATE OF creation_date, hidden, trashed_date ON asset BEGIN
            UPDATE member SET
                creation_date = new.creation_date, hidden = new.hidden, trashed = new.trashed_date IS NOT NULL
                WHERE asset = new.row;
        END;
        CREATE TRIGGER resource_inserted AFTER INSERT ON resource BEGIN
            UPDATE library SET resources = resources + 1, bytes = bytes + new.size;
        END;
        CREATE TRIGGER resource_deleted AFTER DELETE ON resource BEGIN
            UPDATE library SET resources = resources - 1, bytes = bytes - old.size;
        END;
        CREATE TRIGGER member_inserted AFTER INSERT ON member WHEN new.selected BEGIN
            UPDATE client SET selected = selected + 1 WHERE row = new.client;
        END;
        CREATE TRIGGER member_moved AFTER UPDATE OF selected ON member BEGIN
            UPDATE client SET selected = selected - old.selected + new.selected WHERE row = new.client;
        END;
        CREATE TRIGGER member_deleted AFTER DELETE ON member WHEN old.selected BEGIN
            UPDATE client SET selected = selected - 1 WHERE row = old.client;
        END;
        """)

    /// The trash uses the index of its smart album, and needs no other.
    static let trash = Migration(9, "DROP INDEX asset_trashed;")

    /// Connections as holders of grants, and separate terms for the two statuses.
    private static let holders = Migration(
        2,
        """
        -- The last number given to a row of `client`.
        ALTER TABLE library ADD COLUMN clients INTEGER NOT NULL DEFAULT 0;
        -- When `remaining` below was last written.
        ALTER TABLE library ADD COLUMN clock INTEGER NOT NULL DEFAULT 0;
        UPDATE library SET clients = (SELECT ifnull(max(row), 0) FROM client);

        -- Of a holder that is one connection: its name on the bus, behind the bus' own.
        ALTER TABLE client ADD COLUMN connection TEXT;
        CREATE INDEX client_connection ON client (connection) WHERE connection IS NOT NULL;

        -- Each status ends at a moment, after a time in microseconds, or with a connection; or never.
        ALTER TABLE access ADD COLUMN add_only_expires INTEGER;
        ALTER TABLE access ADD COLUMN add_only_remaining INTEGER;
        ALTER TABLE access ADD COLUMN add_only_connection TEXT;
        ALTER TABLE access ADD COLUMN read_write_expires INTEGER;
        ALTER TABLE access ADD COLUMN read_write_remaining INTEGER;
        ALTER TABLE access ADD COLUMN read_write_connection TEXT;
        UPDATE access SET
            add_only_expires = expires, add_only_remaining = expires - granted_date,
            read_write_expires = expires, read_write_remaining = expires - granted_date
            WHERE expires IS NOT NULL;
        ALTER TABLE access DROP COLUMN expires;

        -- A connection's own additions stand in its own scope too, from now on.
        ALTER TABLE member DROP COLUMN connection;
        """)
}
