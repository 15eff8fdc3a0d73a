extension Schema {
    /// Record the earlier values in `undo_entry` while a batch is running. Only the first change of an aspect in a
    /// batch is recorded.
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
        CREATE TRIGGER undo_title AFTER UPDATE OF title ON asset WHEN old.title IS NOT new.title BEGIN
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, value)
                SELECT undo_batch, 'title', old.row, old.title FROM library WHERE undo_batch IS NOT NULL;
        END;
        CREATE TRIGGER undo_caption AFTER UPDATE OF caption ON asset WHEN old.caption IS NOT new.caption BEGIN
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, value)
                SELECT undo_batch, 'caption', old.row, old.caption FROM library WHERE undo_batch IS NOT NULL;
        END;
        CREATE TRIGGER undo_alt_text AFTER UPDATE OF alt_text ON asset WHEN old.alt_text IS NOT new.alt_text BEGIN
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, value)
                SELECT undo_batch, 'alt-text', old.row, old.alt_text FROM library WHERE undo_batch IS NOT NULL;
        END;
        CREATE TRIGGER undo_keywords AFTER UPDATE OF keywords ON asset WHEN old.keywords IS NOT new.keywords BEGIN
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, value)
                SELECT undo_batch, 'keywords', old.row, old.keywords FROM library WHERE undo_batch IS NOT NULL;
        END;
        CREATE TRIGGER undo_favorite AFTER UPDATE OF favorite ON asset WHEN old.favorite <> new.favorite BEGIN
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, value)
                SELECT undo_batch, 'favorite', old.row, old.favorite FROM library WHERE undo_batch IS NOT NULL;
        END;
        CREATE TRIGGER undo_hidden AFTER UPDATE OF hidden ON asset WHEN old.hidden <> new.hidden BEGIN
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, value)
                SELECT undo_batch, 'hidden', old.row, old.hidden FROM library WHERE undo_batch IS NOT NULL;
        END;
        CREATE TRIGGER undo_rating AFTER UPDATE OF rating ON asset WHEN old.rating <> new.rating BEGIN
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, value)
                SELECT undo_batch, 'rating', old.row, old.rating FROM library WHERE undo_batch IS NOT NULL;
        END;
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
        END;
        CREATE TRIGGER undo_album_title AFTER UPDATE OF title ON album WHEN old.title <> new.title BEGIN
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, value)
                SELECT undo_batch, 'album-title', old.row, old.title FROM library WHERE undo_batch IS NOT NULL;
        END;
        CREATE TRIGGER undo_album_folder AFTER UPDATE OF folder ON album WHEN old.folder IS NOT new.folder BEGIN
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, value)
                SELECT undo_batch, 'album-folder', old.row, old.folder FROM library WHERE undo_batch IS NOT NULL;
        END;
        CREATE TRIGGER undo_album_cover AFTER UPDATE OF cover ON album WHEN old.cover IS NOT new.cover BEGIN
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, value)
                SELECT undo_batch, 'album-cover', old.row, old.cover FROM library WHERE undo_batch IS NOT NULL;
        END;

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
        CREATE TRIGGER undo_folder_title AFTER UPDATE OF title ON folder WHEN old.title <> new.title BEGIN
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, value)
                SELECT undo_batch, 'folder-title', old.row, old.title FROM library WHERE undo_batch IS NOT NULL;
        END;
        CREATE TRIGGER undo_folder_parent AFTER UPDATE OF parent ON folder WHEN old.parent IS NOT new.parent BEGIN
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, value)
                SELECT undo_batch, 'folder-parent', old.row, old.parent FROM library WHERE undo_batch IS NOT NULL;
        END;

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
