import FilmgateSQLite

extension DatabaseConnection {
    /// Moves the replaced edits of a batch to the earlier entries from which an undo had restored these edits. Call
    /// this before the batch is trimmed.
    func moveEdits(keptBy batch: Int64) throws {
        let edits = try integers(
            """
            SELECT e.number FROM undo_entry AS e WHERE e.batch = \(batch) AND e.aspect = \(UndoAspect.content.rawValue)
                AND EXISTS (SELECT 1 FROM undo_file AS f WHERE f.edit = e.number)
            """)
        for edit in edits {
            var origin: (number: Int64, account: Int64, isTrimmed: Bool)? = (edit, 0, true)
            while let later = origin, later.isTrimmed {
                origin = try first(
                    """
                    SELECT r.number, b.account, b.is_trimmed FROM undo_entry AS p
                    JOIN undo_entry AS r ON r.number = p.restores AND r.number < p.number
                    JOIN undo_batch AS b ON b.number = r.batch
                    WHERE p.number = (SELECT max(o.number) FROM undo_entry AS e JOIN undo_entry AS o
                        ON o.aspect = e.aspect AND o.object = e.object AND o.number < e.number
                        WHERE e.number = \(later.number))
                    """
                ) { ($0.integer(0), $0.integer(1), $0.flag(2)) }
            }
            guard let origin, try exists("SELECT 1 FROM undo_edit WHERE entry = \(origin.number)") else { continue }
            try execute(
                """
                UPDATE OR IGNORE undo_file SET edit = \(origin.number), account = \(origin.account) WHERE edit = \(edit)
                """)
        }
    }
}

extension BatchApplier {
    /// The limit for the replaced edits of one account, in bytes.
    static let mostReplacedBytes: Int64 = 1 << 30
    /// The limit for the replaced edits of all shared accounts, in bytes.
    static let mostSharedReplacedBytes: Int64 = 4 << 30

    /// Ends the recording, and drops the oldest replaced edits and earlier values until the rest is within the limits.
    ///
    /// - Parameters:
    ///   - capacity: the limit for all files of the library, in bytes.
    ///   - isDryRun: whether the caller will roll back the batch. In this case, `trimUndo` is skipped.
    mutating func endRecording(within capacity: UInt64?, isDryRun: Bool = false) throws {
        if replacesContent { try dropEdits() }
        if let capacity, replacesContent || added.bytes > 0 { try dropEdits(within: capacity) }
        try undo.end()
        if !isDryRun { deletedFiles += try database.trimUndo(of: undo.account, keeping: undo.batch) }
    }

    /// Drops replaced edits until the account, and all shared accounts together, are within their limits.
    ///
    /// - Parameters:
    ///   - bytes: the limit for the account.
    ///   - shared: the limit for all shared accounts.
    mutating func dropEdits(to bytes: Int64 = mostReplacedBytes, shared: Int64 = mostSharedReplacedBytes) throws {
        let account = undo.account
        while try database.exists("SELECT 1 FROM undo_account WHERE row = \(account.row) AND file_size > \(bytes)"),
            try dropOldestEdit(keptFor: account.row)
        {}
        guard account.isShared else { return }
        let condition: SQL = "is_shared = 1 AND is_of_undos = \(account.isOfUndos)"
        while true {
            let largest = try database.integer(
                """
                SELECT row FROM undo_account
                WHERE \(condition) AND (SELECT sum(file_size) FROM undo_account WHERE \(condition)) > \(shared)
                ORDER BY file_size DESC LIMIT 1
                """)
            guard let largest, try dropOldestEdit(keptFor: largest) else { return }
        }
    }

    /// Drops replaced edits until the library's files and the remaining edits fit into the capacity. Starts with the
    /// edits of this account, and continues with those of the account that uses the most space.
    private mutating func dropEdits(within capacity: UInt64) throws {
        let most = Int64(clamping: capacity)
        while true {
            let largest = try database.integer(
                """
                SELECT row FROM undo_account WHERE file_size > 0
                    AND (SELECT bytes FROM library) + (SELECT sum(file_size) FROM undo_account) > \(most)
                ORDER BY row = \(undo.account.row) DESC, file_size DESC LIMIT 1
                """)
            guard let largest, try dropOldestEdit(keptFor: largest) else { return }
        }
    }

    /// Drops the oldest replaced edit of an account. Returns false if there is none.
    private mutating func dropOldestEdit(keptFor account: Int64) throws -> Bool {
        let edit = try database.integer("SELECT edit FROM undo_file WHERE account = \(account) ORDER BY edit LIMIT 1")
        guard let edit else { return false }
        deletedFiles += try database.files("SELECT file FROM undo_file WHERE edit = \(edit)")
        try database.execute("DELETE FROM undo_edit WHERE entry = \(edit)")
        return true
    }
}
