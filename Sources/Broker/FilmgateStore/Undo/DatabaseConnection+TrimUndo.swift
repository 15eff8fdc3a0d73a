import FilmgateSQLite

/// Limits the earlier values in the undo log for each account. A verified client that makes many changes causes the
/// loss of only its own earlier values. The shared accounts of unverified clients also have a common limit, because one
/// program can have many accounts.
extension DatabaseConnection {
    /// The limit for the values of one account, in bytes. It is enough for half a million short values.
    static let mostUndoBytes: Int64 = 64 << 20
    /// The limit for the values of all shared accounts, in bytes.
    static let mostSharedUndoBytes: Int64 = 256 << 20

    /// The maximum number of batches that one transaction trims. Later transactions continue.
    private static let mostTrimmedBatches = 200

    /// Drops the values of an account's oldest batches until the rest is within a limit. The values of its newest batch
    /// always stay. If the account is shared, also drops values of the largest shared accounts until all shared
    /// accounts together are within a limit.
    ///
    /// - Parameters:
    ///   - batch: the batch that is being recorded. Its values stay.
    /// - Returns: the files to remove after the commit.
    func trimUndo(
        of account: UndoAccount, keeping batch: Int64? = nil, to bytes: Int64 = mostUndoBytes,
        shared: Int64 = mostSharedUndoBytes
    ) throws -> [StoredFileName] {
        var files: [StoredFileName] = []
        for _ in 0..<DatabaseConnection.mostTrimmedBatches {
            guard let next = try trimmable(of: account, bytes) ?? trimmable(with: account, keeping: batch, shared)
            else {
                break
            }
            files += try trimUndo(batch: next)
        }
        return files
    }

    private func trimmable(of account: UndoAccount, _ bytes: Int64) throws -> Int64? {
        guard try exists("SELECT 1 FROM undo_account WHERE row = \(account.row) AND size > \(bytes)") else {
            return nil
        }
        return try integer(
            """
            SELECT number FROM undo_batch WHERE account = \(account.row) AND is_trimmed = 0 AND number < (
                SELECT max(number) FROM undo_batch WHERE account = \(account.row) AND is_trimmed = 0)
            ORDER BY number LIMIT 1
            """)
    }

    private func trimmable(with account: UndoAccount, keeping batch: Int64?, _ bytes: Int64) throws -> Int64? {
        guard account.isShared else { return nil }
        let condition: SQL = "is_shared = 1 AND is_of_undos = \(account.isOfUndos)"
        guard
            try exists("SELECT 1 FROM (SELECT sum(size) AS s FROM undo_account WHERE \(condition)) WHERE s > \(bytes)")
        else { return nil }
        let oldest: SQL = """
            SELECT min(number) FROM undo_batch
            WHERE account = undo_account.row AND is_trimmed = 0 AND number IS NOT \(batch)
            """
        return try integer(
            """
            SELECT (\(oldest)) FROM undo_account
            WHERE \(condition) AND size > 0 AND (\(oldest)) IS NOT NULL ORDER BY size DESC LIMIT 1
            """)
    }

    /// Drops the values of a batch. An entry stays without values if the log has values of the same aspect from other
    /// batches. An undo of those batches can then still detect this change.
    ///
    /// Of several consecutive changes without values, only the last stays, so that they never outnumber changes with
    /// values. Entries of undos record which changes were undone. They stay as long as the aspect has values, together
    /// with the entries that they refer to.
    private func trimUndo(batch: Int64) throws -> [StoredFileName] {
        try moveEdits(keptBy: batch)
        let files = try files(ofUndo: batch)
        try noteLoss(of: batch)
        try execute("DELETE FROM undo_edit WHERE entry IN (SELECT number FROM undo_entry WHERE batch = \(batch))")
        try markUsed(by: batch)
        try execute("UPDATE undo_batch SET is_trimmed = 1, size = 0 WHERE number = \(batch)")
        var emptied = try removeUnneededEntries(of: batch)
        emptied.formUnion(try mergeEntries(of: batch))
        try execute(
            """
            UPDATE undo_entry SET
                longitude = NULL, is_guessed = NULL, creation_date = NULL, respacings = NULL, predecessor = NULL,
                burst_key = NULL, burst_membership = NULL,
                value = CASE WHEN aspect IN ('asset', 'album', 'folder', 'joined') THEN value END
            WHERE batch = \(batch)
            """)
        for number in emptied.union([batch]) {
            // The owner's last batch stays in the log, even if it cannot be undone. Otherwise, an earlier batch would
            // become the last one.
            try execute(
                """
                DELETE FROM undo_batch
                WHERE number = \(number) AND NOT EXISTS (SELECT 1 FROM undo_entry WHERE batch = \(number))
                    AND number IS NOT (SELECT max(number) FROM undo_batch WHERE is_owners = 1)
                """)
        }
        return files
    }

    private static let isSame: SQL = "o.aspect = d.aspect AND o.object = d.object AND o.member = d.member"
    private static let isTrimmed: SQL = "(SELECT is_trimmed FROM undo_batch WHERE number = o.batch)"
    /// The SQL condition that the entry `d` records the addition of an original to an asset that had only the edited
    /// version. See `UndoAspect.joined`.
    private static let isOriginal: SQL = """
        d.aspect = 'joined' AND d.value = 1 AND EXISTS (SELECT 1 FROM asset WHERE row = d.object)
        """

