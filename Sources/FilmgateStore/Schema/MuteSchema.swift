internal import FilmgateSQLite

extension Schema {
    /// Clients that may not ask the person anything.
    static let mutes = Migration(
        29,
        """
        CREATE TABLE mute (
            client INTEGER PRIMARY KEY REFERENCES client,
            date INTEGER NOT NULL
        ) STRICT;
        """)
}
