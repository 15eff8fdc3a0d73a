internal import FilmgateSQLite

extension Schema {
    /// The number of listed assets of each day, so that a timeline needs no counting.
    static let days = Migration(
        19,
        """
        -- Days since 1970 in the time zone in which it was made, rounded down; see LocalDay.
        ALTER TABLE asset ADD COLUMN day INTEGER GENERATED ALWAYS AS (
            (creation_date + ifnull(time_zone_offset, 0) * 1000000) / 86400000000
            - (creation_date + ifnull(time_zone_offset, 0) * 1000000 < 0
                AND (creation_date + ifnull(time_zone_offset, 0) * 1000000) % 86400000000 <> 0)) VIRTUAL;
        CREATE TABLE listed_day (
            media_type TEXT NOT NULL,
            day INTEGER NOT NULL,
            -- Neither hidden nor in the trash.
            assets INTEGER NOT NULL,
            PRIMARY KEY (media_type, day)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO listed_day (media_type, day, assets)
            SELECT media_type, day, count(*) FROM asset WHERE hidden = 0 AND trashed_date IS NULL GROUP BY 1, 2;

        CREATE TRIGGER listed_day_inserted AFTER INSERT ON asset WHEN new.hidden = 0 AND new.trashed_date IS NULL BEGIN
            INSERT INTO listed_day (media_type, day, assets) VALUES (new.media_type, new.day, 1)
                ON CONFLICT DO UPDATE SET assets = assets + 1;
        END;
        CREATE TRIGGER listed_day_deleted AFTER DELETE ON asset WHEN old.hidden = 0 AND old.trashed_date IS NULL BEGIN
            UPDATE listed_day SET assets = assets - 1 WHERE media_type = old.media_type AND day = old.day;
        END;
        CREATE TRIGGER listed_day_changed
            AFTER UPDATE OF media_type, creation_date, time_zone_offset, hidden, trashed_date ON asset BEGIN
            UPDATE listed_day SET assets = assets - 1
                WHERE old.hidden = 0 AND old.trashed_date IS NULL AND media_type = old.media_type AND day = old.day;
            INSERT INTO listed_day (media_type, day, assets)
                SELECT new.media_type, new.day, 1 WHERE new.hidden = 0 AND new.trashed_date IS NULL
                ON CONFLICT DO UPDATE SET assets = assets + 1;
        END;
        """)
}
