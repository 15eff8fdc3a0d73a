extension Schema {
    /// The tables of folders and albums, and of the order of an album's assets.
    static let collections = """
        CREATE TABLE folder (
            row INTEGER PRIMARY KEY AUTOINCREMENT,
            id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
            title TEXT NOT NULL,
            -- NULL at the top level.
            parent INTEGER REFERENCES folder CHECK (parent <> row),
            -- The position among the children of the parent folder or the top level. NULL if they are sorted by title.
            position INTEGER,
            creation_date INTEGER NOT NULL,
            modification_date INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX folder_parent ON folder (parent);

        CREATE TABLE album (
            row INTEGER PRIMARY KEY AUTOINCREMENT,
            id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
            title TEXT NOT NULL,
            folder INTEGER REFERENCES folder,
            -- See `folder.position`.
            position INTEGER,
            -- The predicate of a smart album, or NULL if clients add the album's assets.
            rule TEXT,
            creation_date INTEGER NOT NULL,
            modification_date INTEGER NOT NULL,
            -- NULL for the newest asset.
            cover INTEGER REFERENCES asset ON DELETE SET NULL,
            -- The number of assets outside the trash, and the number of hidden ones among them. Triggers update both.
            assets INTEGER NOT NULL DEFAULT 0,
            hidden INTEGER NOT NULL DEFAULT 0,
            -- How often positions were reassigned. Positions from before the last time are no longer valid.
            respacings INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX album_folder ON album (folder);
        CREATE INDEX album_title ON album (title COLLATE NOCASE, id);
        CREATE INDEX album_rule ON album (row) WHERE rule IS NOT NULL;
        CREATE INDEX album_cover ON album (cover) WHERE cover IS NOT NULL;

        CREATE TABLE album_asset (
            album INTEGER NOT NULL REFERENCES album ON DELETE CASCADE,
            -- Positions have gaps, so that an insertion rarely moves other assets.
            position INTEGER NOT NULL,
            asset INTEGER NOT NULL REFERENCES asset ON DELETE CASCADE,
            -- Copies of the asset's columns, so that assets in an album are found and counted without reading `asset`.
            hidden INTEGER NOT NULL,
            trashed INTEGER NOT NULL,
            PRIMARY KEY (album, position)
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX album_asset_asset ON album_asset (asset, album);
        CREATE TRIGGER asset_placed AFTER UPDATE OF hidden, trashed_date ON asset BEGIN
            UPDATE album_asset SET hidden = new.hidden, trashed = new.trashed_date IS NOT NULL WHERE asset = new.row;
        END;
        CREATE TRIGGER album_asset_inserted AFTER INSERT ON album_asset WHEN NOT new.trashed BEGIN
            UPDATE album SET assets = assets + 1, hidden = hidden + new.hidden WHERE row = new.album;
        END;
        CREATE TRIGGER album_asset_deleted AFTER DELETE ON album_asset WHEN NOT old.trashed BEGIN
            UPDATE album SET assets = assets - 1, hidden = hidden - old.hidden WHERE row = old.album;
        END;
        CREATE TRIGGER album_asset_changed AFTER UPDATE OF hidden, trashed ON album_asset BEGIN
            UPDATE album SET
                assets = assets - (NOT old.trashed) + (NOT new.trashed),
                hidden = hidden - (NOT old.trashed AND old.hidden) + (NOT new.trashed AND new.hidden)
                WHERE row = new.album;
        END;

        -- The number of an album's assets outside the trash in each stretch of 1 << 26 positions, so that the asset at
        -- an index is found without counting all assets before it.
        CREATE TABLE album_stretch (
            album INTEGER NOT NULL REFERENCES album ON DELETE CASCADE,
            -- position >> 26. A stretch contains 1,024 assets if none were inserted between others.
            stretch INTEGER NOT NULL,
            assets INTEGER NOT NULL,
            PRIMARY KEY (album, stretch)
        ) STRICT, WITHOUT ROWID;
        CREATE TRIGGER album_stretch_entered AFTER INSERT ON album_asset WHEN NOT new.trashed BEGIN
            INSERT INTO album_stretch (album, stretch, assets) VALUES (new.album, new.position >> 26, 1)
                ON CONFLICT DO UPDATE SET assets = assets + 1;
        END;
        CREATE TRIGGER album_stretch_left AFTER DELETE ON album_asset WHEN NOT old.trashed BEGIN
            UPDATE album_stretch SET assets = assets - 1 WHERE album = old.album AND stretch = old.position >> 26;
        END;
        CREATE TRIGGER album_stretch_changed AFTER UPDATE OF position, trashed ON album_asset BEGIN
            UPDATE album_stretch SET assets = assets - (NOT old.trashed)
                WHERE album = old.album AND stretch = old.position >> 26;
            INSERT INTO album_stretch (album, stretch, assets) VALUES (new.album, new.position >> 26, NOT new.trashed)
                ON CONFLICT DO UPDATE SET assets = assets + (NOT new.trashed);
        END;
        """
}
