public import FilmgateModel
import FilmgateSQLite

extension Library {
    /// Returns the states of receipts (the records of a holder's additions). Leaves out receipts that do not exist,
    /// have expired, or belong to a different holder.
    public func receipts(_ ids: [AssetID], of holder: Holder, at now: Timestamp) async throws
        -> [AssetID: ReceiptState]
    {
        try await database.read { database in
            var states: [AssetID: ReceiptState] = [:]
            for id in Set(ids) {
                states[id] = try database.receipt(id, of: holder, at: now)?.state
            }
            return states
        }
    }

    /// Deletes expired receipts, including those of apps that never connect again.
    ///
    /// - Parameter now: the confirmed current time, because the clock may be wrong.
    /// - Returns: the number of deleted receipts. A number below `limit` means that no more receipts are due.
    public func removeOldReceipts(limit: Int, at now: Timestamp) async throws -> Int {
        let end = now.advanced(bySeconds: -InboxLimits.receiptSeconds).rawValue
        // Searches the receipts of each client, because the index starts with the client.
        let due: SQL = """
            SELECT r.number FROM client AS c CROSS JOIN receipt AS r ON r.client = c.row AND r.date <= \(end)
            LIMIT \(Int64(limit))
            """
        guard try await database.read({ try $0.exists(due) }) else { return 0 }
        return try await database.write { database in
            try database.execute("DELETE FROM receipt WHERE number IN (\(due))")
            return database.changedRows
        }
    }
}

struct Receipt {
    let date: Timestamp
    let state: ReceiptState
    /// The total size of the added files and of the asset's text that the client set, in bytes.
    let size: UInt64
}

extension DatabaseConnection {
    func receipt(_ id: AssetID, of holder: Holder, at now: Timestamp) throws -> Receipt? {
        guard let client = try row(of: .client(holder.client)) else { return nil }
        return try first(
            """
            SELECT date, state, size FROM receipt
            WHERE id = \(id.bytes) AND client = \(client) AND connection IS \(holder.connection)
                AND date > \(now.advanced(bySeconds: -InboxLimits.receiptSeconds).rawValue)
            """
        ) { row in
            guard let state = ReceiptState(rawValue: row.text(1)) else { throw CorruptRowError(table: "receipt") }
            return Receipt(
                date: Timestamp(rawValue: row.integer(0)), state: state, size: UInt64(clamping: row.integer(2)))
        }
    }

    func setReceipt(_ id: AssetID, to state: ReceiptState) throws {
        try execute("UPDATE receipt SET state = \(state.rawValue) WHERE id = \(id.bytes)")
    }
}

extension BatchApplier {
    /// Stores a receipt for a new asset, unless one of the owner's tools adds it.
    func giveReceipt(_ id: AssetID, for asset: StagedAsset) throws {
        guard givesReceipts else { return }
        let client = try database.makingRow(of: .client(holder.client))
        let size = Int64(clamping: asset.size)
        try database.execute(
            """
            INSERT INTO receipt (id, client, connection, date, state, size)
            VALUES (\(id.bytes), \(client), \(holder.connection), \(now.rawValue), 'added', \(size))
            """)
    }

    /// Deletes the client's oldest receipts beyond the limit, at the end of a batch. Only `removeOldReceipts` deletes
    /// expired receipts, because the clock may be wrong now.
    func trimReceipts() throws {
        guard givesReceipts, added.items > 0, let client = try database.row(of: .client(holder.client)) else { return }
        try database.execute(
            """
            DELETE FROM receipt WHERE client = \(client) AND number <= (SELECT number FROM receipt
                WHERE client = \(client) ORDER BY number DESC LIMIT 1 OFFSET \(InboxLimits.receipts))
            """)
    }
}

/// The limits for the inbox and for receipts.
public enum InboxLimits {
    /// The maximum number of a client's items that wait for the person's decision.
    public static let waiting: Int64 = 1_000
    /// The time in seconds until a receipt expires.
    public static let receiptSeconds: Int64 = 30 * 86_400
    /// The maximum number of a client's receipts. Older ones are deleted.
    public static let receipts: Int64 = 10_000
    /// The time in seconds during which a client can withdraw an addition.
    public static let withdrawalSeconds: Int64 = 3_600
}
