extension Schema {
    /// The tables that store the state of objects before each change of a client, so that the change can be undone.
    static let undo = """
        -- Accounts for the size limits of the undo log. A client's changes, and undos of these changes, each have an
        -- account. Unverified clients also have common limits, because one program can have many identities.
        CREATE TABLE undo_account (
            row INTEGER PRIMARY KEY,
            client INTEGER NOT NULL REFERENCES client,
            -- Whether the account is for undoing the client's changes. If not, it is for the client's own changes.
            is_of_undos INTEGER NOT NULL CHECK (is_of_undos IN (0, 1)),
            -- Whether the account also counts to the common limit of unverified clients.
            is_shared INTEGER NOT NULL CHECK (is_shared IN (0, 1)),
            -- The size of the account's batches, and the size of the edits that they replaced, in bytes.
            size INTEGER NOT NULL DEFAULT 0,
            file_size INTEGER NOT NULL DEFAULT 0,
            UNIQUE (client, is_of_undos)
        ) STRICT;
        CREATE INDEX undo_account_shared ON undo_account (is_of_undos, size, file_size) WHERE is_shared = 1;

        CREATE TABLE undo_client (
            client INTEGER PRIMARY KEY REFERENCES client,
            -- The latest date of a batch whose values were dropped, and the latest date of such a batch of the owner.
            lost_date INTEGER,
            lost_owners_date INTEGER
        ) STRICT;

        CREATE TABLE undo_batch (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            date INTEGER NOT NULL,
            client INTEGER NOT NULL REFERENCES client,
            -- Whether the owner or one of the owner's tools made the changes.
            is_owners INTEGER NOT NULL CHECK (is_owners IN (0, 1)),
            account INTEGER REFERENCES undo_account,
            -- The size of its entries in bytes: 128 for each entry, and the bytes of `value`.
            size INTEGER NOT NULL DEFAULT 0,
            -- Whether its values were dropped. The entries that remain record only that something was changed.
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

        -- The state of one aspect of an object before a batch. If the object did not exist, the values are NULL.
        CREATE TABLE undo_entry (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            batch INTEGER NOT NULL REFERENCES undo_batch ON DELETE CASCADE,
            -- See UndoAspect.
            aspect TEXT NOT NULL,
            -- The row number of the asset, album or folder, or 0 for the top level.
            object INTEGER NOT NULL,
            -- The row number of the asset in the album for the aspect 'member', or 0 for all other aspects.
            member INTEGER NOT NULL DEFAULT 0,
            -- The value, such as a title or a position; the latitude of a location; the identifier of a deleted object.
            value ANY,
            longitude REAL,
            -- Whether the creation date of the asset was guessed.
            is_guessed INTEGER,
            -- The creation date of a deleted album or folder.
            creation_date INTEGER,
            -- The album's `respacings`, for a deleted album or if `value` is a position. See `undo_member_removed`.
            respacings INTEGER,
            -- The row number of the preceding asset in the album.
            predecessor INTEGER,
            -- The photo's burst key; and its rank and pick, with the burst's creator and connection, in JSON.
            burst_key BLOB,
            burst_membership TEXT,
            -- If the batch is an undo: the number of the entry that was restored, or 0 for a side effect of the undo.
            restores INTEGER,
            -- For the creation of an object: whether a different batch, whose values were dropped, changed the object.
            is_used INTEGER NOT NULL DEFAULT 0 CHECK (is_used IN (0, 1))
        ) STRICT;
        CREATE UNIQUE INDEX undo_entry_batch ON undo_entry (batch, aspect, object, member);
        CREATE INDEX undo_entry_object ON undo_entry (aspect, object, member, number);
        CREATE INDEX undo_entry_member ON undo_entry (member) WHERE member <> 0;
        -- Finds the undos that restored an entry.
        CREATE INDEX undo_entry_restores ON undo_entry (restores) WHERE restores > 0;

        -- The edit that was replaced, for an entry of the aspect 'content'.
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
        -- Clears the earlier values of a purged asset. The log still records that the asset was changed.
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
        -- 2048 is the bit of MediaSubtype.guessedDate.
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
        -- If the album was deleted before its assets, `respacings` is NULL, because its positions cannot change.
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
