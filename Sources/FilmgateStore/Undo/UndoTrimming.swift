internal import FilmgateModel
internal import FilmgateSQLite

/// What is kept for undo has limits, client by client: a client that changes very much loses only what was before its own changes.
extension DatabaseConnection {
    /// The most bytes of values that are kept for one client's changes: half a million short ones.
    static let mostUndoBytes: Int64 = 64 << 20

    /// The most batches whose values one transaction drops; the next ones of the client go on.
    private static let mostTrimmedBatches = 200

    /// Drops the values of a client's oldest batches beyond a size, but never those of its newest.
    ///
    /// - Returns: the files that are not kept any more.
    func trimUndo(of client: Int64, to bytes: Int64 = mostUndoBytes) throws -> [FileName] {
        var files: [FileName] = []
        for _ in 0..<DatabaseConnection.mostTrimmedBatches {
            guard try exists("SELECT 1 FROM undo_client WHERE client = \(client) AND size > \(bytes)") else { break }
            let oldest = try first(
                """
                SELECT number FROM undo_batch WHERE client = \(client) AND is_trimmed = 0 AND number < (
                    SELECT max(number) FROM undo_batch WHERE client = \(client) AND is_trimmed = 0)
                ORDER BY number LIMIT 1
                """
            ) { $0.integer(0) }
            guard let oldest else { break }
            files += try trimUndo(batch: oldest)
        }
        return files
    }

    /// Drops the values of a batch. Where other batches changed the same, an entry stays: the change is still one of somebody else for
    /// them.
    ///
    /// Of entries in a row without values, the last stays, so that there are no more of them than of those with values.
    private func trimUndo(batch: Int64) throws -> [FileName] {
        let files = try files(ofUndo: batch)
        try noteLoss(of: batch)
        try execute("DELETE FROM undo_edit WHERE entry IN (SELECT number FROM undo_entry WHERE batch = \(batch))")
        try markUsed(by: batch)
        try execute("UPDATE undo_batch SET is_trimmed = 1, size = 0 WHERE number = \(batch)")
        let isSame: SQL = "o.aspect = d.aspect AND o.object = d.object AND o.other = d.other"
        let isTrimmed: SQL = "(SELECT is_trimmed FROM undo_batch WHERE number = o.batch)"
        let next: SQL =
            "SELECT o.number FROM undo_entry AS o WHERE \(isSame) AND o.number > d.number ORDER BY o.number LIMIT 1"
        let previous: SQL = """
            SELECT o.number FROM undo_entry AS o WHERE \(isSame) AND o.number < d.number ORDER BY o.number DESC LIMIT 1
            """
        let hasKept: SQL = "EXISTS (SELECT 1 FROM undo_entry AS o WHERE \(isSame) AND NOT \(isTrimmed))"
        var emptied: Set<Int64> = [batch]
        // Its neighbors without values, if it makes them superfluous; then its own entries, if they are.
        for (neighbor, condition) in [(previous, "1"), (next, "NOT \(hasKept)")] as [(SQL, SQL)] {
            emptied.formUnion(
                try all(
                    """
                    DELETE FROM undo_entry WHERE number IN (
                        SELECT (\(neighbor)) FROM undo_entry AS d WHERE d.batch = \(batch) AND \(condition))
                        AND batch IN (SELECT number FROM undo_batch WHERE is_trimmed = 1)
                    RETURNING batch
                    """
                ) { $0.integer(0) })
        }
        try execute(
            """
            DELETE FROM undo_entry WHERE number IN (
                SELECT d.number FROM undo_entry AS d WHERE d.batch = \(batch) AND (NOT \(hasKept)
                    OR (SELECT is_trimmed FROM undo_batch WHERE number = (
                        SELECT batch FROM undo_entry WHERE number = (\(next))))))
            """)
        try execute(
            """
            UPDATE undo_entry SET second = NULL, third = NULL,
                first = CASE WHEN aspect IN ('asset', 'album', 'folder') THEN first END
            WHERE batch = \(batch)
            """)
        for number in emptied {
            try execute(
                """
                DELETE FROM undo_batch
                WHERE number = \(number) AND NOT EXISTS (SELECT 1 FROM undo_entry WHERE batch = \(number))
                """)
        }
        return files
    }

