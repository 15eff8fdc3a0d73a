extension Schema {
    /// The state before each change of a client, so that it can be undone.
    static let undo = """
        -- Whose limit a batch, and the edits that it replaced, count against. The limits depend neither on who undoes, nor on how many
        -- names a program has.
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

        CREATE TABLE undo_client (
            client INTEGER PRIMARY KEY REFERENCES client,
            -- The date of the latest of its batches that is not kept any more, and of those that count as the owner's.
            lost_date INTEGER,
            lost_owners_date INTEGER
        ) STRICT;

        CREATE TABLE undo_batch (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            date INTEGER NOT NULL,
            client INTEGER NOT NULL REFERENCES client,
            -- Whether the owner's tools made it.
            is_owners INTEGER NOT NULL CHECK (is_owners IN (0, 1)),
            account INTEGER REFERENCES undo_account,
            -- What its entries take, in bytes: 128 for each, and those of `value`.
            size INTEGER NOT NULL DEFAULT 0,
            -- Whether its values are not kept any more. The entries that it has left say only that somebody changed something.
            is_trimmed INTEGER NOT NULL DEFAULT 0 CHECK (is_trimmed IN (0, 1))
        ) STRICT;
        CREATE INDEX undo_batch_client ON undo_batch (client, date);
        CREATE INDEX undo_batch_kept ON undo_batch (account, number) WHERE is_trimmed = 0;
        CREATE INDEX undo_batch_owners ON undo_batch (number) WHERE is_owners = 1;
        CREATE TRIGGER undo_batch_measured AFTER UPDATE OF size ON undo_batch BEGIN
            UPDATE undo_account SET size = size + new.size - old.size WHERE row = new.account;
        END;
        CREATE TRIGGER undo_batch_removed AFTER DELETE ON undo_batch WHEN old.size <> 0 BEGIN
            UPDATE undo_account SET size = size - old.size WHERE row = old.account;
        END;

        -- What one aspect of an object was before a batch. An object that did not exist has none of the values.
        CREATE TABLE undo_entry (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            batch INTEGER NOT NULL REFERENCES undo_batch ON DELETE CASCADE,
            -- See UndoAspect.
            aspect TEXT NOT NULL,
            -- The row number of the asset, album or folder.
            object INTEGER NOT NULL,
            -- The row number of the asset in the album, of the aspect 'member'; of all others 0.
            member INTEGER NOT NULL DEFAULT 0,
            -- A title, a date, a position, and so on; of a location its latitude, of what existed its identifier.
            value ANY,
            longitude REAL,
            -- Whether the creation date of the asset was guessed.
            is_guessed INTEGER,
            -- Of an album or a folder that existed.
            creation_date INTEGER,
            -- Of an album that existed, and of the one in which `value` is a position; null if nothing can change that.
            respacings INTEGER,
            -- The row number of the asset before the one in the album.
            predecessor INTEGER,
            -- Of a photo in a burst, and the burst's creator and connection with the photo's rank and pick, in JSON.
            burst_key BLOB,
            burst_membership TEXT,
            -- If the batch undid something: the entry whose values it brought back, or 0 for what followed from that.
            restores INTEGER,
            -- Of an entry of something that did not exist before: whether others changed it in a batch that is not kept any more.
            is_used INTEGER NOT NULL DEFAULT 0 CHECK (is_used IN (0, 1))
        ) STRICT;
        CREATE UNIQUE INDEX undo_entry_batch ON undo_entry (batch, aspect, object, member);
        CREATE INDEX undo_entry_object ON undo_entry (aspect, object, member, number);
        CREATE INDEX undo_entry_member ON undo_entry (member) WHERE member <> 0;
        -- The undos that brought back what was before an entry.
        CREATE INDEX undo_entry_restores ON undo_entry (restores) WHERE restores > 0;

        -- What an entry of the aspect `content` replaced, if that was an edit.
        CREATE TABLE undo_edit (
            entry INTEGER PRIMARY KEY REFERENCES undo_entry ON DELETE CASCADE,
            asset INTEGER NOT NULL REFERENCES asset ON DELETE CASCADE,
            format TEXT NOT NULL,
            version TEXT NOT NULL,
            client INTEGER NOT NULL REFERENCES client,
            pixel_width INTEGER NOT NULL,
            pixel_height INTEGER NOT NULL,
            orientation INTEGER NOT NULL,
            duration REAL
        ) STRICT;
        CREATE INDEX undo_edit_asset ON undo_edit (asset);

        CREATE TABLE undo_file (
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
        """
}
