extension Schema {
    /// The tables of the change log, and of the holders that saw each change.
    ///
    /// The history of a holder's view is recorded when changes happen. Later changes of the holder's access do not add
    /// changes that were invisible to the holder when they happened.
    static let history = """
        -- The change log. Each transaction is a generation. Kinds with a hyphen are changes of albums and folders.
        CREATE TABLE change (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            generation INTEGER NOT NULL,
            date INTEGER NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN
                ('inserted', 'updated', 'trashed', 'restored', 'deleted', 'entered', 'left', 'granted',
                'album-inserted', 'album-updated', 'album-deleted',
                'folder-inserted', 'folder-updated', 'folder-deleted')),
            asset INTEGER,
            -- The row number of the album or folder.
            collection INTEGER,
            -- The identifier of the asset, album or folder.
            id BLOB,
            media_type TEXT,
            -- The client whose scope an asset entered or left, whose grant changed, or that added an asset.
            client INTEGER,
            -- A bit mask of the changed properties, in the order of AssetProperty.allCases. See ChangeLog.bits.
            properties INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX change_generation ON change (generation);
        CREATE INDEX change_reported ON change (number) WHERE kind NOT IN ('entered', 'left', 'granted');
        CREATE INDEX change_typed ON change (media_type, number) WHERE kind NOT IN ('entered', 'left', 'granted');

        -- The changes that holders with limited access saw. Holders with full access see all but changes of scopes.
        CREATE TABLE sighting (
            client INTEGER NOT NULL REFERENCES client,
            change INTEGER NOT NULL,
            PRIMARY KEY (client, change)
        ) STRICT, WITHOUT ROWID;
        -- Limited views do not include the trash. A holder sees that an asset is trashed and later restored, but no
        -- changes in between. 1 << 27 is `original-asset`, which reports a change of a different asset.
        CREATE TRIGGER change_seen AFTER INSERT ON change
            WHEN new.kind IN ('inserted', 'trashed', 'restored', 'deleted')
                OR new.kind = 'updated' AND new.properties <> 1 << 27 BEGIN
            INSERT INTO sighting (client, change)
                SELECT m.client, new.number FROM member AS m WHERE m.asset = new.asset AND (new.kind = 'trashed'
                    OR (SELECT a.trashed_date FROM asset AS a WHERE a.row = new.asset) IS NULL);
        END;
        CREATE TRIGGER change_of_scope_seen AFTER INSERT ON change WHEN new.kind IN ('entered', 'left') BEGIN
            INSERT INTO sighting (client, change)
                SELECT new.client, new.number FROM asset AS a WHERE a.row = new.asset AND a.trashed_date IS NULL;
        END;
        """
}
