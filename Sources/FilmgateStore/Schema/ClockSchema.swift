internal import FilmgateSQLite

extension Schema {
    /// The clock by which the day of an asset counts, also if its time zone is not known, and changes of time zones and of dates that were
    /// guessed.
    static let clocks = Migration(
        30,
        """
        -- Seconds east of UTC: of its time zone, or else of the library's at that time; see TimeZoneResolver.
        ALTER TABLE asset ADD COLUMN clock_offset INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE quarantined ADD COLUMN clock_offset INTEGER NOT NULL DEFAULT 0;
        UPDATE asset SET clock_offset = time_zone_offset WHERE time_zone_offset <> 0;
        UPDATE quarantined SET clock_offset = time_zone_offset WHERE time_zone_offset <> 0;
        -- What was added up to these rows, also to the inbox, when a date without a time zone was read as UTC; 0 if
        -- none is left.
        ALTER TABLE library ADD COLUMN zones_missing INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE library ADD COLUMN inbox_zones_missing INTEGER NOT NULL DEFAULT 0;
        UPDATE library SET zones_missing = (SELECT ifnull(max(row), 0) FROM asset),
            inbox_zones_missing = (SELECT ifnull(max(number), 0) FROM quarantined);

        DROP TRIGGER listed_day_inserted;
        DROP TRIGGER listed_day_deleted;
        DROP TRIGGER listed_day_changed;
        ALTER TABLE asset DROP COLUMN day;
        -- Days since 1970 by that clock, rounded down; see LocalDay.
        ALTER TABLE asset ADD COLUMN day INTEGER GENERATED ALWAYS AS (
            (creation_date + clock_offset * 1000000) / 86400000000
            - (creation_date + clock_offset * 1000000 < 0
                AND (creation_date + clock_offset * 1000000) % 86400000000 <> 0)) VIRTUAL;
        CREATE TRIGGER listed_day_inserted AFTER INSERT ON asset WHEN new.hidden = 0 AND new.trashed_date IS NULL BEGIN
            INSERT INTO listed_day (media_type, day, assets) VALUES (new.media_type, new.day, 1)
                ON CONFLICT DO UPDATE SET assets = assets + 1;
        END;
        CREATE TRIGGER listed_day_deleted AFTER DELETE ON asset WHEN old.hidden = 0 AND old.trashed_date IS NULL BEGIN
            UPDATE listed_day SET assets = assets - 1 WHERE media_type = old.media_type AND day = old.day;
        END;
        CREATE TRIGGER listed_day_changed
            AFTER UPDATE OF media_type, creation_date, clock_offset, hidden, trashed_date ON asset BEGIN
            UPDATE listed_day SET assets = assets - 1
                WHERE old.hidden = 0 AND old.trashed_date IS NULL AND media_type = old.media_type AND day = old.day;
            INSERT INTO listed_day (media_type, day, assets)
                SELECT new.media_type, new.day, 1 WHERE new.hidden = 0 AND new.trashed_date IS NULL
                ON CONFLICT DO UPDATE SET assets = assets + 1;
        END;

        CREATE TRIGGER undo_time_zone AFTER UPDATE OF time_zone_offset ON asset
            WHEN old.time_zone_offset IS NOT new.time_zone_offset BEGIN
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, first)
                SELECT undo_batch, 'time-zone', old.row, old.time_zone_offset FROM library
                WHERE undo_batch IS NOT NULL;
        END;
        DROP TRIGGER undo_creation_date;
        -- With 1 if the date was guessed: the bit of that subtype.
        CREATE TRIGGER undo_creation_date AFTER UPDATE OF creation_date, subtypes ON asset
            WHEN old.creation_date <> new.creation_date OR (old.subtypes & 2048) <> (new.subtypes & 2048) BEGIN
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, first, second)
                SELECT undo_batch, 'creation-date', old.row, old.creation_date, (old.subtypes & 2048) <> 0 FROM library
                WHERE undo_batch IS NOT NULL;
        END;
        DROP TRIGGER undo_asset_purged;
        CREATE TRIGGER undo_asset_purged AFTER DELETE ON asset BEGIN
            UPDATE undo_entry SET first = NULL, second = NULL, third = NULL
                WHERE aspect IN ('trashed', 'content', 'title', 'caption', 'keywords', 'favorite', 'hidden', 'rating',
                    'creation-date', 'time-zone', 'location', 'burst') AND object = old.row AND other = 0;
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, first)
                SELECT undo_batch, 'asset', old.row, old.id FROM library WHERE undo_batch IS NOT NULL;
        END;
        """)
}
