public import FilmgateModel
public import FilmgatePolicy
import FilmgateSQLite

extension Library {
    /// Removes entries that are too old, and the oldest entries if the log is too large. Stores the hash of the last removed entry,
    /// so that the rest can still be verified.
    ///
    /// Uses several transactions, so that other writes do not wait long.
    /// - Returns: how many were removed.
    @discardableResult
    public func pruneAudit(to limits: AuditLimits, at now: Timestamp) async throws -> Int {
        let oldest = now.advanced(bySeconds: -limits.days * 86_400)
        let most = Int64(clamping: limits.bytes)
        let held = try await database.read { try AuditBounds.read(in: $0)?.bytes } ?? 0
        // Removes a little more than the excess, so that the next entries do not exceed the limit at once.
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
    /// How many entries one transaction removes.
    fileprivate static let prunedAtOnce = 500

    fileprivate func pruneAudit(before oldest: Timestamp, downTo target: Int64) throws -> Int {
        guard var bounds = try AuditBounds.read(in: self) else { throw DamagedRow(table: "library") }
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
