internal import FilmgateSQLite

extension Schema {
    /// Limits of what is kept for undo that do not depend on who undoes, nor on how many names a program has.
    static let undoAccounts = Migration(
        27,
        """
        -- Whose limit a batch, and the edits that it replaced, count against.
        CREATE TABLE undo_account (
            row INTEGER PRIMARY KEY,
            client INTEGER NOT NULL REFERENCES client,
            -- Whether it is for undoing the client's changes, and not for the changes.
            is_of_undos INTEGER NOT NULL CHECK (is_of_undos IN (0, 1)),
            -- Whether nothing proves the client: all such clients have a limit together, too.
            is_shared INTEGER NOT NULL CHECK (is_shared IN (0, 1)),
            -- The sizes of its batches, and of the files of edits that these replaced, in bytes.
            size INTEGER NOT NULL DEFAULT 0,
            file_size INTEGER NOT NULL DEFAULT 0,
            UNIQUE (client, is_of_undos)
        ) STRICT;
        CREATE INDEX undo_account_shared ON undo_account (is_of_undos, size, file_size) WHERE is_shared = 1;
        INSERT INTO undo_account (client, is_of_undos, is_shared, size, file_size)
            SELECT c.row, 0, c.id NOT GLOB 'flatpak:*' AND c.id NOT GLOB 'snap:*'
                AND NOT EXISTS (SELECT 1 FROM undo_batch AS b WHERE b.client = c.row AND b.is_owners = 1), u.size, u.file_size
            FROM undo_client AS u JOIN client AS c ON c.row = u.client;

        DROP TRIGGER undo_batch_measured;
        DROP TRIGGER undo_batch_removed;
        ALTER TABLE undo_batch ADD COLUMN account INTEGER REFERENCES undo_account;
        UPDATE undo_batch SET account = (SELECT a.row FROM undo_account AS a WHERE a.client = undo_batch.client);
        DROP INDEX undo_batch_kept;
        CREATE INDEX undo_batch_kept ON undo_batch (account, number) WHERE is_trimmed = 0;
        CREATE INDEX undo_batch_owners ON undo_batch (number) WHERE is_owners = 1;
        CREATE TRIGGER undo_batch_measured AFTER UPDATE OF size ON undo_batch BEGIN
            UPDATE undo_account SET size = size + new.size - old.size WHERE row = new.account;
        END;
        CREATE TRIGGER undo_batch_removed AFTER DELETE ON undo_batch WHEN old.size <> 0 BEGIN
            UPDATE undo_account SET size = size - old.size WHERE row = old.account;
        END;

        CREATE TABLE kept_file (
            edit INTEGER NOT NULL REFERENCES undo_edit ON DELETE CASCADE,
            type TEXT NOT NULL,
            mime_type TEXT NOT NULL,
            filename TEXT,
            size INTEGER NOT NULL CHECK (size >= 0),
            hash BLOB NOT NULL CHECK (length(hash) = 32),
            file BLOB NOT NULL UNIQUE CHECK (length(file) = 16),
            account INTEGER NOT NULL REFERENCES undo_account,
            PRIMARY KEY (edit, type)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO kept_file SELECT f.edit, f.type, f.mime_type, f.filename, f.size, f.hash, f.file, a.row
            FROM undo_file AS f JOIN undo_account AS a ON a.client = f.client;
        DROP TABLE undo_file;
        ALTER TABLE kept_file RENAME TO undo_file;
        CREATE INDEX undo_file_account ON undo_file (account, edit);
        CREATE TRIGGER undo_file_added AFTER INSERT ON undo_file BEGIN
            UPDATE undo_account SET file_size = file_size + new.size WHERE row = new.account;
        END;
        CREATE TRIGGER undo_file_moved AFTER UPDATE OF account ON undo_file BEGIN
            UPDATE undo_account SET file_size = file_size - old.size WHERE row = old.account;
            UPDATE undo_account SET file_size = file_size + new.size WHERE row = new.account;
        END;
        CREATE TRIGGER undo_file_removed AFTER DELETE ON undo_file BEGIN
            UPDATE undo_account SET file_size = file_size - old.size WHERE row = old.account;
        END;

        ALTER TABLE undo_client DROP COLUMN size;
        ALTER TABLE undo_client DROP COLUMN file_size;
        -- The same of those that count as the owner's.
        ALTER TABLE undo_client ADD COLUMN lost_owners_date INTEGER;
        UPDATE undo_client SET lost_owners_date = lost_date
            WHERE EXISTS (SELECT 1 FROM undo_batch AS b WHERE b.client = undo_client.client AND b.is_owners = 1);

        -- The undos that brought back what was before an entry.
        CREATE INDEX undo_entry_restores ON undo_entry (restores) WHERE restores > 0;
        DROP TRIGGER undo_asset_purged;
        CREATE TRIGGER undo_asset_purged AFTER DELETE ON asset BEGIN
            UPDATE undo_entry SET first = NULL, second = NULL, third = NULL
                WHERE aspect IN ('trashed', 'content', 'title', 'caption', 'keywords', 'favorite', 'hidden', 'rating',
                    'creation-date', 'location', 'burst') AND object = old.row AND other = 0;
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, first)
                SELECT undo_batch, 'asset', old.row, old.id FROM library WHERE undo_batch IS NOT NULL;
        END;
        """)
}
