internal import FilmgateSQLite

extension Schema {
    /// The number of an album's assets outside the trash in each stretch of its positions, so that an index is found without
    /// counting all assets before it; and the latest reading of the clock.
    static let stretches = Migration(
        8,
        """
        CREATE TABLE album_stretch (
            album INTEGER NOT NULL REFERENCES album ON DELETE CASCADE,
            -- position >> 26: a thousand, where nothing was put between others.
            stretch INTEGER NOT NULL,
            assets INTEGER NOT NULL,
            PRIMARY KEY (album, stretch)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO album_stretch (album, stretch, assets)
            SELECT album, position >> 26, count(*) FROM album_asset WHERE trashed = 0 GROUP BY 1, 2;

        CREATE TRIGGER album_stretch_entered AFTER INSERT ON album_asset WHEN NOT new.trashed BEGIN
            INSERT INTO album_stretch (album, stretch, assets) VALUES (new.album, new.position >> 26, 1)
                ON CONFLICT DO UPDATE SET assets = assets + 1;
        END;
        CREATE TRIGGER album_stretch_left AFTER DELETE ON album_asset WHEN NOT old.trashed BEGIN
            UPDATE album_stretch SET assets = assets - 1 WHERE album = old.album AND stretch = old.position >> 26;
        END;
        CREATE TRIGGER album_stretch_changed AFTER UPDATE OF position, trashed ON album_asset BEGIN
            UPDATE album_stretch SET assets = assets - (NOT old.trashed)
                WHERE album = old.album AND stretch = old.position >> 26;
            INSERT INTO album_stretch (album, stretch, assets) VALUES (new.album, new.position >> 26, NOT new.trashed)
                ON CONFLICT DO UPDATE SET assets = assets + (NOT new.trashed);
        END;

        -- See Retention: when the hour began, and the moment from which what is trashed counts at the earliest.
        ALTER TABLE library RENAME COLUMN trash_due TO trash_start;
        UPDATE library SET trash_start = NULL, trash_waited = 0;
        ALTER TABLE library ADD COLUMN trash_latest INTEGER;
        ALTER TABLE library ADD COLUMN trash_below INTEGER NOT NULL DEFAULT 0;
        """)
}
