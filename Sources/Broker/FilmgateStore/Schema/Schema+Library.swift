extension Schema {
    /// The tables of the library's counts and state, and of the audit log.
    static let library = """
        -- One row with the state of the library, and with counts, so that nothing needs to be counted when it is read.
        CREATE TABLE library (
            only INTEGER PRIMARY KEY CHECK (only = 1),
            generation INTEGER NOT NULL DEFAULT 0,
            -- The number of assets outside the trash, of hidden assets among these, and of assets in the trash.
            assets INTEGER NOT NULL DEFAULT 0,
            hidden INTEGER NOT NULL DEFAULT 0,
            trashed INTEGER NOT NULL DEFAULT 0,
            -- The number of the stored files of assets and inbox items, and their total size in bytes.
            resources INTEGER NOT NULL DEFAULT 0,
            bytes INTEGER NOT NULL DEFAULT 0,
            -- The last row number that was assigned in `client`.
            last_client INTEGER NOT NULL DEFAULT 0,
            -- The date when the remaining times in `access` were last updated, or 0 if they never were.
            clock INTEGER NOT NULL DEFAULT 0,
            -- The secret from which tokens, and the identifiers of moments, years and bursts, are computed.
            secret BLOB,
            -- The properties of TrashRetention: `start`, `waited`, `latest` and `hoursBelow`.
            trash_start INTEGER,
            trash_waited INTEGER NOT NULL DEFAULT 0,
            trash_latest INTEGER,
            trash_below INTEGER NOT NULL DEFAULT 0,
            -- The last written and the last pruned entry of the audit log, and the size of the entries after the pruned
            -- one. They are in this row, because every change writes it anyway.
            audit_last INTEGER NOT NULL DEFAULT 0,
            audit_last_hash BLOB NOT NULL
                DEFAULT x'0000000000000000000000000000000000000000000000000000000000000000',
            audit_pruned INTEGER NOT NULL DEFAULT 0,
            audit_pruned_hash BLOB NOT NULL
                DEFAULT x'0000000000000000000000000000000000000000000000000000000000000000',
            audit_bytes INTEGER NOT NULL DEFAULT 0,
            -- The number of the last change that pruning examined. The change log has gaps up to this number.
            history_start INTEGER NOT NULL DEFAULT 0,
            -- The number and date of the last pruned change, in views of all assets and in views of all assets of one
            -- media type. They are 0 if no change was pruned.
            pruned INTEGER NOT NULL DEFAULT 0,
            pruned_date INTEGER NOT NULL DEFAULT 0,
            image_pruned INTEGER NOT NULL DEFAULT 0,
            image_pruned_date INTEGER NOT NULL DEFAULT 0,
            video_pruned INTEGER NOT NULL DEFAULT 0,
            video_pruned_date INTEGER NOT NULL DEFAULT 0,
            -- The version of the town data, and the highest row of `asset` that may still lack its place names, or 0.
            towns_version INTEGER,
            places_missing INTEGER NOT NULL DEFAULT 0,
            -- The batch that is being recorded for undo. NULL for the library's own changes, which are not recorded.
            undo_batch INTEGER
        ) STRICT;
        INSERT INTO library (only, secret) VALUES (1, randomblob(32));

        -- The audit log. `AuditHasher` computes the hashes. `library` stores the log's beginning and end, so that a
        -- verification detects that entries are missing there.
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
            -- The identifiers, with 16 bytes each.
            ids BLOB NOT NULL CHECK (length(ids) % 16 = 0),
            hash BLOB NOT NULL CHECK (length(hash) = 32)
        ) STRICT;
        """
}
