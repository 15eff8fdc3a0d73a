internal import FilmgateSQLite

extension Schema {
    /// Rights to read metadata, to write and to manage, and limits of pixels and of the precision of places. A grant of an earlier version keeps what it allowed:
    /// it could change what it showed, and its original files held their metadata.
    static let rights = Migration(
        11,
        """
        ALTER TABLE access ADD COLUMN max_pixels INTEGER CHECK (max_pixels > 0);
        ALTER TABLE access ADD COLUMN location_precision TEXT NOT NULL DEFAULT 'exact';
        -- 2 is `originals`, 8 `metadata`, 16 `write`.
        UPDATE access SET rights = rights | 16 | CASE WHEN rights & 2 THEN 8 ELSE 0 END;
        """)
}
