extension Schema {
    /// The tables of clients, grants, pauses, mutes and additions.
    static let clients = """
        -- Clients, and single connections of unverified clients.
        CREATE TABLE client (
            row INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            -- If the holder is one connection: the identifier of the bus, followed by the connection's name.
            connection TEXT,
            -- The number of selected assets, and the date when the selection was last set or edited.
            selected INTEGER NOT NULL DEFAULT 0,
            selection_date INTEGER,
            -- The number and date of the last pruned change, in the holder's view and in its views of one media type.
            -- They are 0 if no change was pruned.
            pruned INTEGER NOT NULL DEFAULT 0,
            pruned_date INTEGER NOT NULL DEFAULT 0,
            image_pruned INTEGER NOT NULL DEFAULT 0,
            image_pruned_date INTEGER NOT NULL DEFAULT 0,
            video_pruned INTEGER NOT NULL DEFAULT 0,
            video_pruned_date INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX client_connection ON client (connection) WHERE connection IS NOT NULL;

        -- Grants.
        CREATE TABLE access (
            client INTEGER PRIMARY KEY REFERENCES client,
            add_only TEXT NOT NULL,
            read_write TEXT NOT NULL,
            rights INTEGER NOT NULL,
            media_type TEXT CHECK (media_type IN ('image', 'video')),
            max_pixels INTEGER CHECK (max_pixels > 0),
            location_precision TEXT NOT NULL DEFAULT 'exact',
            grantor TEXT,
            granted_date INTEGER NOT NULL,
            last_used INTEGER,
            -- A status ends at a date or after a time in microseconds, whichever is first; with a connection; or never.
            add_only_expires INTEGER,
            add_only_remaining INTEGER,
            add_only_connection TEXT,
            read_write_expires INTEGER,
            read_write_remaining INTEGER,
            read_write_connection TEXT
        ) STRICT;

        -- Clients whose access is suspended until a new decision about them, or until a date.
        CREATE TABLE pause (
            client INTEGER PRIMARY KEY REFERENCES client,
            date INTEGER NOT NULL,
            -- A sentence for the person.
            reason TEXT NOT NULL,
            -- NULL if only a new decision ends the pause.
            ends INTEGER
        ) STRICT;

        -- Clients whose requests cannot prompt the person.
        CREATE TABLE mute (
            client INTEGER PRIMARY KEY REFERENCES client,
            date INTEGER NOT NULL
        ) STRICT;

        -- The additions of clients and their connections, kept for 24 hours. They are separate from the assets, so that
        -- deleting an asset does not free quota.
        CREATE TABLE addition (
            client INTEGER NOT NULL REFERENCES client,
            date INTEGER NOT NULL,
            items INTEGER NOT NULL CHECK (items >= 0),
            bytes INTEGER NOT NULL CHECK (bytes >= 0)
        ) STRICT;
        CREATE INDEX addition_by_client ON addition (client, date, items, bytes);
        CREATE INDEX addition_by_date ON addition (date);
        """

    /// The table of kept items (picked photos that clients can open again until they expire).
    static let keptItems = """
        -- Kept items: picked photos that clients can open again until they expire.
        CREATE TABLE kept_item (
            handle BLOB NOT NULL PRIMARY KEY CHECK (length(handle) = 16),
            client INTEGER NOT NULL REFERENCES client,
            asset INTEGER NOT NULL REFERENCES asset ON DELETE CASCADE,
            -- The limits of the client's access to the item.
            rights INTEGER NOT NULL,
            media_type TEXT CHECK (media_type IN ('image', 'video')),
            max_pixels INTEGER CHECK (max_pixels > 0),
            location_precision TEXT NOT NULL,
            representation TEXT NOT NULL CHECK (representation IN ('compatible', 'current')),
            -- The part of the upright picture, and the part of the video in seconds, that the person chose.
            crop_x REAL,
            crop_y REAL CHECK ((crop_y IS NULL) = (crop_x IS NULL)),
            crop_width REAL CHECK ((crop_width IS NULL) = (crop_x IS NULL)),
            crop_height REAL CHECK ((crop_height IS NULL) = (crop_x IS NULL)),
            trim_start REAL,
            trim_end REAL CHECK ((trim_end IS NULL) = (trim_start IS NULL)),
            picked_date INTEGER NOT NULL,
            last_used INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX kept_item_client ON kept_item (client, last_used);
        CREATE INDEX kept_item_asset ON kept_item (asset);
        CREATE INDEX kept_item_use ON kept_item (last_used);
        """

    /// The tables of scopes. The scope of a client is the set of assets that the client sees with limited access.
    static let scopes = """
        -- The albums in the selections of clients.
        CREATE TABLE selected_album (
            album INTEGER NOT NULL REFERENCES album ON DELETE CASCADE,
            client INTEGER NOT NULL REFERENCES client,
            PRIMARY KEY (album, client)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX selected_album_client ON selected_album (client);

        -- The scopes of all clients: the assets that were selected for a client, or that it added. The table copies the
        -- columns that sort and filter a scope, so that listing a scope does not read the rest of the library.
        --
        -- An asset is in a scope while it or one of its albums is selected, or if the client added it.
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
            -- The burst of a photo and its rank, copied so that listing a burst reads only the client's scope.
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
