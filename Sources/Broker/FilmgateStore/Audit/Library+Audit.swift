public import FilmgateModel
public import FilmgatePolicy
import FilmgateSQLite

/// Writes, searches and prunes the audit log.
extension Library {
    /// Adds entries to the log in one transaction.
    public func record(_ entries: [AuditEntry]) async throws {
        guard !entries.isEmpty else { return }
        try await database.write { try $0.append(entries) }
    }

    /// Returns the entries that match a filter, oldest first.
    ///
    /// - Parameters:
    ///   - newest: whether the limits keep the newest matching entries rather than the oldest.
    ///   - room: the limit on the total weight. The first entry is returned even if it exceeds the limit.
    ///   - weight: returns the size of an entry in the caller's unit, such as bytes of a reply.
    public func audit(
        matching filter: AuditFilter, limit: Int, newest: Bool = false, room: Int = .max,
        weight: @Sendable (AuditRecord) -> Int = { _ in 0 }
    ) async throws -> [AuditRecord] {
        // The search can scan the whole log, so it runs on a separate connection.
        try await database.offload { database in
            var records: [AuditRecord] = []
            var total = 0
            try database.each(filter.statement(limit: limit, newest: newest)) { row in
                let record = try AuditRecord(row)
                total += weight(record)
                guard total <= room || records.isEmpty else { return false }
                records.append(record)
                return true
            }
            return newest ? records.reversed() : records
        }
    }
}

extension DatabaseConnection {
    func append(_ entry: AuditEntry?) throws { if let entry { try append([entry]) } }

    /// Adds entries to the audit log, in the transaction of the recorded operation.
    func append(_ entries: [AuditEntry]) throws {
        guard !entries.isEmpty else { return }
        guard var bounds = try AuditLogEnds.read(in: self) else { throw CorruptRowError(table: "library") }
        // Entries after the stored end did not come from the library. They stay in the log, so that a verification
        // reports them.
        bounds.last = max(bounds.last, bounds.newest)
        let hasher = AuditHasher()
        for entry in entries {
            bounds.last += 1
            bounds.lastHash = hasher.hash(entry, sequence: bounds.last, after: bounds.lastHash)
            bounds.bytes += hasher.size
            try execute(
                """
                INSERT INTO audit
                    (sequence, date, user, count, client, about, through, operation, outcome, detail, ids, hash)
                VALUES (
                    \(bounds.last), \(entry.date.rawValue), \(entry.user), \(entry.count), \(entry.client), \(entry.about),
                    \(entry.through), \(entry.operation.rawValue), \(entry.outcome.rawValue), \(entry.detail),
                    \(entry.ids.flatMap(\.bytes)), \(bounds.lastHash))
                """)
        }
        try bounds.write(in: self)
    }
}

/// The stored beginning and end of the audit log.
struct AuditLogEnds {
    /// The sequence number of the last entry that the library wrote.
    var last: Int64
    var lastHash: [UInt8]
    /// The sequence number of the last pruned entry, which the oldest entry in the log follows.
    var pruned: Int64
    var prunedHash: [UInt8]
    /// The approximate size of all entries, in bytes.
    var bytes: Int64
    /// The sequence number of the last entry in the table.
    var newest: Int64

    /// The largest accepted number, which no real log reaches. A damaged database can contain larger numbers.
    private static let most: Int64 = 1 << 62

    static func read(in database: DatabaseConnection) throws -> AuditLogEnds? {
        try database.first(
            """
            SELECT audit_last, audit_last_hash, audit_pruned, audit_pruned_hash, audit_bytes,
                ifnull((SELECT max(sequence) FROM audit), 0) FROM library
            """
        ) { row in
            AuditLogEnds(
                last: bounded(row.integer(0)), lastHash: row.blob(1), pruned: bounded(row.integer(2)),
                prunedHash: row.blob(3), bytes: bounded(row.integer(4)), newest: bounded(row.integer(5)))
        }
    }

    private static func bounded(_ number: Int64) -> Int64 { min(max(number, 0), most) }

