extension Schema {
    /// Returns the trigger that records a column's value before it changes.
    ///
    /// - Parameter differs: the operator between the values: `<>`, or `IS NOT` if they can be null.
    private static func change(of aspect: String, _ column: String, in table: String, _ differs: String) -> String {
        """
        CREATE TRIGGER undo_\(aspect.replacing("-", with: "_")) AFTER UPDATE OF \(column) ON \(table) \
        WHEN old.\(column) \(differs) new.\(column) BEGIN
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, value)
                SELECT undo_batch, '\(aspect)', old.row, old.\(column) FROM library WHERE undo_batch IS NOT NULL;
        END;
        """
    }

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
        END;
        \(change(of: "album-title", "title", in: "album", "<>"))
        \(change(of: "album-folder", "folder", in: "album", "IS NOT"))
        \(change(of: "album-cover", "cover", in: "album", "IS NOT"))

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
