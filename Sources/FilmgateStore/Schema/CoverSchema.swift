internal import FilmgateSQLite

extension Schema {
    /// The covers of albums, and an order for what is in a folder.
    static let covers = Migration(
        20,
        """
        -- Null: the newest.
        ALTER TABLE album ADD COLUMN cover INTEGER REFERENCES asset ON DELETE SET NULL;
        CREATE INDEX album_cover ON album (cover) WHERE cover IS NOT NULL;
        -- Among the albums and folders of its folder; null in folders that nobody has ordered.
        ALTER TABLE album ADD COLUMN position INTEGER;
        ALTER TABLE folder ADD COLUMN position INTEGER;
        """)
}