    func write(in database: DatabaseConnection) throws {
        try database.execute(
            """
            UPDATE library SET
                audit_last = \(last), audit_last_hash = \(lastHash), audit_pruned = \(pruned),
                audit_pruned_hash = \(prunedHash), audit_bytes = \(bytes)
            """)
    }
}

extension AuditRecord {
    static let columns: SQL =
        "sequence, date, user, count, client, about, through, operation, outcome, detail, ids, hash"

    init(_ row: borrowing Row) throws {
        let bytes = row.blob(10)
        let ids = stride(from: 0, to: bytes.count, by: 16).compactMap {
            ObjectID(bytes: bytes[$0..<min($0 + 16, bytes.count)])
        }
        self.init(
            sequence: UInt64(clamping: row.integer(0)),
            entry: AuditEntry(
                date: Timestamp(rawValue: row.integer(1)), client: row.text(4), user: UInt32(clamping: row.integer(2)),
                operation: .init(rawValue: row.text(7)), outcome: .init(rawValue: row.text(8)),
                count: UInt32(clamping: row.integer(3)), ids: ids, about: row.text(5), through: row.text(6),
                detail: row.text(9)),
            hash: row.blob(11))
    }
}

extension AuditFilter {
    func statement(limit: Int, newest: Bool) -> SQL {
        var conditions: [SQL] = ["sequence > \(Int64(clamping: after))"]
        if let before { conditions.append("sequence < \(Int64(clamping: before))") }
        if let client { conditions.append("\(AuditEntry.bounded(client.description)) IN (client, about)") }
        // Identifiers are 16 random bytes, so a match that spans two identifiers is practically impossible.
        if let asset { conditions.append("instr(ids, \(asset.bytes)) > 0") }
        if let user { conditions.append("user = \(user)") }
        if let operation { conditions.append("operation = \(operation.rawValue)") }
        if let outcome { conditions.append("outcome = \(outcome.rawValue)") }
        if let since { conditions.append("date >= \(since.rawValue)") }
        if let until { conditions.append("date < \(until.rawValue)") }
        return """
            SELECT \(AuditRecord.columns) FROM audit WHERE \(conditions.joined(by: " AND "))
            ORDER BY sequence \(newest ? "DESC" as SQL : "") LIMIT \(limit)
            """
    }
}

extension Library {
    /// Removes entries that are too old, and the oldest entries of a log that is too large. Stores the hash of the
    /// last removed entry, so that the remaining log can still be verified.
    ///
    /// Uses several transactions, so that other writes do not wait long.
    /// - Returns: the number of removed entries.
    @discardableResult
    public func pruneAudit(to limits: AuditLimits, at now: Timestamp) async throws -> Int {
        let oldest = now.advanced(bySeconds: -limits.days * 86_400)
        let most = Int64(clamping: limits.bytes)
        let held = try await database.read { try AuditLogEnds.read(in: $0)?.bytes } ?? 0
        // Removes an additional 1/16 of the limit, so that the log does not reach the limit again soon.
        let target = held > most ? most - most / 16 : most
        var removed = 0
        while true {
            let count = try await database.write { try $0.pruneAudit(before: oldest, downTo: target) }
            removed += count
            if count < DatabaseConnection.prunedAtOnce { return removed }
        }
    }
}

extension DatabaseConnection {
    fileprivate static let prunedAtOnce = 500

    fileprivate func pruneAudit(before oldest: Timestamp, downTo target: Int64) throws -> Int {
        guard var bounds = try AuditLogEnds.read(in: self) else { throw CorruptRowError(table: "library") }
        var count = 0
        try each(
            """
            SELECT sequence, date, hash, \(AuditHasher.sizeOfRow) FROM audit ORDER BY sequence
            LIMIT \(DatabaseConnection.prunedAtOnce)
            """
        ) { row in
            guard row.integer(1) < oldest.rawValue || bounds.bytes > target else { return false }
            (bounds.pruned, bounds.prunedHash) = (row.integer(0), row.blob(2))
            bounds.bytes -= row.integer(3)
            count += 1
            return true
        }
        guard count > 0 else { return 0 }
        try execute("DELETE FROM audit WHERE sequence <= \(bounds.pruned)")
        try bounds.write(in: self)
        return count
    }
}
