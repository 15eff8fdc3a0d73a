public import FilmgateModel
internal import FilmgateSQLite
internal import FilmgateSystem

/// What a restoration does with access.
extension LibraryRestore {
    /// Returns every client that the backup knows, with its grants.
    public func grants() async throws -> [ClientID: [GrantRecord]] {
        try await database.read { database in
            let clients = try database.all("SELECT id FROM client") { Holder(key: $0.text(0))?.client }
            let records = try database.grants()
            var grants = Dictionary(clients.compactMap { $0.map { ($0, [GrantRecord]()) } }) { first, _ in first }
            for record in records { grants[record.holder.client, default: []].append(record) }
            return grants
        }
    }

    /// Whether a client that sees a selection would see an asset with the restored one that is not in its present one.
    public func showsMore(to client: ClientID) async throws -> Bool {
        let present = try presentDatabase()
        let shown = try await database.read { database in
            try database.all(
                """
                SELECT c.id, m.id FROM client AS c JOIN member AS m ON m.client = c.row
                WHERE c.id = \(client.description) OR substr(c.id, 1, \(client.description.unicodeScalars.count + 1))
                    = \(client.description + "\n")
                """
            ) { (holder: $0.text(0), asset: $0.blob(1)) }
        }
        let showsMore = try await present.read { present in
            try shown.contains { holder, asset in
                try !present.exists(
                    """
                    SELECT 1 FROM client AS c JOIN asset AS a ON a.id = \(asset)
                    JOIN member AS m ON m.client = c.row AND m.asset = a.row WHERE c.id = \(holder)
                    """)
            }
        }
        await present.close()
        return showsMore
    }

    /// Takes over what administrators decided, and which clients are paused or muted, from the library in use.
    func keepDecisions(at now: Timestamp) async throws {
        let present = try presentDatabase()
        let decisions = try await present.read { try KeptDecisions(in: $0) }
        await present.close()
        try await database.write { try decisions.put(into: $0, at: now) }
    }

    private func presentDatabase() throws -> Database {
        try Database(
            path: library.folder.path(of: "library.sqlite3"), access: .readOnly, named: "restore.present",
            functions: [.like])
    }
}

/// What a different library that takes the place of this one keeps.
struct KeptDecisions: Sendable {
    private let grants: [(record: GrantRecord, selection: [ObjectID])]
    private let pauses: [(client: ClientID, date: Timestamp, reason: String)]
    private let mutes: [(client: ClientID, date: Timestamp)]

    init(in database: DatabaseConnection) throws {
        grants = try database.grants().filter { $0.grant.grantor == .admin }.map { record in
            (record, try database.row(of: record.holder).map { try database.selection(of: $0) } ?? [])
        }
        pauses = try database.all(
            "SELECT c.id, p.date, p.reason FROM pause AS p JOIN client AS c ON c.row = p.client"
        ) { (ClientID($0.text(0)), Timestamp(rawValue: $0.integer(1)), $0.text(2)) }.compactMap { pause in
            pause.0.map { ($0, pause.1, pause.2) }
        }
        mutes = try database.all("SELECT c.id, m.date FROM mute AS m JOIN client AS c ON c.row = m.client") {
            (ClientID($0.text(0)), Timestamp(rawValue: $0.integer(1)))
        }.compactMap { mute in mute.0.map { ($0, mute.1) } }
    }

    func put(into database: DatabaseConnection, at now: Timestamp) throws {
        let log = try ChangeLog(in: database, at: now)
        for (record, selection) in grants {
            let row = try database.makingRow(of: record.holder)
            try database.put(record, in: row, log, selection: database.existing(selection), at: now)
            try database.execute("UPDATE access SET last_used = \(record.lastUsed?.rawValue) WHERE client = \(row)")
        }
        try database.execute("DELETE FROM pause")
        for pause in pauses {
            try database.execute(
                """
                INSERT INTO pause (client, date, reason)
                VALUES (\(try database.makingRow(of: .client(pause.client))), \(pause.date.rawValue), \(pause.reason))
                """)
        }
        try database.execute("DELETE FROM mute")
        for mute in mutes {
            try database.execute(
                """
                INSERT INTO mute (client, date)
                VALUES (\(try database.makingRow(of: .client(mute.client))), \(mute.date.rawValue))
                """)
        }
    }
}
