extension Schema {
    /// Clients and their grants.
    static let clients = """
        -- A client, or one of its connections.
        CREATE TABLE client (
            row INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            -- Of a holder that is one connection: its name on the bus, behind the bus' own.
            connection TEXT,
            -- The assets of its selection, and when that was last set or edited.
            selected INTEGER NOT NULL DEFAULT 0,
            selection_date INTEGER,
            -- Of its view, the last change that was taken away for its age, and when that was made; 0 where none was. Also of its
            -- views of one type.
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
            -- Each status ends at a moment, after a time in microseconds, or with a connection; or never.
            add_only_expires INTEGER,
            add_only_remaining INTEGER,
            add_only_connection TEXT,
            read_write_expires INTEGER,
            read_write_remaining INTEGER,
            read_write_connection TEXT
        ) STRICT;

        -- Clients whose access is suspended until somebody decides about it again.
        CREATE TABLE pause (
            client INTEGER PRIMARY KEY REFERENCES client,
            date INTEGER NOT NULL,
            -- A sentence for a person.
            reason TEXT NOT NULL
        ) STRICT;

        -- Clients that may not ask the person anything.
        CREATE TABLE mute (
            client INTEGER PRIMARY KEY REFERENCES client,
            date INTEGER NOT NULL
        ) STRICT;

        -- What each client added in a batch, a client's connections together, for a day. It is separate from the assets, so that
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
}
