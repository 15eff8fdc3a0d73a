public import FilmgateModel
import FilmgateSQLite

extension Library {
    /// Removes changes that are older than a number of days. The last change of each view stays. So a token remains
    /// valid until a later change of the same view is removed.
    ///
    /// Uses several transactions, so that other writes do not wait long.
    /// - Throws: `CancellationError` between transactions if the task is canceled, and an error of the database.
    /// - Returns: the number of examined changes.
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
    /// The maximum range of change numbers that one transaction examines.
    private static let prunedAtOnce: Int64 = 1_000

    /// Returns the number of the last change to remove, or nil if no change is old. No change up to this number has a
    /// date in the days to keep. These days exclude future dates, which come from a wrong clock.
    fileprivate func endOfHistory(before recent: ClosedRange<Timestamp>) throws -> Int64? {
        let start = try historyStart()
        let (oldest, newest) = (recent.lowerBound.rawValue, recent.upperBound.rawValue)
        let firstRecent = try integer(
            """
            SELECT number FROM change WHERE number > \(start) AND date BETWEEN \(oldest) AND \(newest)
            ORDER BY number LIMIT 1
            """)
        return try integer(
            """
            SELECT number FROM change WHERE number > \(start) AND number < \(firstRecent ?? .max) AND date < \(oldest)
            ORDER BY number DESC LIMIT 1
            """)
    }

    /// Returns the number of the last change that pruning examined.
    func historyStart() throws -> Int64 { try integer("SELECT history_start FROM library") ?? 0 }

    /// Prunes the next changes.
    ///
    /// - Returns: the number of examined changes, or 0 at the end.
    fileprivate func pruneHistory(upTo last: Int64) throws -> Int {
        let pruned = try historyStart()
        let next: SQL = "SELECT number FROM change WHERE number > \(pruned) ORDER BY number LIMIT 1"
        guard let earliest = try integer(next), earliest <= last else { return 0 }
        // Numbers can be missing in a damaged library, so this starts at the first existing change.
        let start = earliest.subtractingClamped(1)
        let end = min(last, start.addingClamped(DatabaseConnection.prunedAtOnce))
        try pruneViews(upTo: end)
        try deleteChanges(upTo: end, but: try lastSeen(upTo: end))
        try execute("UPDATE library SET history_start = \(end)")
        return Int(end - start)
    }

    /// Stores the last pruned change of each view, and removes pruned changes from holders' views. Does not prune the
    /// last change of a view. Views of a single media type have their own last changes.
    private func pruneViews(upTo end: Int64) throws {
        try pruneLibrary(after: "pruned", "pruned, pruned_date", ChangeLog.reported, upTo: end)
        for type in MediaType.allCases {
            try pruneLibrary(after: type.prunedColumn, type.prunedColumns, ChangeLog.reported(of: type), upTo: end)
        }
        let clients = try integers(
            "SELECT row FROM client WHERE EXISTS (SELECT 1 FROM sighting WHERE client = row AND change <= \(end))")
        for client in clients { try pruneView(of: client, upTo: end) }
    }

    /// - Parameter reported: the FROM and WHERE clauses that select the changes in the view.
    private func pruneLibrary(after pruned: SQL, _ columns: SQL, _ reported: SQL, upTo end: Int64) throws {
        let removed: SQL = """
            \(reported) AND number <= \(end) AND number > \(pruned)
            AND number < (SELECT number \(reported) ORDER BY number DESC LIMIT 1)
            """
        try execute(
            """
            UPDATE library SET (\(columns)) = (SELECT number, date \(removed) ORDER BY number DESC LIMIT 1)
            WHERE EXISTS (SELECT 1 \(removed))
            """)
    }

    private func pruneView(of client: Int64, upTo end: Int64) throws {
        let seen = try all(
            """
            SELECT s.change, c.date, c.media_type FROM sighting AS s JOIN change AS c ON c.number = s.change
            WHERE s.client = \(client) AND s.change <= \(end) ORDER BY s.change
            """
        ) { SeenChange(number: $0.integer(0), date: $0.integer(1), type: $0.optionalText(2).flatMap(MediaType.init)) }
        let last = try integer("SELECT max(change) FROM sighting WHERE client = \(client)") ?? 0
        if let removed = seen.last(where: { $0.number < last }) {
            try storePruned(removed, "pruned", "pruned, pruned_date", of: client)
        }
        var kept: Set = [last]
        for type in MediaType.allCases {
            var ofType = seen.filter { $0.type == type }
            guard let newest = ofType.last else { continue }
            let hasLater = try exists(
                """
                SELECT 1 FROM sighting AS s JOIN change AS c ON c.number = s.change
                WHERE s.client = \(client) AND s.change > \(end) AND c.media_type = \(type.rawValue)
                """)
            if !hasLater {
                kept.insert(newest.number)
                ofType.removeLast()
            }
            if let removed = ofType.last { try storePruned(removed, type.prunedColumn, type.prunedColumns, of: client) }
        }
        for change in seen where !kept.contains(change.number) {
            try execute("DELETE FROM sighting WHERE client = \(client) AND change = \(change.number)")
        }
    }

    /// Stores the last removed change of a view. The stored number never decreases, although a change that stayed as
    /// the last one of its type can be removed after newer changes.
    private func storePruned(_ change: SeenChange, _ column: SQL, _ columns: SQL, of client: Int64) throws {
        try execute(
            """
            UPDATE client SET (\(columns)) = (\(change.number), \(change.date))
            WHERE row = \(client) AND \(column) < \(change.number)
            """)
    }

    /// Returns the numbers of changes that are the last of a view, in ascending order.
    private func lastSeen(upTo end: Int64) throws -> [Int64] {
        let reported = [ChangeLog.reported] + MediaType.allCases.map(ChangeLog.reported(of:))
        let lastReported = reported.map {
            "UNION SELECT * FROM (SELECT number \($0) ORDER BY number DESC LIMIT 1)" as SQL
        }
        return try integers(
            """
            SELECT number FROM (
                SELECT s.change AS number FROM client AS c CROSS JOIN sighting AS s
                    ON s.client = c.row AND s.change <= \(end)
                \(lastReported.joined(by: " ")))
            WHERE number <= \(end) ORDER BY number
            """)
    }

    private func deleteChanges(upTo end: Int64, but kept: [Int64]) throws {
        var after: Int64 = 0
        for number in kept + [end.addingClamped(1)] {
            try execute("DELETE FROM change WHERE number > \(after) AND number < \(number)")
            after = number
        }
    }
}

private struct SeenChange {
    let number: Int64
    let date: Int64
    /// The media type of the asset, or nil if the asset was purged before the log stored types.
    let type: MediaType?
}

extension MediaType {
    /// The columns of `client` and `library` that contain the number and date of the last pruned change in views of
    /// this type.
    var prunedColumns: SQL { "\(prunedColumn), \(prunedColumn)_date" }

    var prunedColumn: SQL {
        switch self {
        case .image: "image_pruned"
        case .video: "video_pruned"
        }
    }
}
