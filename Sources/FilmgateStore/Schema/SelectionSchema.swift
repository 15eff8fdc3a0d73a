internal import FilmgateSQLite

extension Schema {
    /// When each selection was last set or edited. Not known of selections that were last edited in an earlier version.
    static let selectionDates = Migration(
        16,
        """
        ALTER TABLE client ADD COLUMN selection_date INTEGER;
        """)
}
