internal import FilmgateSQLite

extension Schema {
    /// Limits, client by client, of what is kept for undo.
    static let undoLimits = Migration(
        23,
        """
        CREATE TABLE undo_client (
            client INTEGER PRIMARY KEY REFERENCES client,
            -- The sizes of its batches, and of the files of edits that it replaced, in bytes.
            size INTEGER NOT NULL DEFAULT 0,
            file_size INTEGER NOT NULL DEFAULT 0,
            -- The date of the latest of its batches that is not kept any more.
            lost_date INTEGER
        ) STRICT;
        -- Whether its values are not kept any more. The entries that it has left say only that somebody changed something.
        ALTER TABLE undo_batch ADD COLUMN is_trimmed INTEGER NOT NULL DEFAULT 0 CHECK (is_trimmed IN (0, 1));
        CREATE INDEX undo_batch_kept ON undo_batch (client, number) WHERE is_trimmed = 0;
        -- Of an entry of something that did not exist before: whether others changed it in a batch that is not kept any more.
        ALTER TABLE undo_entry ADD COLUMN is_used INTEGER NOT NULL DEFAULT 0 CHECK (is_used IN (0, 1));
        -- Whose batch replaced the edit.
        ALTER TABLE undo_file ADD COLUMN client INTEGER REFERENCES client;
        UPDATE undo_file SET client = (
            SELECT b.client FROM undo_entry AS e JOIN undo_batch AS b ON b.number = e.batch WHERE e.number = edit);
        CREATE INDEX undo_file_client ON undo_file (client, edit);

        DROP TRIGGER undo_batch_measured;
        DROP TRIGGER undo_batch_removed;
        DROP TRIGGER undo_file_added;
        DROP TRIGGER undo_file_removed;
        ALTER TABLE library DROP COLUMN undo_size;
        ALTER TABLE library DROP COLUMN undo_file_size;
        INSERT INTO undo_client (client, size) SELECT client, sum(size) FROM undo_batch GROUP BY client;
        UPDATE undo_client SET file_size = (SELECT ifnull(sum(size), 0) FROM undo_file WHERE undo_file.client = undo_client.client);

        CREATE TRIGGER undo_batch_measured AFTER UPDATE OF size ON undo_batch BEGIN
            INSERT INTO undo_client (client, size) VALUES (new.client, new.size - old.size)
                ON CONFLICT (client) DO UPDATE SET size = size + excluded.size;
        END;
        CREATE TRIGGER undo_batch_removed AFTER DELETE ON undo_batch WHEN old.size <> 0 BEGIN
            UPDATE undo_client SET size = size - old.size WHERE client = old.client;
        END;
        CREATE TRIGGER undo_file_added AFTER INSERT ON undo_file BEGIN
            INSERT INTO undo_client (client, file_size) VALUES (new.client, new.size)
                ON CONFLICT (client) DO UPDATE SET file_size = file_size + excluded.file_size;
        END;
        CREATE TRIGGER undo_file_removed AFTER DELETE ON undo_file BEGIN
            UPDATE undo_client SET file_size = file_size - old.size WHERE client = old.client;
        END;
        """)
}
