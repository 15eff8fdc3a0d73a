internal import FilmgateSQLite

extension Schema {
    /// What was before each change of a client, so that it can be undone. Triggers write it: `undo_batch` of the library is the number
    /// of the running batch, and null outside of one, so that nothing that the library does by itself is recorded.
    static let undo = Migration(
        22,
        """
        CREATE TABLE undo_batch (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            date INTEGER NOT NULL,
            client INTEGER NOT NULL REFERENCES client,
            -- Whether the owner's tools made it.
            is_owners INTEGER NOT NULL CHECK (is_owners IN (0, 1)),
            -- What its entries take, in bytes: 128 for each, and those of the first value.
            size INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX undo_batch_client ON undo_batch (client, date);

        -- The values of one aspect of an object before a batch. `object` and `other` are row numbers: of the asset, album or folder,
        -- and of the asset in an album. An object that did not exist has none of the values.
        CREATE TABLE undo_entry (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            batch INTEGER NOT NULL REFERENCES undo_batch ON DELETE CASCADE,
            aspect TEXT NOT NULL,
            object INTEGER NOT NULL,
            other INTEGER NOT NULL DEFAULT 0,
            first ANY,
            second ANY,
            third ANY,
            -- If the batch undid something: the entry whose values it brought back, or 0 for what followed from that.
            restores INTEGER
        ) STRICT;
        CREATE UNIQUE INDEX undo_entry_batch ON undo_entry (batch, aspect, object, other);
        CREATE INDEX undo_entry_object ON undo_entry (aspect, object, other, number);
        CREATE INDEX undo_entry_other ON undo_entry (other) WHERE other <> 0;

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
            PRIMARY KEY (edit, type)
        ) STRICT, WITHOUT ROWID;

        ALTER TABLE library ADD COLUMN undo_batch INTEGER;
        -- The sizes of all batches, and of all files.
        ALTER TABLE library ADD COLUMN undo_size INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE library ADD COLUMN undo_file_size INTEGER NOT NULL DEFAULT 0;
        CREATE TRIGGER undo_batch_measured AFTER UPDATE OF size ON undo_batch BEGIN
            UPDATE library SET undo_size = undo_size + new.size - old.size;
        END;
        CREATE TRIGGER undo_batch_removed AFTER DELETE ON undo_batch BEGIN
            UPDATE library SET undo_size = undo_size - old.size;
        END;
        CREATE TRIGGER undo_file_added AFTER INSERT ON undo_file BEGIN
            UPDATE library SET undo_file_size = undo_file_size + new.size;
        END;
        CREATE TRIGGER undo_file_removed AFTER DELETE ON undo_file BEGIN
            UPDATE library SET undo_file_size = undo_file_size - old.size;
        END;
        -- How often positions were given anew: a position from before means nothing.
        ALTER TABLE album ADD COLUMN respacings INTEGER NOT NULL DEFAULT 0;

        CREATE TRIGGER undo_asset_added AFTER INSERT ON asset BEGIN
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object)
                SELECT undo_batch, 'asset', new.row FROM library WHERE undo_batch IS NOT NULL;
        END;
        -- Nothing is kept of what was purged but that it was changed.
        CREATE TRIGGER undo_asset_purged AFTER DELETE ON asset BEGIN
            UPDATE undo_entry SET first = NULL, second = NULL, third = NULL
                WHERE aspect IN ('trashed', 'content', 'title', 'caption', 'keywords', 'favorite', 'hidden', 'rating',
                    'creation-date', 'location') AND object = old.row AND other = 0;
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, first)
                SELECT undo_batch, 'asset', old.row, old.id FROM library WHERE undo_batch IS NOT NULL;
        END;
        CREATE TRIGGER undo_asset_trashed AFTER UPDATE OF trashed_date ON asset
            WHEN (old.trashed_date IS NULL) <> (new.trashed_date IS NULL) BEGIN
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, first)
                SELECT undo_batch, 'trashed', old.row, old.trashed_date FROM library WHERE undo_batch IS NOT NULL;
        END;
        CREATE TRIGGER undo_title AFTER UPDATE OF title ON asset WHEN old.title IS NOT new.title BEGIN
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, first)
                SELECT undo_batch, 'title', old.row, old.title FROM library WHERE undo_batch IS NOT NULL;
        END;
        CREATE TRIGGER undo_caption AFTER UPDATE OF caption ON asset WHEN old.caption IS NOT new.caption BEGIN
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, first)
                SELECT undo_batch, 'caption', old.row, old.caption FROM library WHERE undo_batch IS NOT NULL;
        END;
        CREATE TRIGGER undo_keywords AFTER UPDATE OF keywords ON asset WHEN old.keywords IS NOT new.keywords BEGIN
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, first)
                SELECT undo_batch, 'keywords', old.row, old.keywords FROM library WHERE undo_batch IS NOT NULL;
        END;
        CREATE TRIGGER undo_favorite AFTER UPDATE OF favorite ON asset WHEN old.favorite <> new.favorite BEGIN
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, first)
                SELECT undo_batch, 'favorite', old.row, old.favorite FROM library WHERE undo_batch IS NOT NULL;
        END;
        CREATE TRIGGER undo_hidden AFTER UPDATE OF hidden ON asset WHEN old.hidden <> new.hidden BEGIN
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, first)
                SELECT undo_batch, 'hidden', old.row, old.hidden FROM library WHERE undo_batch IS NOT NULL;
        END;
        CREATE TRIGGER undo_rating AFTER UPDATE OF rating ON asset WHEN old.rating <> new.rating BEGIN
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, first)
                SELECT undo_batch, 'rating', old.row, old.rating FROM library WHERE undo_batch IS NOT NULL;
        END;
        CREATE TRIGGER undo_creation_date AFTER UPDATE OF creation_date ON asset
            WHEN old.creation_date <> new.creation_date BEGIN
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, first)
                SELECT undo_batch, 'creation-date', old.row, old.creation_date FROM library
                WHERE undo_batch IS NOT NULL;
        END;
        CREATE TRIGGER undo_location AFTER UPDATE OF latitude, longitude ON asset
            WHEN old.latitude IS NOT new.latitude OR old.longitude IS NOT new.longitude BEGIN
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, first, second)
                SELECT undo_batch, 'location', old.row, old.latitude, old.longitude FROM library
                WHERE undo_batch IS NOT NULL;
        END;

        CREATE TRIGGER undo_album_added AFTER INSERT ON album BEGIN
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object)
                SELECT undo_batch, 'album', new.row FROM library WHERE undo_batch IS NOT NULL;
        END;
        CREATE TRIGGER undo_album_deleted AFTER DELETE ON album BEGIN
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, first, second, third)
                SELECT undo_batch, 'album', old.row, old.id, old.creation_date, old.respacings FROM library
                WHERE undo_batch IS NOT NULL;
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, first)
                SELECT undo_batch, 'album-title', old.row, old.title FROM library WHERE undo_batch IS NOT NULL;
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, first)
                SELECT undo_batch, 'album-folder', old.row, old.folder FROM library WHERE undo_batch IS NOT NULL;
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, first)
                SELECT undo_batch, 'album-cover', old.row, old.cover FROM library WHERE undo_batch IS NOT NULL;
        END;
        CREATE TRIGGER undo_album_title AFTER UPDATE OF title ON album WHEN old.title <> new.title BEGIN
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, first)
                SELECT undo_batch, 'album-title', old.row, old.title FROM library WHERE undo_batch IS NOT NULL;
        END;
        CREATE TRIGGER undo_album_folder AFTER UPDATE OF folder ON album WHEN old.folder IS NOT new.folder BEGIN
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, first)
                SELECT undo_batch, 'album-folder', old.row, old.folder FROM library WHERE undo_batch IS NOT NULL;
        END;

        CREATE TRIGGER undo_album_cover AFTER UPDATE OF cover ON album WHEN old.cover IS NOT new.cover BEGIN
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, first)
                SELECT undo_batch, 'album-cover', old.row, old.cover FROM library WHERE undo_batch IS NOT NULL;
        END;

        CREATE TRIGGER undo_folder_added AFTER INSERT ON folder BEGIN
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object)
                SELECT undo_batch, 'folder', new.row FROM library WHERE undo_batch IS NOT NULL;
        END;
        CREATE TRIGGER undo_folder_deleted AFTER DELETE ON folder BEGIN
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, first, second)
                SELECT undo_batch, 'folder', old.row, old.id, old.creation_date FROM library
                WHERE undo_batch IS NOT NULL;
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, first)
                SELECT undo_batch, 'folder-title', old.row, old.title FROM library WHERE undo_batch IS NOT NULL;
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, first)
                SELECT undo_batch, 'folder-parent', old.row, old.parent FROM library WHERE undo_batch IS NOT NULL;
        END;
        CREATE TRIGGER undo_folder_title AFTER UPDATE OF title ON folder WHEN old.title <> new.title BEGIN
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, first)
                SELECT undo_batch, 'folder-title', old.row, old.title FROM library WHERE undo_batch IS NOT NULL;
        END;
        CREATE TRIGGER undo_folder_parent AFTER UPDATE OF parent ON folder WHEN old.parent IS NOT new.parent BEGIN
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, first)
                SELECT undo_batch, 'folder-parent', old.row, old.parent FROM library WHERE undo_batch IS NOT NULL;
        END;

        CREATE TRIGGER undo_member_added AFTER INSERT ON album_asset BEGIN
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, other)
                SELECT undo_batch, 'member', new.album, new.asset FROM library WHERE undo_batch IS NOT NULL;
        END;
        -- Of an album that was deleted with its assets, `second` is null: nothing can change its positions.
        CREATE TRIGGER undo_member_removed AFTER DELETE ON album_asset BEGIN
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, other, first, second, third)
                SELECT undo_batch, 'member', old.album, old.asset, old.position,
                    (SELECT respacings FROM album WHERE row = old.album),
                    (SELECT asset FROM album_asset WHERE album = old.album AND position < old.position
                        ORDER BY position DESC LIMIT 1)
                FROM library WHERE undo_batch IS NOT NULL;
        END;
        """)
}
