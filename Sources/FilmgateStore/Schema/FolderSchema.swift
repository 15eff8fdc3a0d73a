internal import FilmgateSQLite

extension Schema {
    /// Folders, albums with an order for insertions, and what purging needs.
    static let folders = Migration(
        6,
        """
        CREATE TABLE folder (
            row INTEGER PRIMARY KEY AUTOINCREMENT,
            id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
            title TEXT NOT NULL,
            -- Null at the top.
            parent INTEGER REFERENCES folder CHECK (parent <> row),
            creation_date INTEGER NOT NULL,
            modification_date INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX folder_parent ON folder (parent);

        DROP TRIGGER album_asset_inserted;
        DROP TRIGGER album_asset_deleted;
        DROP TRIGGER album_counted;
        ALTER TABLE album ADD COLUMN folder INTEGER REFERENCES folder;
        -- Of its assets outside the trash, the hidden ones.
        ALTER TABLE album ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE album DROP COLUMN positions;
        CREATE INDEX album_folder ON album (folder);
        CREATE INDEX album_title ON album (title COLLATE NOCASE, id);

        CREATE TABLE placed (
            album INTEGER NOT NULL REFERENCES album ON DELETE CASCADE,
            -- With room between one and the next, so that something can be put there.
            position INTEGER NOT NULL,
            asset INTEGER NOT NULL REFERENCES asset ON DELETE CASCADE,
            -- The asset's own, copied, so that an album is listed and counted through without a look at its assets.
            hidden INTEGER NOT NULL,
            trashed INTEGER NOT NULL,
            PRIMARY KEY (album, position)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO placed (album, position, asset, hidden, trashed)
            SELECT p.album, p.position * 65536, p.asset, a.hidden, a.trashed_date IS NOT NULL
            FROM album_asset AS p JOIN asset AS a ON a.row = p.asset;
        DROP TABLE album_asset;
        ALTER TABLE placed RENAME TO album_asset;
        CREATE UNIQUE INDEX album_asset_asset ON album_asset (asset, album);
        UPDATE album SET hidden =
            (SELECT count(*) FROM album_asset AS p WHERE p.album = album.row AND p.trashed = 0 AND p.hidden = 1);

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
        CREATE TRIGGER asset_placed AFTER UPDATE OF hidden, trashed_date ON asset BEGIN
            UPDATE album_asset SET hidden = new.hidden, trashed = new.trashed_date IS NOT NULL WHERE asset = new.row;
        END;

        -- Who looks for what has been in the trash for long enough reads this.
        CREATE INDEX asset_trashed ON asset (trashed_date) WHERE trashed_date IS NOT NULL;
        -- What was trashed before `trash_due` may go once the library has been in use for long enough since; see Retention.
        ALTER TABLE library ADD COLUMN trash_due INTEGER;
        ALTER TABLE library ADD COLUMN trash_waited INTEGER NOT NULL DEFAULT 0;

        -- What happened to albums and folders too: theirs are the kinds with a hyphen, and `collection` is the row number.
        CREATE TABLE happened (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            generation INTEGER NOT NULL,
            date INTEGER NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN
                ('inserted', 'updated', 'trashed', 'restored', 'deleted', 'entered', 'left', 'granted',
                'album-inserted', 'album-updated', 'album-deleted',
                'folder-inserted', 'folder-updated', 'folder-deleted')),
            asset INTEGER,
            id BLOB,
            client INTEGER,
            properties INTEGER NOT NULL DEFAULT 0,
            collection INTEGER
        ) STRICT;
        INSERT INTO happened (number, generation, date, kind, asset, id, client, properties)
            SELECT number, generation, date, kind, asset, id, client, properties FROM change;
        DROP TABLE change;
        ALTER TABLE happened RENAME TO change;
        CREATE INDEX change_generation ON change (generation);
        """)
}
