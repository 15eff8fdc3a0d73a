extension Schema {
    /// The tables of the library's counts and state, and of the audit log.
    static let library = """
        -- One row: what is kept so that nobody has to count, and the number of the last change.
        CREATE TABLE library (
            only INTEGER PRIMARY KEY CHECK (only = 1),
            generation INTEGER NOT NULL DEFAULT 0,
            -- Outside the trash, and the hidden ones of them.
            assets INTEGER NOT NULL DEFAULT 0,
            hidden INTEGER NOT NULL DEFAULT 0,
            trashed INTEGER NOT NULL DEFAULT 0,
            -- The stored files of assets and of the inbox.
            resources INTEGER NOT NULL DEFAULT 0,
            bytes INTEGER NOT NULL DEFAULT 0,
            -- The last number given to a row of `client`.
            last_client INTEGER NOT NULL DEFAULT 0,
            -- When the remaining times in `access` were last written.
            clock INTEGER NOT NULL DEFAULT 0,
            -- What identifiers of moments and years, and tokens, are made from.
            secret BLOB,
            -- See TrashRetention: when the hour began, its uptime, the latest reading of the clock, and the hours below that.
            trash_start INTEGER,
            trash_waited INTEGER NOT NULL DEFAULT 0,
            trash_latest INTEGER,
            trash_below INTEGER NOT NULL DEFAULT 0,
            -- The last entry of the audit log that was written, the last that was pruned, and what those in between take. Here,
            -- because every change writes this row anyway.
            audit_last INTEGER NOT NULL DEFAULT 0,
            audit_last_hash BLOB NOT NULL
                DEFAULT x'0000000000000000000000000000000000000000000000000000000000000000',
            audit_pruned INTEGER NOT NULL DEFAULT 0,
            audit_pruned_hash BLOB NOT NULL
                DEFAULT x'0000000000000000000000000000000000000000000000000000000000000000',
            audit_bytes INTEGER NOT NULL DEFAULT 0,
            -- The number up to which the log of changes has gaps.
            history_start INTEGER NOT NULL DEFAULT 0,
            -- The last change that was taken away for its age from the views of those who see everything, or everything of one
            -- type, and when that was made; 0 where none was.
            pruned INTEGER NOT NULL DEFAULT 0,
            pruned_date INTEGER NOT NULL DEFAULT 0,
            image_pruned INTEGER NOT NULL DEFAULT 0,
            image_pruned_date INTEGER NOT NULL DEFAULT 0,
            video_pruned INTEGER NOT NULL DEFAULT 0,
            video_pruned_date INTEGER NOT NULL DEFAULT 0,
            -- The version of the towns with which places were named last, and the row up to which assets wait for it; 0 if none does.
            towns_version INTEGER,
            places_missing INTEGER NOT NULL DEFAULT 0,
            -- The running batch; null outside of one, so that nothing that the library does by itself is recorded for undo.
            undo_batch INTEGER
        ) STRICT;
        INSERT INTO library (only, secret) VALUES (1, randomblob(32));

        -- `AuditHasher` defines an entry's hash. The log's beginning and end are stored in `library`, so that a verification notices
        -- if entries were cut off there.
        CREATE TABLE audit (
            sequence INTEGER PRIMARY KEY,
            date INTEGER NOT NULL,
            user INTEGER NOT NULL,
            count INTEGER NOT NULL,
            client TEXT NOT NULL,
            about TEXT NOT NULL,
            through TEXT NOT NULL,
            operation TEXT NOT NULL,
            outcome TEXT NOT NULL,
            detail TEXT NOT NULL,
            -- 16 bytes for each identifier.
            ids BLOB NOT NULL CHECK (length(ids) % 16 = 0),
            hash BLOB NOT NULL CHECK (length(hash) = 32)
        ) STRICT;
        """
}
