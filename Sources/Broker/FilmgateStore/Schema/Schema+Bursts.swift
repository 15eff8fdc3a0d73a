extension Schema {
    /// Photos that belong to one burst.
    static let bursts = """
        CREATE TABLE burst (
            row INTEGER PRIMARY KEY AUTOINCREMENT,
            -- Computed from the camera's identifier and from whose it is, so that a burst that was purged has it again when it is back.
            id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
            -- The client whose photos join it; null for the owner's.
            creator INTEGER REFERENCES client,
            -- The connection alone that counts as the author, if one does.
            connection TEXT
        ) STRICT;
        CREATE INDEX burst_creator ON burst (creator) WHERE creator IS NOT NULL;

        CREATE TABLE burst_asset (
            asset INTEGER PRIMARY KEY REFERENCES asset ON DELETE CASCADE,
            burst INTEGER NOT NULL REFERENCES burst,
            -- The highest is listed: 2 if the file says that it was picked; 0 if an app that has not made the burst put it there.
            rank INTEGER NOT NULL CHECK (rank IN (0, 1, 2)),
            -- The asset's own, copied, so that the first of a burst is found by an index.
            creation_date INTEGER NOT NULL,
            id BLOB NOT NULL,
            -- Neither hidden nor in the trash.
            listed INTEGER NOT NULL CHECK (listed IN (0, 1))
        ) STRICT;
        CREATE INDEX burst_order ON burst_asset (burst, listed, rank DESC, creation_date, id);
        CREATE TRIGGER burst_joined AFTER INSERT ON burst_asset BEGIN
            UPDATE member SET burst = new.burst, burst_rank = new.rank WHERE asset = new.asset;
        END;
        CREATE TRIGGER burst_copied AFTER UPDATE OF creation_date, hidden, trashed_date ON asset BEGIN
            UPDATE burst_asset SET
                creation_date = new.creation_date, listed = new.hidden = 0 AND new.trashed_date IS NULL
                WHERE asset = new.row;
        END;
        CREATE TRIGGER burst_left AFTER DELETE ON burst_asset BEGIN
            DELETE FROM burst WHERE row = old.burst
                AND NOT EXISTS (SELECT 1 FROM burst_asset AS o WHERE o.burst = old.burst);
        END;
        """
}
