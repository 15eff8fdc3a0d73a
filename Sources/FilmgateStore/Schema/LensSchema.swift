internal import FilmgateSQLite

extension Schema {
    /// How far the lenses of assets that were added by an earlier version have been read from their files.
    static let lenses = Migration(
        15,
        """
        -- Assets up to this row may lack the lens that their files tell; 0 if none does.
        ALTER TABLE library ADD COLUMN lenses_missing INTEGER NOT NULL DEFAULT 0;
        UPDATE library SET lenses_missing = (SELECT ifnull(max(row), 0) FROM asset WHERE lens_model IS NULL);
        """)
}
