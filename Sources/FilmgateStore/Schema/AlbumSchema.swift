internal import FilmgateSQLite

extension Schema {
    /// Albums, and selections that hold albums.
    static let albums = Migration(
        5,
        """
        CREATE TABLE album (
            row INTEGER PRIMARY KEY AUTOINCREMENT,
            id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
            title TEXT NOT NULL,
            creation_date INTEGER NOT NULL,
            modification_date INTEGER NOT NULL,
            -- The last position given in it.
            positions INTEGER NOT NULL DEFAULT 0,
            -- Its assets outside the trash, kept and not counted.
            assets INTEGER NOT NULL DEFAULT 0
        ) STRICT;

        CREATE TABLE album_asset (
            album INTEGER NOT NULL REFERENCES album ON DELETE CASCADE,
            position INTEGER NOT NULL,
            asset INTEGER NOT NULL REFERENCES asset ON DELETE CASCADE,
            PRIMARY KEY (album, position)
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX album_asset_asset ON album_asset (asset, album);

        -- The albums of a client's selection.
        CREATE TABLE selected_album (
            album INTEGER NOT NULL REFERENCES album ON DELETE CASCADE,
            client INTEGER NOT NULL REFERENCES client,
            PRIMARY KEY (album, client)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX selected_album_client ON selected_album (client);

        -- An asset is in a client's scope for as long as it is selected, or in so many albums that are, or was added by it.
        CREATE TABLE scope (
            client INTEGER NOT NULL REFERENCES client,
            creation_date INTEGER NOT NULL,
            id BLOB NOT NULL,
            asset INTEGER NOT NULL REFERENCES asset ON DELETE CASCADE,
            hidden INTEGER NOT NULL,
            trashed INTEGER NOT NULL,
            selected INTEGER NOT NULL CHECK (selected IN (0, 1)),
            albums INTEGER NOT NULL DEFAULT 0 CHECK (albums >= 0),
            added INTEGER NOT NULL CHECK (added IN (0, 1)),
            CHECK (selected = 1 OR albums > 0 OR added = 1),
            PRIMARY KEY (client, creation_date DESC, id)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO scope (client, creation_date, id, asset, hidden, trashed, selected, added)
            SELECT client, creation_date, id, asset, hidden, trashed, selected, added FROM member;
        DROP TRIGGER asset_copied;
        DROP TABLE member;
        ALTER TABLE scope RENAME TO member;
        CREATE UNIQUE INDEX member_asset ON member (asset, client);

        CREATE TRIGGER asset_copied AFTER UPDATE OF creation_date, hidden, trashed_date ON asset BEGIN
            UPDATE member SET
                creation_date = new.creation_date, hidden = new.hidden, trashed = new.trashed_date IS NOT NULL
                WHERE asset = new.row;
        END;
        CREATE TRIGGER member_inserted AFTER INSERT ON member WHEN new.selected OR new.albums BEGIN
            UPDATE client SET selected = selected + 1 WHERE row = new.client;
        END;
        CREATE TRIGGER member_moved AFTER UPDATE OF selected, albums ON member BEGIN
            UPDATE client SET selected =
                selected - (old.selected OR old.albums > 0) + (new.selected OR new.albums > 0)
                WHERE row = new.client;
        END;
        CREATE TRIGGER member_deleted AFTER DELETE ON member WHEN old.selected OR old.albums BEGIN
            UPDATE client SET selected = selected - 1 WHERE row = old.client;
        END;
        CREATE TRIGGER album_asset_inserted AFTER INSERT ON album_asset BEGIN
            UPDATE album SET assets = assets
                + (SELECT trashed_date IS NULL FROM asset WHERE row = new.asset) WHERE row = new.album;
        END;
        CREATE TRIGGER album_asset_deleted AFTER DELETE ON album_asset BEGIN
            UPDATE album SET assets = assets
                - ifnull((SELECT trashed_date IS NULL FROM asset WHERE row = old.asset), 0) WHERE row = old.album;
        END;
        CREATE TRIGGER album_counted AFTER UPDATE OF trashed_date ON asset
            WHEN (old.trashed_date IS NULL) <> (new.trashed_date IS NULL) BEGIN
            UPDATE album SET assets = assets - (old.trashed_date IS NULL) + (new.trashed_date IS NULL)
                WHERE row IN (SELECT album FROM album_asset WHERE asset = new.row);
        END;
        """)
}
