internal import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateSQLite

/// Records what was before the changes of one transaction: between `begin` and `end` the schema's triggers write entries.
struct UndoRecording {
    let database: DatabaseConnection
    let batch: Int64

    /// - Parameter isOwners: whether the owner's tools make the changes.
    static func begin(
        in database: DatabaseConnection, by client: ClientID, isOwners: Bool, at now: Timestamp
    ) throws -> UndoRecording {
        let client = try database.makingRow(of: .client(client))
        try database.execute(
            "INSERT INTO undo_batch (date, client, is_owners) VALUES (\(now.rawValue), \(client), \(isOwners))")
        let recording = UndoRecording(database: database, batch: database.lastInsertedRow)
        try recording.resume()
        return recording
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
                SELECT sum(128 + ifnull(length(CAST(first AS BLOB)), 0)) FROM undo_entry WHERE batch = \(batch))
            WHERE number = \(batch)
            """)
    }
}

extension DatabaseConnection {
    /// The most bytes of values that are kept for undo: half a million short ones.
    static let mostUndoBytes: Int64 = 64 << 20

    /// Removes the oldest batches of the undo log beyond a size, but the newest never.
    ///
    /// - Returns: the files that are not kept any more.
    func trimUndo(to bytes: Int64 = mostUndoBytes) throws -> [FileName] {
        var files: [FileName] = []
        while try exists("SELECT 1 FROM library WHERE undo_size > \(bytes)") {
            let oldest = try first(
                """
                SELECT number FROM undo_batch WHERE number < (SELECT max(number) FROM undo_batch)
                ORDER BY number LIMIT 1
                """
            ) { $0.integer(0) }
            guard let oldest else { break }
            files += try removeUndo(of: oldest)
        }
        return files
    }

    /// - Returns: the files that are not kept any more.
    func removeUndo(of batch: Int64) throws -> [FileName] {
        let files = try files(
            """
            SELECT f.file FROM undo_entry AS e JOIN undo_file AS f ON f.edit = e.number WHERE e.batch = \(batch)
            """)
        try execute("DELETE FROM undo_batch WHERE number = \(batch)")
        return files
    }
}

extension BatchChange {
    /// The most bytes of replaced edits that are kept.
    static let mostReplacedBytes: Int64 = 1 << 30

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
                INSERT INTO undo_file (edit, type, mime_type, filename, size, hash, file)
                SELECT \(entry), type, mime_type, filename, size, hash, file FROM resource WHERE \(isOfEdit)
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
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, first)
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
            INSERT INTO undo_entry (batch, aspect, object, first) VALUES (\(undo.batch), 'joined', \(key.rawValue), \(isOriginal))
            ON CONFLICT (batch, aspect, object, other) DO UPDATE SET first = max(first, excluded.first)
            """)
    }

    /// Ends the recording, and drops the oldest of what is kept, until it is within its limits.
    ///
    /// - Parameter capacity: the limit for all files together, in bytes.
    mutating func endRecording(within capacity: UInt64?) throws {
        try trimReplacedContent(within: capacity)
        try undo.end()
        deletedFiles += try database.trimUndo()
    }

    /// Drops the oldest edits that are kept, until they fit beside the library's files.
    private mutating func trimReplacedContent(within capacity: UInt64?) throws {
        guard replacesContent || capacity != nil && added.bytes > 0 else { return }
        let kept = try database.first("SELECT undo_file_size FROM library") { $0.integer(0) } ?? 0
        guard kept > 0 else { return }
        var most = BatchChange.mostReplacedBytes
        if let capacity {
            let used = try database.first("SELECT bytes FROM library") { $0.integer(0) } ?? 0
            most = min(most, max(0, Int64(clamping: capacity) - used))
        }
        var excess = kept - most
        while excess > 0 {
            let oldest = try database.first(
                "SELECT edit, sum(size) FROM undo_file GROUP BY edit ORDER BY edit LIMIT 1"
            ) { ($0.integer(0), $0.integer(1)) }
            guard let (edit, bytes) = oldest else { return }
            deletedFiles += try database.files("SELECT file FROM undo_file WHERE edit = \(edit)")
            try database.execute("DELETE FROM undo_edit WHERE entry = \(edit)")
            excess -= bytes
        }
    }
}

extension DatabaseConnection {
    /// Returns the names of files in the first column.
    func files(_ statement: SQL) throws -> [FileName] {
        try all(statement) { row in
            guard let file = FileName(bytes: row.blob(0)) else { throw DamagedRow(table: "resource") }
            return file
        }
    }
}
