extension Schema {
    /// The tables of folders and albums, and of the order of an album's assets.
    static let collections = """
        CREATE TABLE folder (
            row INTEGER PRIMARY KEY AUTOINCREMENT,
            id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
            title TEXT NOT NULL,
            -- Null at the top.
            parent INTEGER REFERENCES folder CHECK (parent <> row),
            -- Among the albums and folders of its folder, or of the top level; null where nobody has ordered them.
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
            -- As in `folder`.
            position INTEGER,
            -- The condition of a smart album; null: clients fill it.
            rule TEXT,
            creation_date INTEGER NOT NULL,
            modification_date INTEGER NOT NULL,
            -- Null: the newest.
            cover INTEGER REFERENCES asset ON DELETE SET NULL,
            -- Its assets outside the trash, kept and not counted, and the hidden ones of them.
            assets INTEGER NOT NULL DEFAULT 0,
            hidden INTEGER NOT NULL DEFAULT 0,
            -- How often positions were given anew: a position from before means nothing.
            respacings INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX album_folder ON album (folder);
        CREATE INDEX album_title ON album (title COLLATE NOCASE, id);
        CREATE INDEX album_rule ON album (row) WHERE rule IS NOT NULL;
        CREATE INDEX album_cover ON album (cover) WHERE cover IS NOT NULL;

        CREATE TABLE album_asset (
            album INTEGER NOT NULL REFERENCES album ON DELETE CASCADE,
            -- With room between one and the next, so that something can be put there.
            position INTEGER NOT NULL,
            asset INTEGER NOT NULL REFERENCES asset ON DELETE CASCADE,
            -- The asset's own, copied, so that an album is listed and counted through without a look at its assets.
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

        -- The number of an album's assets outside the trash in each stretch of its positions, so that an index is found without
        -- counting all assets before it.
        CREATE TABLE album_stretch (
            album INTEGER NOT NULL REFERENCES album ON DELETE CASCADE,
            -- position >> 26: a thousand, where nothing was put between others.
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
