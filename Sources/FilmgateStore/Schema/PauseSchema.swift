internal import FilmgateSQLite

extension Schema {
    /// Clients whose access is suspended until somebody decides about it again.
    static let pauses = Migration(
        21,
        """
        CREATE TABLE pause (
            client INTEGER PRIMARY KEY REFERENCES client,
            date INTEGER NOT NULL,
            -- A sentence for a person.
            reason TEXT NOT NULL
        ) STRICT;
        """)
}
