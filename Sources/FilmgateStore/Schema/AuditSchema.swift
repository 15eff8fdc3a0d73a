internal import FilmgateSQLite

extension Schema {
    /// The audit log. `AuditEncoding` defines an entry's hash. The log's beginning and end are stored separately, so that a
    /// verification notices if entries were cut off there.
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

        -- The last entry that was written, the last that was pruned, and what those in between take. Here, because every change
        -- writes this row anyway.
        ALTER TABLE library ADD COLUMN audit_last INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE library ADD COLUMN audit_last_hash BLOB NOT NULL
            DEFAULT x'0000000000000000000000000000000000000000000000000000000000000000';
        ALTER TABLE library ADD COLUMN audit_pruned INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE library ADD COLUMN audit_pruned_hash BLOB NOT NULL
            DEFAULT x'0000000000000000000000000000000000000000000000000000000000000000';
        ALTER TABLE library ADD COLUMN audit_bytes INTEGER NOT NULL DEFAULT 0;
        """)
}