    /// Removes all entries of each aspect that this batch changed and for which no batch has values, except additions
    /// of originals. Returns the batches of the removed entries.
    private func removeUnneededEntries(of batch: Int64) throws -> Set<Int64> {
        // Finds the aspects first, with one check for each entry, because an aspect can have very many entries.
        let unneeded: SQL = """
            SELECT d.aspect, d.object, d.member FROM undo_entry AS d
            WHERE d.batch = \(batch) AND NOT EXISTS (
                SELECT 1 FROM undo_entry AS o WHERE \(DatabaseConnection.isSame) AND NOT \(DatabaseConnection.isTrimmed))
            """
        return Set(
            try integers(
                """
                DELETE FROM undo_entry WHERE number IN (
                    SELECT d.number FROM (\(unneeded)) AS b CROSS JOIN undo_entry AS d
                        ON d.aspect = b.aspect AND d.object = b.object AND d.member = b.member
                    WHERE NOT (\(DatabaseConnection.isOriginal)))
                RETURNING batch
                """))
    }

    /// Merges consecutive changes without values, unless an undo refers to the state between them. Returns the batches
    /// of the removed entries.
    private func mergeEntries(of batch: Int64) throws -> Set<Int64> {
        let previous: SQL = """
            SELECT (SELECT max(o.number) FROM undo_entry AS o WHERE \(DatabaseConnection.isSame) AND o.number < d.number)
                AS earlier, d.number AS later FROM undo_entry AS d WHERE d.batch = \(batch)
            """
        let next: SQL = """
            SELECT d.number AS earlier,
                (SELECT min(o.number) FROM undo_entry AS o WHERE \(DatabaseConnection.isSame) AND o.number > d.number)
                AS later FROM undo_entry AS d WHERE d.batch = \(batch)
            """
        var emptied: Set<Int64> = []
        for neighbors in [previous, next] {
            let pairs = try all(
                """
                SELECT d.number, o.number FROM (\(neighbors)) AS p
                CROSS JOIN undo_entry AS d ON d.number = p.earlier CROSS JOIN undo_entry AS o ON o.number = p.later
                WHERE d.restores IS NULL AND o.restores IS NULL AND \(DatabaseConnection.isTrimmed)
                    AND (SELECT is_trimmed FROM undo_batch WHERE number = d.batch) AND NOT (\(DatabaseConnection.isOriginal))
                    AND NOT EXISTS (SELECT 1 FROM undo_entry AS u WHERE u.restores = o.number AND u.restores > 0)
                """
            ) { (earlier: $0.integer(0), later: $0.integer(1)) }
            for (earlier, later) in pairs {
                let gone = try integer("DELETE FROM undo_entry WHERE number = \(earlier) RETURNING batch")
                if let gone { emptied.insert(gone) }
                try execute(
                    "UPDATE undo_entry SET restores = \(later) WHERE restores = \(earlier) AND restores > 0")
            }
        }
        return emptied
    }

    /// Marks an object that a different batch created as used if this batch changed it or added it to an album.
    private func markUsed(by batch: Int64) throws {
        let object: SQL = """
            CASE WHEN d.aspect IN ('album', 'album-title', 'album-folder', 'album-cover', 'album-rule', 'member')
                    THEN 'album'
                WHEN d.aspect IN ('folder', 'folder-title', 'folder-parent') THEN 'folder'
                WHEN d.aspect <> 'folder-order' THEN 'asset' END
            """
        for (aspect, row) in [(object, "d.object"), ("'asset'", "d.member")] as [(SQL, SQL)] {
            try execute(
                """
                UPDATE undo_entry SET is_used = 1
                FROM (SELECT \(aspect) AS aspect, \(row) AS object, number FROM undo_entry AS d
                    WHERE d.batch = \(batch) AND d.restores IS NULL) AS u
                WHERE undo_entry.aspect = u.aspect AND undo_entry.object = u.object AND undo_entry.member = 0
                    AND undo_entry.number < u.number AND undo_entry.batch <> \(batch) AND undo_entry.value IS NULL
                """)
        }
    }

    /// Removes a batch from the undo log.
    ///
    /// - Returns: the files to remove after the commit.
    func removeUndo(of batch: Int64) throws -> [StoredFileName] {
        let files = try files(ofUndo: batch)
        try noteLoss(of: batch)
        try execute("DELETE FROM undo_batch WHERE number = \(batch)")
        return files
    }

    private func files(ofUndo batch: Int64) throws -> [StoredFileName] {
        try files(
            """
            SELECT f.file FROM undo_entry AS e JOIN undo_file AS f ON f.edit = e.number WHERE e.batch = \(batch)
            """)
    }

    private func noteLoss(of batch: Int64) throws {
        try execute(
            """
            INSERT INTO undo_client (client, lost_date, lost_owners_date)
                SELECT client, date, CASE WHEN is_owners = 1 THEN date END FROM undo_batch WHERE number = \(batch)
            ON CONFLICT (client) DO UPDATE SET
                lost_date = max(ifnull(lost_date, excluded.lost_date), excluded.lost_date),
                lost_owners_date = ifnull(max(ifnull(lost_owners_date, excluded.lost_owners_date), excluded.lost_owners_date),
                    lost_owners_date)
            """)
    }
}
