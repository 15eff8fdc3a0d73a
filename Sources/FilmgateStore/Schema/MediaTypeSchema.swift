internal import FilmgateModel
internal import FilmgateSQLite

extension Schema {
    /// Grants for assets of one type, and the type of each asset in the change log. What was purged before has none, and no token of
    /// such a grant is as old.
    static let mediaTypes = Migration(
        12,
        """
        ALTER TABLE access ADD COLUMN media_type TEXT CHECK (media_type IN ('image', 'video'));
        ALTER TABLE change ADD COLUMN media_type TEXT;
        UPDATE change SET media_type = (SELECT a.media_type FROM asset AS a WHERE a.row = change.asset)
            WHERE asset IS NOT NULL;
        CREATE INDEX change_typed ON change (media_type, number) WHERE kind NOT IN ('entered', 'left', 'granted');

        -- The same as `pruned` for the views of one type.
        ALTER TABLE client ADD COLUMN image_pruned INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE client ADD COLUMN image_pruned_date INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE client ADD COLUMN video_pruned INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE client ADD COLUMN video_pruned_date INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE library ADD COLUMN image_pruned INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE library ADD COLUMN image_pruned_date INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE library ADD COLUMN video_pruned INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE library ADD COLUMN video_pruned_date INTEGER NOT NULL DEFAULT 0;
        """)
}

extension MediaType {
    /// The columns of `client` and `library` for the last pruned change of a view of this type: its number, and its date.
    var prunedColumns: SQL {
        switch self {
        case .image: "image_pruned, image_pruned_date"
        case .video: "video_pruned, video_pruned_date"
        }
    }

    var prunedColumn: SQL {
        switch self {
        case .image: "image_pruned"
        case .video: "video_pruned"
        }
    }
}
