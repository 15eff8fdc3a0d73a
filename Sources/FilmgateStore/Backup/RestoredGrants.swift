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

    /// Returns those of the clients whose selections would show an asset that they do not show now.
    ///
    /// The selections are compared as they will be: with the decisions of administrators, whose albums hold what they hold in the
    /// restored library.
    public func clientsSeeingMore(among clients: Set<ClientID>, at now: Timestamp) async throws -> Set<ClientID> {
        guard !clients.isEmpty else { return [] }
        let present = try presentDatabase()
        let decisions = try await present.read { try KeptDecisions(in: $0) }
        let selections: [RestoredSelection]
        do {
            selections = try await database.write { database in
                try decisions.put(into: database, at: now)
                throw RestorationDryRun(selections: try RestoredSelection.all(of: clients, in: database))
            }
        } catch let dryRun as RestorationDryRun {
            selections = dryRun.selections
        }
        let found = try await present.read { present in
            try selections.filter { try $0.showsMore(than: present) }.map(\.client)
        }
        await present.close()
        return Set(found)
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
        // A library that could not be opened may be of an earlier version.
        let hasMutes = try database.exists("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'mute'")
        mutes =
            try hasMutes
            ? database.all("SELECT c.id, m.date FROM mute AS m JOIN client AS c ON c.row = m.client") {
                (ClientID($0.text(0)), Timestamp(rawValue: $0.integer(1)))
            }.compactMap { mute in mute.0.map { ($0, mute.1) } } : []
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

/// Rolls back what a dry run has written.
private struct RestorationDryRun: Error {
    let selections: [RestoredSelection]
}

/// The assets that a holder's selection shows.
private struct RestoredSelection: Sendable {
    let client: ClientID
    let holder: String
    let assets: [[UInt8]]

    static func all(of clients: Set<ClientID>, in database: DatabaseConnection) throws -> [RestoredSelection] {
        let rows = try database.all("SELECT row, id FROM client") { (row: $0.integer(0), holder: $0.text(1)) }
        return try rows.compactMap { row, holder in
            guard let client = Holder(key: holder)?.client, clients.contains(client) else { return nil }
            let assets = try database.all("SELECT id FROM member WHERE client = \(row)") { $0.blob(0) }
            return RestoredSelection(client: client, holder: holder, assets: assets)
        }
    }

    func showsMore(than present: DatabaseConnection) throws -> Bool {
        try assets.contains { asset in
            try !present.exists(
                """
                SELECT 1 FROM client AS c JOIN asset AS a ON a.id = \(asset)
                JOIN member AS m ON m.client = c.row AND m.asset = a.row WHERE c.id = \(holder)
                """)
        }
    }
}
