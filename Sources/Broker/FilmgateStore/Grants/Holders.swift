import FilmgateModel
import FilmgateSQLite
import Synchronization

// A holder of a grant or of added assets is a client, or one connection of an unverified client. Each holder has a row
// in `client`. A connection's row is deleted when the connection ends.

extension Holder {
    /// The key that identifies the holder in the database. Client names contain no line breaks.
    var key: String { connection.map { "\(client)\n\($0)" } ?? client.description }

    init?(key: String) {
        let parts = key.split(separator: "\n", maxSplits: 1)
        guard let first = parts.first, let client = ClientID(String(first)) else { return nil }
        self = parts.count == 2 ? .connection(String(parts[1]), of: client) : .client(client)
    }
}

extension Library {
    /// The connections that have their own row in the database.
    public var connections: Set<String> { connectionsHolding.withLock { $0 } }

    /// Deletes the grant, the scope and the receipts of a connection that has ended. The assets that the connection
    /// added stay, and its client remains their creator.
    public func endConnection(_ connection: String) async throws {
        guard connectionsHolding.withLock({ $0.contains(connection) }) else { return }
        try await database.write { try $0.forget(connection) }
        connectionsHolding.withLock { _ = $0.remove(connection) }
    }

    func noteHolder(_ holder: Holder) {
        guard let connection = holder.connection else { return }
        connectionsHolding.withLock { _ = $0.insert(connection) }
    }
}

extension DatabaseConnection {
    func row(of holder: Holder) throws -> Int64? {
        try integer("SELECT row FROM client WHERE id = \(holder.key)")
    }

    /// Returns the row of a holder. Creates the row if it is missing. Row numbers are never reused, because the change
    /// log may still contain old ones.
    func makingRow(of holder: Holder) throws -> Int64 {
        if let row = try row(of: holder) { return row }
        let next = try integer("UPDATE library SET last_client = last_client + 1 RETURNING last_client")
        guard let next else { throw CorruptRowError(table: "library") }
        try execute(
            "INSERT INTO client (row, id, connection) VALUES (\(next), \(holder.key), \(holder.connection))")
        return next
    }

    func connectionsHolding() throws -> [String] {
        try all("SELECT DISTINCT connection FROM client WHERE connection IS NOT NULL") { $0.text(0) }
    }

    fileprivate func forget(_ connection: String) throws {
        let rows = try integers("SELECT row FROM client WHERE connection = \(connection)")
        for row in rows {
            for table in ["access", "selected_album", "member", "sighting"] as [SQL] {
                try execute("DELETE FROM \(table) WHERE client = \(row)")
            }
            try execute("DELETE FROM client WHERE row = \(row)")
        }
        try execute("DELETE FROM receipt WHERE connection = \(connection)")
    }
}
