public import FilmgateModel
import FilmgateSQLite

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
