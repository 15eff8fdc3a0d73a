extension Schema {
    /// The tables that store the state of objects before each change of a client, so that the change can be undone.
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

    /// Returns a trigger that records the value of a column before a change.
    ///
    /// - Parameter differs: the operator that compares values: `<>`, or `IS NOT` if a value can be NULL.
    private static func change(of aspect: String, _ column: String, in table: String, _ differs: String) -> String {
        """
        CREATE TRIGGER undo_\(aspect.replacing("-", with: "_")) AFTER UPDATE OF \(column) ON \(table) \
        WHEN old.\(column) \(differs) new.\(column) BEGIN
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, value)
                SELECT undo_batch, '\(aspect)', old.row, old.\(column) FROM library WHERE undo_batch IS NOT NULL;
        END;
        """
    }

    /// The triggers that record earlier values in `undo_entry` while a batch runs. They record only a batch's first
    /// change of an aspect.
    static let undoTriggers = """
        CREATE TRIGGER undo_asset_added AFTER INSERT ON asset BEGIN
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object)
                SELECT undo_batch, 'asset', new.row FROM library WHERE undo_batch IS NOT NULL;
        END;
        -- Nothing is kept of what was purged but that it was changed.
        CREATE TRIGGER undo_asset_purged AFTER DELETE ON asset BEGIN
            UPDATE undo_entry SET
                value = NULL, longitude = NULL, is_guessed = NULL, burst_key = NULL, burst_membership = NULL
                WHERE aspect IN ('trashed', 'content', 'title', 'caption', 'alt-text', 'keywords', 'favorite', 'hidden',
                    'rating', 'creation-date', 'time-zone', 'location', 'burst') AND object = old.row AND member = 0;
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, value)
                SELECT undo_batch, 'asset', old.row, old.id FROM library WHERE undo_batch IS NOT NULL;
        END;
        CREATE TRIGGER undo_asset_trashed AFTER UPDATE OF trashed_date ON asset
            WHEN (old.trashed_date IS NULL) <> (new.trashed_date IS NULL) BEGIN
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, value)
                SELECT undo_batch, 'trashed', old.row, old.trashed_date FROM library WHERE undo_batch IS NOT NULL;
        END;
        \(change(of: "title", "title", in: "asset", "IS NOT"))
        \(change(of: "caption", "caption", in: "asset", "IS NOT"))
        \(change(of: "alt-text", "alt_text", in: "asset", "IS NOT"))
        \(change(of: "keywords", "keywords", in: "asset", "IS NOT"))
        \(change(of: "favorite", "favorite", in: "asset", "<>"))
        \(change(of: "hidden", "hidden", in: "asset", "<>"))
        \(change(of: "rating", "rating", in: "asset", "<>"))
        CREATE TRIGGER undo_location AFTER UPDATE OF latitude, longitude ON asset
            WHEN old.latitude IS NOT new.latitude OR old.longitude IS NOT new.longitude BEGIN
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, value, longitude)
                SELECT undo_batch, 'location', old.row, old.latitude, old.longitude FROM library
                WHERE undo_batch IS NOT NULL;
        END;
        CREATE TRIGGER undo_time_zone AFTER UPDATE OF time_zone_offset ON asset
            WHEN old.time_zone_offset IS NOT new.time_zone_offset BEGIN
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, value)
                SELECT undo_batch, 'time-zone', old.row, old.time_zone_offset FROM library
                WHERE undo_batch IS NOT NULL;
        END;
        -- 2048 is the bit of a guessed date.
        CREATE TRIGGER undo_creation_date AFTER UPDATE OF creation_date, subtypes ON asset
            WHEN old.creation_date <> new.creation_date OR (old.subtypes & 2048) <> (new.subtypes & 2048) BEGIN
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, value, is_guessed)
                SELECT undo_batch, 'creation-date', old.row, old.creation_date, (old.subtypes & 2048) <> 0 FROM library
                WHERE undo_batch IS NOT NULL;
        END;

        CREATE TRIGGER undo_album_added AFTER INSERT ON album BEGIN
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object)
                SELECT undo_batch, 'album', new.row FROM library WHERE undo_batch IS NOT NULL;
        END;
        CREATE TRIGGER undo_album_deleted AFTER DELETE ON album BEGIN
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, value, creation_date, respacings)
                SELECT undo_batch, 'album', old.row, old.id, old.creation_date, old.respacings FROM library
                WHERE undo_batch IS NOT NULL;
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, value)
                SELECT undo_batch, 'album-title', old.row, old.title FROM library WHERE undo_batch IS NOT NULL;
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, value)
                SELECT undo_batch, 'album-folder', old.row, old.folder FROM library WHERE undo_batch IS NOT NULL;
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, value)
                SELECT undo_batch, 'album-cover', old.row, old.cover FROM library WHERE undo_batch IS NOT NULL;
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, value)
                SELECT undo_batch, 'album-rule', old.row, old.rule FROM library
                WHERE undo_batch IS NOT NULL AND old.rule IS NOT NULL;
        END;
        \(change(of: "album-title", "title", in: "album", "<>"))
        \(change(of: "album-folder", "folder", in: "album", "IS NOT"))
        \(change(of: "album-cover", "cover", in: "album", "IS NOT"))
        \(change(of: "album-rule", "rule", in: "album", "IS NOT"))

        CREATE TRIGGER undo_folder_added AFTER INSERT ON folder BEGIN
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object)
                SELECT undo_batch, 'folder', new.row FROM library WHERE undo_batch IS NOT NULL;
        END;
        CREATE TRIGGER undo_folder_deleted AFTER DELETE ON folder BEGIN
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, value, creation_date)
                SELECT undo_batch, 'folder', old.row, old.id, old.creation_date FROM library
                WHERE undo_batch IS NOT NULL;
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, value)
                SELECT undo_batch, 'folder-title', old.row, old.title FROM library WHERE undo_batch IS NOT NULL;
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, value)
                SELECT undo_batch, 'folder-parent', old.row, old.parent FROM library WHERE undo_batch IS NOT NULL;
        END;
        \(change(of: "folder-title", "title", in: "folder", "<>"))
        \(change(of: "folder-parent", "parent", in: "folder", "IS NOT"))

        CREATE TRIGGER undo_member_added AFTER INSERT ON album_asset BEGIN
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, member)
                SELECT undo_batch, 'member', new.album, new.asset FROM library WHERE undo_batch IS NOT NULL;
        END;
        -- Of an album that was deleted with its assets, `respacings` is null: nothing can change its positions.
        CREATE TRIGGER undo_member_removed AFTER DELETE ON album_asset BEGIN
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, member, value, respacings, predecessor)
                SELECT undo_batch, 'member', old.album, old.asset, old.position,
                    (SELECT respacings FROM album WHERE row = old.album),
                    (SELECT asset FROM album_asset WHERE album = old.album AND position < old.position
                        ORDER BY position DESC LIMIT 1)
                FROM library WHERE undo_batch IS NOT NULL;
        END;
        """
}
