public import FilmgateModel
public import FilmgatePolicy
import FilmgateSQLite

// Compiler fault: 2
/// A client takes back what it added.
public final class WithdrawalRequest: Sendable {
    let ids: [AssetID]
    let visibility: Visibility
    let holder: Holder
    let now: Timestamp

    public init(_ ids: [AssetID], visibleTo visibility: Visibility, by holder: Holder, at now: Timestamp) {
        self.ids = ids
        self.visibility = visibility
        self.holder = holder
        self.now = now
    }
}

/// What a withdrawal did.
public struct Withdrawal: Sendable {
    /// What was removed.
    public var removed: [AssetID] = []
    /// The size of what the receipts are about, as it was added, in bytes: also of what stays.
    public var bytes: UInt64 = 0
}

/// A receipt that cannot be used: it does not exist, belongs to a different holder, or is too old. The client cannot tell which.
public struct UnusableReceipt: Error, Hashable, Sendable {
    public init() {}
}

extension Library {
    /// Takes back what a holder added within the last hour, all or none: removes for good what waits in the inbox, and puts what is in
    /// the library into the trash, because an import of the person's can have relied on it. What the person has decided about, and what
    /// somebody else has used, stays; the holder gets the same answer, so that it learns nothing. The receipts end in both cases.
    ///
    /// - Parameter audit: returns the audit entries, which are written in the same transaction.
    /// - Throws: `UnusableReceipt`, and failures.
    public func withdraw(
        _ request: WithdrawalRequest, audit: @Sendable (Withdrawal) -> [AuditEntry] = { _ in [] }
    ) async throws -> Withdrawal {
        let deletions = FileDeletions(in: originals)
        let withdrawal = try await remove(deletions) { database in
            var batch = try BatchChange(
                in: database, visibleTo: request.visibility, holder: request.holder, at: request.now, published: nil,
                zones: zones)
            let withdrawal = try batch.withdraw(Set(request.ids))
            try batch.endRecording(within: capacity)
            deletions.add(batch.deletedFiles)
            try database.append(audit(withdrawal))
            return withdrawal
        }
        if !withdrawal.removed.isEmpty { noteVisibilityLoss() }
        noteChanges()
        return withdrawal
    }
}

extension BatchChange {
    fileprivate mutating func withdraw(_ ids: Set<AssetID>) throws -> Withdrawal {
        var withdrawal = Withdrawal()
        let earliest = now.advanced(bySeconds: -InboxLimits.withdrawalSeconds)
        for id in ids {
            guard let receipt = try database.receipt(id, of: holder, at: now), receipt.date <= now,
                receipt.date > earliest
            else { throw UnusableReceipt() }
            withdrawal.bytes = withdrawal.bytes.addingClamped(receipt.size)
        }
        for id in ids.sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
            try database.execute("DELETE FROM receipt WHERE id = \(id.bytes)")
            if let row = try waitingRow(of: id) {
                try removeQuarantined([row])
                withdrawal.removed.append(id)
            } else if let key = try database.key(of: id, in: .everything), try !isUsedByOthers(key) {
                try trash([key])
                withdrawal.removed.append(id)
            }
        }
        return withdrawal
    }

    private func waitingRow(of id: AssetID) throws -> Int64? {
        try database.first("SELECT number FROM quarantined WHERE id = \(id.bytes) AND rejected_date IS NULL") {
            $0.integer(0)
        }
    }

    /// Whether anybody but the asset's creator has changed it since, put it into an album, shared it or made it a cover; or the
    /// person kept it; or that is not known any more.
    private func isUsedByOthers(_ key: AssetKey) throws -> Bool {
        let creator = try database.makingRow(of: .client(holder.client))
        let isOwnAddition = try database.exists(
            """
            SELECT 1 FROM undo_entry AS e JOIN undo_batch AS b ON b.number = e.batch
            WHERE e.aspect = \(UndoAspect.asset.rawValue) AND e.object = \(key.rawValue) AND e.member = 0
                AND e.is_used = 0 AND b.client = \(creator)
            """)
        guard isOwnAddition else { return true }
        for aspect in UndoAspect.allCases where aspect.kind == .asset {
            let isChanged = try database.exists(
                """
                SELECT 1 FROM undo_entry AS e JOIN undo_batch AS b ON b.number = e.batch
                WHERE e.aspect = \(aspect.rawValue) AND e.object = \(key.rawValue) AND b.client <> \(creator)
                """)
            if isChanged { return true }
        }
        return try database.exists(
            """
            SELECT 1 FROM undo_entry AS e JOIN undo_batch AS b ON b.number = e.batch
                WHERE e.member = \(key.rawValue) AND e.member <> 0 AND b.client <> \(creator)
            UNION ALL SELECT 1 FROM member WHERE asset = \(key.rawValue) AND selected = 1
            UNION ALL SELECT 1 FROM album WHERE cover = \(key.rawValue)
            UNION ALL SELECT 1 FROM asset WHERE original = \(key.rawValue) AND creator <> \(creator)
            """)
    }
}