    /// Notes with the entries of what others created that it was changed, or put into an album.
    private func markUsed(by batch: Int64) throws {
        let object: SQL = """
            CASE WHEN d.aspect IN ('album', 'album-title', 'album-folder', 'album-cover', 'member') THEN 'album'
                WHEN d.aspect IN ('folder', 'folder-title', 'folder-parent', 'folder-order') THEN 'folder' ELSE 'asset' END
            """
        for (aspect, row) in [(object, "d.object"), ("'asset'", "d.other")] as [(SQL, SQL)] {
            try execute(
                """
                UPDATE undo_entry SET is_used = 1
                FROM (SELECT \(aspect) AS aspect, \(row) AS object, number FROM undo_entry AS d
                    WHERE d.batch = \(batch) AND d.restores IS NULL) AS u
                WHERE undo_entry.aspect = u.aspect AND undo_entry.object = u.object AND undo_entry.other = 0
                    AND undo_entry.number < u.number AND undo_entry.batch <> \(batch) AND undo_entry.first IS NULL
                """)
        }
    }

    /// Removes everything about a batch.
    ///
    /// - Returns: the files that are not kept any more.
    func removeUndo(of batch: Int64) throws -> [FileName] {
        let files = try files(ofUndo: batch)
        try noteLoss(of: batch)
        try execute("DELETE FROM undo_batch WHERE number = \(batch)")
        return files
    }

    private func files(ofUndo batch: Int64) throws -> [FileName] {
        try files(
            """
            SELECT f.file FROM undo_entry AS e JOIN undo_file AS f ON f.edit = e.number WHERE e.batch = \(batch)
            """)
    }

    private func noteLoss(of batch: Int64) throws {
        try execute(
            """
            UPDATE undo_client SET lost_date = max(ifnull(lost_date, date), date)
            FROM (SELECT client, date FROM undo_batch WHERE number = \(batch)) AS lost
            WHERE undo_client.client = lost.client
            """)
    }

    /// Returns the names of files in the first column.
    func files(_ statement: SQL) throws -> [FileName] {
        try all(statement) { row in
            guard let file = FileName(bytes: row.blob(0)) else { throw DamagedRow(table: "resource") }
            return file
        }
    }
}

extension BatchChange {
    /// The most bytes of edits that one client replaced and that are kept.
    static let mostReplacedBytes: Int64 = 1 << 30

    /// Ends the recording, and drops the oldest of what is kept, until it is within its limits.
    ///
    /// - Parameters:
    ///   - capacity: the limit for all files together, in bytes.
    ///   - isDryRun: whether everything is rolled back, so that no time is spent on what is kept.
    mutating func endRecording(within capacity: UInt64?, isDryRun: Bool = false) throws {
        if replacesContent { try dropEdits(keptFor: undo.client, to: BatchChange.mostReplacedBytes) }
        if let capacity, replacesContent || added.bytes > 0 { try dropEdits(within: capacity) }
        try undo.end()
        if !isDryRun { deletedFiles += try database.trimUndo(of: undo.client) }
    }

    private mutating func dropEdits(keptFor client: Int64, to bytes: Int64) throws {
        while try database.exists("SELECT 1 FROM undo_client WHERE client = \(client) AND file_size > \(bytes)"),
            try dropOldestEdit(keptFor: client)
        {}
    }

    /// Drops edits until they fit beside the library's files: those of this client at first, then of the one with the most.
    private mutating func dropEdits(within capacity: UInt64) throws {
        let most = Int64(clamping: capacity)
        while true {
            let largest = try database.first(
                """
                SELECT client FROM undo_client WHERE file_size > 0
                    AND (SELECT bytes FROM library) + (SELECT sum(file_size) FROM undo_client) > \(most)
                ORDER BY client = \(undo.client) DESC, file_size DESC LIMIT 1
                """
            ) { $0.integer(0) }
            guard let largest, try dropOldestEdit(keptFor: largest) else { return }
        }
    }

    /// Returns false if there is none.
    private mutating func dropOldestEdit(keptFor client: Int64) throws -> Bool {
        let edit = try database.first("SELECT edit FROM undo_file WHERE client = \(client) ORDER BY edit LIMIT 1") {
            $0.integer(0)
        }
        guard let edit else { return false }
        deletedFiles += try database.files("SELECT file FROM undo_file WHERE edit = \(edit)")
        try database.execute("DELETE FROM undo_edit WHERE entry = \(edit)")
        return true
    }
}
