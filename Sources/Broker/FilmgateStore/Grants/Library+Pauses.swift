public import FilmgateModel
import FilmgateSQLite

/// Clients whose access is suspended.
extension Library {
    /// Returns the paused clients, and why each is paused.
    public func pauses() async throws -> [ClientID: String] {
        try await database.read { database in
            let rows = try database.all("SELECT c.id, p.reason FROM pause AS p JOIN client AS c ON c.row = p.client") {
                (ClientID($0.text(0)), $0.text(1))
            }
            return Dictionary(rows.compactMap { id, reason in id.map { ($0, reason) } }) { $1 }
        }
    }

    /// - Parameter audit: the audit entry, which is written in the same transaction.
    public func pause(_ client: ClientID, because reason: String, at now: Timestamp, audit: AuditEntry) async throws {
        try await database.write { database in
            try database.execute(
                """
                INSERT INTO pause (client, date, reason)
                VALUES (\(try database.makingRow(of: .client(client))), \(now.rawValue), \(reason))
                ON CONFLICT DO UPDATE SET date = excluded.date, reason = excluded.reason
                """)
            try database.append(audit)
        }
    }

    public func endPause(of client: ClientID) async throws {
        try await database.write { database in
            try database.execute(
                "DELETE FROM pause WHERE client = (SELECT row FROM client WHERE id = \(client.description))")
        }
    }
}

/// Clients whose requests to ask the person are blocked.
extension Library {
    public func mutes() async throws -> Set<ClientID> {
        try await database.read { database in
            let names = try database.all("SELECT c.id FROM mute AS m JOIN client AS c ON c.row = m.client") {
                $0.text(0)
            }
            return Set(names.compactMap { ClientID($0) })
        }
    }

    public func mute(_ client: ClientID, at now: Timestamp) async throws {
        try await database.write { database in
            let row = try database.makingRow(of: .client(client))
            try database.execute(
                "INSERT INTO mute (client, date) VALUES (\(row), \(now.rawValue)) ON CONFLICT DO NOTHING")
        }
    }

    public func unmute(_ client: ClientID) async throws {
        try await database.write { database in
            try database.execute(
                "DELETE FROM mute WHERE client = (SELECT row FROM client WHERE id = \(client.description))")
        }
    }
}
