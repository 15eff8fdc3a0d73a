public import FilmgateModel
import FilmgateSQLite

/// A pause of a client. A paused client cannot read anything.
public struct ClientPause: Hashable, Sendable {
    /// The reason for the pause: a sentence for the person.
    public let reason: String
    /// The time at which the pause ends automatically, or nil if only a new decision about the client ends it.
    public let ends: Timestamp?

    public init(_ reason: String, until end: Timestamp?) { (self.reason, ends) = (reason, end) }
}

/// Stores pauses, which suspend the access of clients.
extension Library {
    /// Returns the pauses of all clients, including pauses that have ended but are still stored.
    public func pauses() async throws -> [ClientID: ClientPause] {
        try await database.read { database in
            let rows = try database.all(
                "SELECT c.id, p.reason, p.ends FROM pause AS p JOIN client AS c ON c.row = p.client"
            ) {
                (
                    ClientID($0.text(0)),
                    ClientPause($0.text(1), until: $0.optionalInteger(2).map { Timestamp(rawValue: $0) })
                )
            }
            return Dictionary(rows.compactMap { id, pause in id.map { ($0, pause) } }) { $1 }
        }
    }

    /// - Parameter audit: the audit entry, which the same transaction writes.
    public func pause(_ client: ClientID, _ pause: ClientPause, at now: Timestamp, audit: AuditEntry) async throws {
        try await database.write { database in
            try database.execute(
                """
                INSERT INTO pause (client, date, reason, ends)
                VALUES (
                    \(try database.makingRow(of: .client(client))), \(now.rawValue), \(pause.reason), \(pause.ends?.rawValue)
                )
                ON CONFLICT DO UPDATE SET date = excluded.date, reason = excluded.reason, ends = excluded.ends
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

    /// Removes a pause if its end has passed, and writes the audit entry. Does nothing if a later pause has taken its
    /// place.
    public func endPause(of client: ClientID, overAt now: Timestamp, audit: AuditEntry) async throws {
        try await database.write { database in
            let removed = try database.integer(
                """
                DELETE FROM pause
                WHERE client = (SELECT row FROM client WHERE id = \(client.description)) AND ends <= \(now.rawValue)
                RETURNING client
                """)
            if removed != nil { try database.append(audit) }
        }
    }
}

/// Stores mutes. A muted client's requests cannot prompt the person.
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
