internal import FilmgateSQLite

extension Schema {
    /// The audit log. `AuditEncoding` says what an entry's hash is made of; where the log begins and ends is kept apart from
    /// it, so that a beginning or an end that somebody cut off is missed.
    static let audit = Migration(
        3,
        """
        CREATE TABLE audit (
            sequence INTEGER PRIMARY KEY,
            date INTEGER NOT NULL,
            user INTEGER NOT NULL,
            count INTEGER NOT NULL,
            client TEXT NOT NULL,
            about TEXT NOT NULL,
            operation TEXT NOT NULL,
            outcome TEXT NOT NULL,
            detail TEXT NOT NULL,
            -- 16 bytes for each identifier.
            ids BLOB NOT NULL CHECK (length(ids) % 16 = 0),
            hash BLOB NOT NULL CHECK (length(hash) = 32)
        ) STRICT;

        -- One row: the last entry that was written, the last that was pruned, and what those in between take.
        CREATE TABLE audit_bounds (
            only INTEGER PRIMARY KEY CHECK (only = 1),
            last INTEGER NOT NULL DEFAULT 0,
            last_hash BLOB NOT NULL DEFAULT (zeroblob(32)),
            pruned INTEGER NOT NULL DEFAULT 0,
            pruned_hash BLOB NOT NULL DEFAULT (zeroblob(32)),
            bytes INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        INSERT INTO audit_bounds (only) VALUES (1);
        """)
}
