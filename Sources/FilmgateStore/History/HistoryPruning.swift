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

    /// Removes the changes from each view except its last one, and stores the last removed change.
    private func pruneViews(upTo end: Int64) throws {
        let told: SQL = "FROM change INDEXED BY change_told WHERE kind NOT IN ('entered', 'left', 'granted')"
        try execute(
            """
            UPDATE library SET (pruned, pruned_date) = (SELECT number, date \(told)
                AND number <= \(end) AND number < (SELECT max(number) \(told)) ORDER BY number DESC LIMIT 1)
            WHERE EXISTS (SELECT 1 \(told)
                AND number > pruned AND number <= \(end) AND number < (SELECT max(number) \(told)))
            """)
        let views = try all(
            """
            SELECT c.row, (SELECT max(s.change) FROM sighting AS s WHERE s.client = c.row AND s.change <= \(end)
                AND s.change < (SELECT max(l.change) FROM sighting AS l WHERE l.client = c.row)) AS last
            FROM client AS c WHERE last IS NOT NULL
            """
        ) { PrunedView(client: $0.integer(0), change: $0.integer(1)) }
        for view in views {
            try execute(
                """
                UPDATE client SET (pruned, pruned_date) =
                    (SELECT number, date FROM change WHERE number = \(view.change)) WHERE row = \(view.client)
                """)
            try execute("DELETE FROM sighting WHERE client = \(view.client) AND change <= \(view.change)")
        }
    }

    /// Returns the last changes of all views that have no later one, ascending.
    private func lastSeen(upTo end: Int64) throws -> [Int64] {
        try all(
            """
            SELECT number FROM (
                SELECT (SELECT min(s.change) FROM sighting AS s WHERE s.client = c.row) AS number FROM client AS c
                UNION SELECT max(number) FROM change INDEXED BY change_told
                    WHERE kind NOT IN ('entered', 'left', 'granted'))
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
