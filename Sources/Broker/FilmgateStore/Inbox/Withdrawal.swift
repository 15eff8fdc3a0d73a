public import FilmgateModel
public import FilmgatePolicy
import FilmgateSQLite

// Compiler fault: 2
/// A client's request to withdraw some of its additions.
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

/// The result of a withdrawal request.
public struct WithdrawalResult: Sendable {
    /// The additions that were deleted from the inbox or moved to the trash.
    public var removed: [AssetID] = []
    /// The number of bytes that were charged for the additions, including the text that the client set. Additions that
    /// stay in the library count, too.
    public var bytes: UInt64 = 0
}

/// An error for a receipt that does not exist, is older than the withdrawal period, or belongs to a different holder.
/// The client cannot distinguish these cases.
public struct UnusableReceiptError: Error, Hashable, Sendable {
    public init() {}
}

extension Library {
    /// Withdraws all of these additions or none of them. They must come from the last hour. Deletes items in the inbox
    /// permanently. Moves assets of the library only to the trash, because the person's import may have skipped equal
    /// files. An addition stays if the person has decided about it or a different client has used it. The holder gets
    /// the same answer in all cases, so it does not learn this. The receipts of all these additions are deleted.
    ///
    /// - Parameter audit: returns the audit entries, which the same transaction writes.
    /// - Throws: `UnusableReceiptError`, and an error of the database.
    public func withdraw(
        _ request: WithdrawalRequest, audit: @Sendable (WithdrawalResult) -> [AuditEntry] = { _ in [] }
    ) async throws -> WithdrawalResult {
        let deletions = FileDeletions(in: originals)
        let withdrawal = try await remove(deletions) { database in
            var batch = try BatchApplier(
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

extension BatchApplier {
    fileprivate mutating func withdraw(_ ids: Set<AssetID>) throws -> WithdrawalResult {
        var withdrawal = WithdrawalResult()
        let earliest = now.advanced(bySeconds: -InboxLimits.withdrawalSeconds)
        for id in ids {
            guard let receipt = try database.receipt(id, of: holder, at: now), receipt.date <= now,
                receipt.date > earliest
            else { throw UnusableReceiptError() }
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
        try database.integer("SELECT number FROM quarantined WHERE id = \(id.bytes) AND rejected_date IS NULL")
    }

    /// Returns whether the asset is a cover or selected for a client, or whether anyone but its creator changed it,
    /// added it to an album or made a version of it. Also returns true if the undo log no longer contains the addition.
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
