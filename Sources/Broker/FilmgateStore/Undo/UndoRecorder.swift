import FilmgateModel
import FilmgateSQLite

/// Records the state before the changes of a transaction in the undo log. Between `begin` and `end`, triggers in the
/// schema write the entries.
struct UndoRecorder {
    let database: DatabaseConnection
    let batch: Int64
    /// The account whose limit the batch uses.
    let account: UndoAccount

    /// - Parameters:
    ///   - isOwners: whether the owner or one of the owner's tools makes the changes.
    ///   - plan: the changes to undo, or nil if the batch is not an undo.
    static func begin(
        in database: DatabaseConnection, by id: ClientID, isOwners: Bool, at now: Timestamp, undoing plan: UndoPlan?
    ) throws -> UndoRecorder {
        let client = try database.makingRow(of: .client(id))
        let account: UndoAccount =
            if let plan, let undone = try plan.charged(in: database) {
                try .ofUndos(of: undone, in: database)
            } else {
                try .of(client, isShared: !isOwners && !id.kind.isVerified, in: database)
            }
        try database.execute(
            """
            INSERT INTO undo_batch (date, client, is_owners, account)
            VALUES (\(now.rawValue), \(client), \(isOwners), \(account.row))
            """)
        let recorder = UndoRecorder(database: database, batch: database.lastInsertedRow, account: account)
        try recorder.resume()
        return recorder
    }

    /// Pauses the recording until `resume`.
    func pause() throws { try database.execute("UPDATE library SET undo_batch = NULL") }

    func resume() throws { try database.execute("UPDATE library SET undo_batch = \(batch)") }

    /// Ends the recording. Deletes a batch without entries, which changed nothing.
    func end() throws {
        try pause()
        try database.execute(
            """
            DELETE FROM undo_batch
            WHERE number = \(batch) AND NOT EXISTS (SELECT 1 FROM undo_entry WHERE batch = \(batch))
            """)
        try database.execute(
            """
            UPDATE undo_batch SET size = (
                SELECT sum(128 + ifnull(length(CAST(value AS BLOB)), 0)) FROM undo_entry WHERE batch = \(batch))
            WHERE number = \(batch)
            """)
    }
}

extension BatchApplier {
    /// Records the current content of an asset, and removes its edit. The undo log keeps the files of the first edit
    /// that a batch replaces. The files of later edits, which the batch itself added, are deleted.
    mutating func replaceContent(of key: AssetKey) throws {
        replacesContent = true
        let entry = try recordContent(of: key)
        let isOfEdit: SQL = """
            asset = (SELECT row FROM asset WHERE row = \(key.rawValue) AND adjustment_format IS NOT NULL)
            AND type IN ('full-size-photo', 'full-size-video', 'full-size-paired-video', 'adjustment-data')
            """
        if let entry {
            try database.execute(
                """
                INSERT INTO undo_edit (
                    entry, asset, format, version, client, pixel_width, pixel_height, orientation, duration)
                SELECT \(entry), row, adjustment_format, adjustment_version, adjustment_client, pixel_width, pixel_height,
                    orientation, duration
                FROM asset WHERE row = \(key.rawValue) AND adjustment_format IS NOT NULL
                """)
            try database.execute(
                """
                INSERT INTO undo_file (edit, type, mime_type, filename, size, hash, file, account)
                SELECT \(entry), type, mime_type, filename, size, hash, file, \(undo.account.row) FROM resource
                WHERE \(isOfEdit)
                """)
        } else {
            deletedFiles += try database.files("SELECT file FROM resource WHERE \(isOfEdit)")
        }
        try database.execute("DELETE FROM resource WHERE \(isOfEdit)")
    }

    /// Records the current content of an asset. Returns nil if this batch has already recorded it.
    @discardableResult
    func recordContent(of key: AssetKey) throws -> Int64? {
        try database.integer(
            """
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, value)
            SELECT \(undo.batch), 'content', row, adjustment_format FROM asset WHERE row = \(key.rawValue)
            RETURNING number
            """)
    }

    /// Records that files were added to an asset. An undo of other clients' changes must not remove these files.
    ///
    /// - Parameter isOriginal: whether the asset's file becomes an edit, because the original was added.
    func recordJoin(to key: AssetKey, isOriginal: Bool) throws {
        try database.execute(
            """
            INSERT INTO undo_entry (batch, aspect, object, value) VALUES (\(undo.batch), 'joined', \(key.rawValue), \(isOriginal))
            ON CONFLICT (batch, aspect, object, member) DO UPDATE SET value = max(value, excluded.value)
            """)
    }
}

/// An account for the size limits of the undo log. Undoing a client's changes uses a separate account. So neither an
/// app's changes nor undoing them can use up the space for the owner's earlier values.
struct UndoAccount: Equatable {
    let row: Int64
    /// Whether the account counts toward the common limit. This is the case if the client's identity is not verified,
    /// because one program can have many such identities.
    let isShared: Bool
    let isOfUndos: Bool

    /// Returns the account for a client's changes.
    static func of(_ client: Int64, isShared: Bool, in database: DatabaseConnection) throws -> UndoAccount {
        try made(for: client, isShared: isShared, isOfUndos: false, in: database)
    }

    /// Returns the account for undoing a client's changes.
    static func ofUndos(of client: Int64, in database: DatabaseConnection) throws -> UndoAccount {
        let isShared = try database.exists("SELECT 1 FROM undo_account WHERE client = \(client) AND is_shared = 1")
        return try made(for: client, isShared: isShared, isOfUndos: true, in: database)
    }

    private static func made(
        for client: Int64, isShared: Bool, isOfUndos: Bool, in database: DatabaseConnection
    ) throws -> UndoAccount {
        let known = try database.first(
            "SELECT row, is_shared FROM undo_account WHERE client = \(client) AND is_of_undos = \(isOfUndos)"
        ) { UndoAccount(row: $0.integer(0), isShared: $0.flag(1), isOfUndos: isOfUndos) }
        // Once an account is not shared, as for the owner's tools, it never becomes shared.
        if let known, !known.isShared || isShared { return known }
        let row = try database.integer(
            """
            INSERT INTO undo_account (client, is_of_undos, is_shared) VALUES (\(client), \(isOfUndos), \(isShared))
            ON CONFLICT (client, is_of_undos) DO UPDATE SET is_shared = excluded.is_shared RETURNING row
            """)
        guard let row else { throw CorruptRowError(table: "undo_account") }
        return UndoAccount(row: row, isShared: isShared, isOfUndos: isOfUndos)
    }
}
