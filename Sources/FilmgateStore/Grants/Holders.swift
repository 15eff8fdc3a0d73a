internal import FilmgateModel
internal import FilmgateSQLite
internal import Synchronization

// Every holder has a row of its own in `client`: a client that proves its name one for all its connections, another one more
// for each connection that somebody granted something, or that added something. Such a row goes with its connection.

extension Holder {
    /// How the store knows it. No client's name holds a line break.
    var key: String { connection.map { "\(client)\n\($0)" } ?? client.description }

    init?(key: String) {
        let parts = key.split(separator: "\n", maxSplits: 1)
        guard let first = parts.first, let client = ClientID(String(first)) else { return nil }
        self = parts.count == 2 ? .connection(String(parts[1]), of: client) : .client(client)
    }
}

extension Library {
    /// The connections that hold something of their own.
    public var connections: Set<String> { connectionsHolding.withLock { $0 } }

    /// Forgets what a connection held, which has ended. What it added stays, recorded under its client.
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

extension Connection {
    /// The row number of a holder that the library has heard of.
    func row(of holder: Holder) throws -> Int64? {
        try first("SELECT row FROM client WHERE id = \(holder.key)") { $0.integer(0) }
    }

    /// The same, made where it is missing. Numbers are never used twice: the change log may still hold them.
    func makingRow(of holder: Holder) throws -> Int64 {
        if let row = try row(of: holder) { return row }
        let next = try first("UPDATE library SET clients = clients + 1 RETURNING clients") { $0.integer(0) }
        guard let next else { throw DamagedRow(table: "library") }
        try execute(
            "INSERT INTO client (row, id, connection) VALUES (\(next), \(holder.key), \(holder.connection))")
        return next
    }

    func connectionsHolding() throws -> [String] {
        try all("SELECT DISTINCT connection FROM client WHERE connection IS NOT NULL") { $0.text(0) }
    }

    fileprivate func forget(_ connection: String) throws {
        let rows = try all("SELECT row FROM client WHERE connection = \(connection)") { $0.integer(0) }
        for row in rows {
            try execute("DELETE FROM access WHERE client = \(row)")
            try execute("DELETE FROM selected_album WHERE client = \(row)")
            try execute("DELETE FROM member WHERE client = \(row)")
            try execute("DELETE FROM sighting WHERE client = \(row)")
            try execute("DELETE FROM client WHERE row = \(row)")
        }
    }
}
