extension Schema {
    /// The assets that clients with a limited view see.
    static let scopes = """
        -- The albums of a client's selection.
        CREATE TABLE selected_album (
            album INTEGER NOT NULL REFERENCES album ON DELETE CASCADE,
            client INTEGER NOT NULL REFERENCES client,
            PRIMARY KEY (album, client)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX selected_album_client ON selected_album (client);

        -- The scope of every client that may ever be limited: what was selected for it, and what it added itself. It
        -- carries what a scope is listed by, so that listing one takes no notice of the rest of the library.
        --
        -- An asset is in a client's scope for as long as it is selected, or in so many albums that are, or was added by it.
        CREATE TABLE member (
            client INTEGER NOT NULL REFERENCES client,
            creation_date INTEGER NOT NULL,
            id BLOB NOT NULL,
            asset INTEGER NOT NULL REFERENCES asset ON DELETE CASCADE,
            hidden INTEGER NOT NULL,
            trashed INTEGER NOT NULL,
            selected INTEGER NOT NULL CHECK (selected IN (0, 1)),
            albums INTEGER NOT NULL DEFAULT 0 CHECK (albums >= 0),
            added INTEGER NOT NULL CHECK (added IN (0, 1)),
            -- Of a photo in a burst, so that listing a burst takes no notice of what else it has.
            burst INTEGER,
            burst_rank INTEGER,
            CHECK (selected = 1 OR albums > 0 OR added = 1),
            PRIMARY KEY (client, creation_date DESC, id)
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX member_asset ON member (asset, client);
        CREATE INDEX member_burst ON member (client, burst, trashed, hidden, burst_rank DESC, creation_date, id, asset)
            WHERE burst IS NOT NULL;
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
        CREATE TRIGGER burst_entered AFTER INSERT ON member
            WHEN EXISTS (SELECT 1 FROM burst_asset AS s WHERE s.asset = new.asset) BEGIN
            UPDATE member SET (burst, burst_rank) = (SELECT s.burst, s.rank FROM burst_asset AS s WHERE s.asset = new.asset)
                WHERE asset = new.asset AND client = new.client;
        END;
        """
}
