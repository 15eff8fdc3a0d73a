import FilmgateModel
import FilmgatePolicy
import FilmgateSQLite

/// Records what was before the changes of one transaction: between `begin` and `end` the schema's triggers write entries.
struct UndoRecorder {
    let database: DatabaseConnection
    let batch: Int64
    /// Whose limit the batch counts against.
    let account: UndoAccount

    /// - Parameters:
    ///   - isOwners: whether the owner's tools make the changes.
    ///   - plan: what the batch undoes, if it is an undo.
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

    /// Records nothing until `resume`.
    func pause() throws { try database.execute("UPDATE library SET undo_batch = NULL") }

    func resume() throws { try database.execute("UPDATE library SET undo_batch = \(batch)") }

    /// Keeps nothing of a batch that changed nothing.
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

extension BatchChange {
    /// Records what an asset shows, and takes its edit away if it has one. The first edit that a batch replaces is kept, with its
    /// files; later ones are the batch's own.
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

    /// Records which content an asset shows. Returns nil if this batch has recorded it before.
    @discardableResult
    func recordContent(of key: AssetKey) throws -> Int64? {
        try database.first(
            """
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, value)
            SELECT \(undo.batch), 'content', row, adjustment_format FROM asset WHERE row = \(key.rawValue)
            RETURNING number
            """
        ) { $0.integer(0) }
    }

    /// Records that files were added to an asset, which an undo of others' changes must not take with it.
    ///
    /// - Parameter isOriginal: whether what the asset was made of is shown as its edit from now on.
    func recordJoin(to key: AssetKey, isOriginal: Bool) throws {
        try database.execute(
            """
            INSERT INTO undo_entry (batch, aspect, object, value) VALUES (\(undo.batch), 'joined', \(key.rawValue), \(isOriginal))
            ON CONFLICT (batch, aspect, object, member) DO UPDATE SET value = max(value, excluded.value)
            """)
    }
}
