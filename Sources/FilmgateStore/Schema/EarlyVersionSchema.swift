internal import FilmgateSQLite

extension Schema {
    /// Versions that the person kept before their original.
    static let earlyVersions = Migration(
        25,
        """
        CREATE TABLE early_version (
            version INTEGER PRIMARY KEY REFERENCES asset ON DELETE CASCADE,
            -- Waits in the inbox, or was rejected.
            original INTEGER NOT NULL REFERENCES quarantined ON DELETE CASCADE
        ) STRICT;
        CREATE INDEX early_version_original ON early_version (original);
        """)
}
