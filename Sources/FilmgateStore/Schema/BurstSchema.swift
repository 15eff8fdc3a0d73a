internal import FilmgateSQLite

extension Schema {
    /// Photos that belong to one burst.
    static let bursts = Migration(
        26,
        """
        -- From what the camera wrote into the file, and whether the file says that the photo was picked.
        ALTER TABLE asset ADD COLUMN burst_key BLOB;
        ALTER TABLE asset ADD COLUMN burst_pick INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE quarantined ADD COLUMN burst_key BLOB;
        ALTER TABLE quarantined ADD COLUMN burst_pick INTEGER NOT NULL DEFAULT 0;

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
        -- The burst that the client named.
        ALTER TABLE quarantined ADD COLUMN burst INTEGER REFERENCES burst ON DELETE SET NULL;
        CREATE INDEX quarantined_burst ON quarantined (burst) WHERE burst IS NOT NULL;

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
        -- Each scope carries the bursts of its photos, so that listing one takes no notice of what else a burst has.
        ALTER TABLE member ADD COLUMN burst INTEGER;
        ALTER TABLE member ADD COLUMN burst_rank INTEGER;
        CREATE INDEX member_burst ON member (client, burst, trashed, hidden, burst_rank DESC, creation_date, id, asset)
            WHERE burst IS NOT NULL;
        CREATE TRIGGER burst_joined AFTER INSERT ON burst_asset BEGIN
            UPDATE member SET burst = new.burst, burst_rank = new.rank WHERE asset = new.asset;
        END;
        CREATE TRIGGER burst_entered AFTER INSERT ON member
            WHEN EXISTS (SELECT 1 FROM burst_asset AS s WHERE s.asset = new.asset) BEGIN
            UPDATE member SET (burst, burst_rank) = (SELECT s.burst, s.rank FROM burst_asset AS s WHERE s.asset = new.asset)
                WHERE asset = new.asset AND client = new.client;
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
        """)
}
