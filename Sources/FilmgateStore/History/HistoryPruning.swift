public import FilmgateModel
internal import FilmgateSQLite

extension Library {
    /// Removes changes that are older than a number of days. The last change of every view stays, so that a token is valid until a
    /// later change of the same view is removed.
    ///
    /// Uses several transactions, so that other writes do not wait long.
    /// - Throws: `CancellationError` between two transactions if the task is cancelled, and failures.
    /// - Returns: how many changes it examined.
    @discardableResult
    public func pruneHistory(keeping days: Int64, at now: Timestamp) async throws -> Int {
        let recent = now.advanced(bySeconds: -max(days, 0) * 86_400)...now
        guard let end = try await database.readInBackground(for: "", { try $0.endOfHistory(before: recent) }) else {
            return 0
        }
        var count = 0
        while true {
            try Task.checkCancellation()
            let piece = try await database.write { try $0.pruneHistory(upTo: end) }
            if piece == 0 { return count }
            count += piece
        }
    }
}

extension DatabaseConnection {
    /// How many changes one transaction examines.
    private static let prunedAtOnce: Int64 = 1_000

    /// Returns the last number to remove: no change up to it has a date in the range. Later dates come from a clock that was ahead.
    /// Returns nil if no change is old.
    fileprivate func endOfHistory(before recent: ClosedRange<Timestamp>) throws -> Int64? {
        let start = try historyStart()
        let (oldest, newest) = (recent.lowerBound.rawValue, recent.upperBound.rawValue)
        let firstRecent = try first(
            """
            SELECT number FROM change WHERE number > \(start) AND date BETWEEN \(oldest) AND \(newest)
            ORDER BY number LIMIT 1
            """
        ) { $0.integer(0) }
        return try first(
            """
            SELECT number FROM change WHERE number > \(start) AND number < \(firstRecent ?? .max) AND date < \(oldest)
            ORDER BY number DESC LIMIT 1
            """
        ) { $0.integer(0) }
    }

    /// Returns the number up to which the log was pruned.
    func historyStart() throws -> Int64 { try first("SELECT history_start FROM library") { $0.integer(0) } ?? 0 }

    /// Prunes the next changes.
    ///
    /// - Returns: how many changes it examined; 0 at the end.
    fileprivate func pruneHistory(upTo last: Int64) throws -> Int {
        let start = try historyStart()
        guard start < last else { return 0 }
        let end = min(last, start + DatabaseConnection.prunedAtOnce)
        try pruneViews(upTo: end)
        try deleteChanges(upTo: end, but: try lastSeen(upTo: end))
        try execute("UPDATE library SET history_start = \(end)")
        return Int(end - start)
    }

    /// Removes the changes from each view except its last one, and stores the last removed change. A view of one type of assets has
    /// its own.
    private func pruneViews(upTo end: Int64) throws {
        try pruneLibrary("pruned, pruned_date", ChangeLog.isTold, upTo: end)
        for type in MediaType.allCases { try pruneLibrary(type.prunedColumns, ChangeLog.isTold(of: type), upTo: end) }
        let views = try all(
            """
            SELECT c.row, (SELECT max(s.change) FROM sighting AS s WHERE s.client = c.row AND s.change <= \(end)
                AND s.change < (SELECT max(l.change) FROM sighting AS l WHERE l.client = c.row)) AS last
            FROM client AS c WHERE last IS NOT NULL
            """
        ) { PrunedView(client: $0.integer(0), change: $0.integer(1)) }
        for view in views { try prune(view) }
    }

    private func pruneLibrary(_ columns: SQL, _ isOfView: SQL, upTo end: Int64) throws {
        let told: SQL = "FROM change INDEXED BY change_told WHERE \(isOfView)"
        let pruned: SQL = "\(told) AND number <= \(end) AND number < (SELECT max(number) \(told))"
        try execute(
            """
            UPDATE library SET (\(columns)) = (SELECT number, date \(pruned) ORDER BY number DESC LIMIT 1)
            WHERE EXISTS (SELECT 1 \(pruned))
            """)
    }

    private func prune(_ view: PrunedView) throws {
        try execute(
            """
            UPDATE client SET (pruned, pruned_date) =
                (SELECT number, date FROM change WHERE number = \(view.change)) WHERE row = \(view.client)
            """)
        var last: [SQL] = []
        for type in MediaType.allCases {
            let seen: SQL = """
                FROM sighting AS s CROSS JOIN change AS c ON c.number = s.change
                WHERE s.client = \(view.client) AND c.media_type = \(type.rawValue)
                """
            last.append("(SELECT max(s.change) \(seen))")
            let pruned: SQL = "\(seen) AND s.change <= \(view.change) AND s.change < (SELECT max(s.change) \(seen))"
            try execute(
                """
                UPDATE client SET (\(type.prunedColumns)) =
                    (SELECT c.number, c.date \(pruned) ORDER BY s.change DESC LIMIT 1)
                WHERE row = \(view.client) AND EXISTS (SELECT 1 \(pruned))
                """)
        }
        try execute(
            """
            DELETE FROM sighting WHERE client = \(view.client) AND change <= \(view.change)
            AND NOT EXISTS (SELECT 1 FROM (SELECT \(last[0]) AS number UNION ALL SELECT \(last[1])) AS kept
                WHERE kept.number = sighting.change)
            """)
    }

    /// Returns the changes that are the last of a view, ascending.
    private func lastSeen(upTo end: Int64) throws -> [Int64] {
        let told = [ChangeLog.isTold] + MediaType.allCases.map(ChangeLog.isTold(of:))
        let lastTold = told.map { "UNION SELECT max(number) FROM change INDEXED BY change_told WHERE \($0)" as SQL }
        return try all(
            """
            SELECT number FROM (
                SELECT s.change AS number FROM client AS c CROSS JOIN sighting AS s
                    ON s.client = c.row AND s.change <= \(end)
                \(lastTold.joined(by: " ")))
            WHERE number <= \(end) ORDER BY number
            """
        ) { $0.integer(0) }
    }

    private func deleteChanges(upTo end: Int64, but kept: [Int64]) throws {
        var after: Int64 = 0
        for number in kept + [end + 1] {
            try execute("DELETE FROM change WHERE number > \(after) AND number < \(number)")
            after = number
        }
    }
}

private struct PrunedView {
    let client: Int64
    let change: Int64
}
