internal import FilmgateSQLite

extension Schema {
    /// The history of each holder's view, recorded as changes happen. A change that a holder could not see at that time is not in
    /// it, whatever the holder sees later.
    static let history = Migration(
        10,
        """
        -- The changes that a holder with a limited view has seen. Who sees everything has seen all but those of scopes.
        CREATE TABLE sighting (
            client INTEGER NOT NULL REFERENCES client,
            change INTEGER NOT NULL,
            PRIMARY KEY (client, change)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX change_told ON change (number) WHERE kind NOT IN ('entered', 'left', 'granted');

        -- What is in the trash is seen by nobody who is limited: going there is the last that is seen of it, coming back the
        -- first. 1 << 27 is `original-asset`, which tells of another asset.
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

        -- Of a view, the last change that was taken away for its age, and when that was made; 0 where none was. For whoever sees
        -- everything it stands with the library. `history_start` is the number up to which the log has gaps.
        ALTER TABLE client ADD COLUMN pruned INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE client ADD COLUMN pruned_date INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE library ADD COLUMN pruned INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE library ADD COLUMN pruned_date INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE library ADD COLUMN history_start INTEGER NOT NULL DEFAULT 0;
        """)
}
