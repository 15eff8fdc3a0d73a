public import FilmgateModel
import FilmgateSQLite
import FilmgateSystem

/// Compares and restores clients' grants.
extension LibraryRestore {
    /// Returns the grants of each client in the backup, including clients without grants.
    public func grants() async throws -> [ClientID: [GrantRecord]] {
        try await database.read { database in
            let clients = try database.all("SELECT id FROM client") { Holder(key: $0.text(0))?.client }
            let records = try database.grants()
            var grants = Dictionary(clients.compactMap { $0.map { ($0, [GrantRecord]()) } }) { first, _ in first }
            for record in records { grants[record.holder.client, default: []].append(record) }
            return grants
        }
    }

    /// Returns the clients whose selections would show more after the restoration. More means an additional asset or
    /// album, or an asset with different files or a different type. An empty album counts, too.
    ///
    /// The comparison treats the backup as if the administrators' decisions of the library in use were already copied.
    /// Albums have the content that they have in the backup.
    public func clientsSeeingMore(among clients: Set<ClientID>, at now: Timestamp) async throws -> Set<ClientID> {
        guard !clients.isEmpty else { return [] }
        let decisions = try await readPresent { try PreservedGrants(in: $0) }
        let selections: [RestoredSelection]
        do {
            selections = try await database.write { database in
                try decisions.put(into: database, at: now)
                throw RestoreDryRunRollback(selections: try RestoredSelection.all(of: clients, in: database))
            }
        } catch let dryRun as RestoreDryRunRollback {
            selections = dryRun.selections
        }
        return try await readPresent { [selections] present in
            Set(try selections.filter { try $0.showsMore(than: present) }.map(\.client))
        }
    }

    /// Copies the administrators' decisions, the pauses and the mutes from the library in use.
    func keepDecisions(at now: Timestamp) async throws {
        let decisions = try await readPresent { try PreservedGrants(in: $0) }
        try await database.write { try decisions.put(into: $0, at: now) }
    }

    /// Reads the library in use.
    func readPresent<T: Sendable>(_ body: @Sendable (DatabaseConnection) throws -> T) async throws -> T {
        let present = try Database(
            path: library.folder.path(of: "library.sqlite3"), access: .readOnly, named: "restore.present",
            functions: [.like])
        let result = try await present.read(body)
        await present.close()
        return result
    }
}

/// The administrators' decisions, pauses and mutes that the restored library takes over.
struct PreservedGrants: Sendable {
    private let grants: [(record: GrantRecord, selection: [ObjectID])]
    private let pauses: [(client: ClientID, date: Timestamp, pause: ClientPause)]
    private let mutes: [(client: ClientID, date: Timestamp)]

    init(in database: DatabaseConnection) throws {
        grants = try database.grants().filter { $0.grant.grantor == .admin }.map { record in
            (record, try database.row(of: record.holder).map { try database.selection(of: $0) } ?? [])
        }
        pauses = try database.all(
            "SELECT c.id, p.date, p.reason, p.ends FROM pause AS p JOIN client AS c ON c.row = p.client"
        ) {
            let end = $0.optionalInteger(3).map { Timestamp(rawValue: $0) }
            return (ClientID($0.text(0)), Timestamp(rawValue: $0.integer(1)), ClientPause($0.text(2), until: end))
        }.compactMap { pause in
            pause.0.map { ($0, pause.1, pause.2) }
        }
        mutes = try database.all("SELECT c.id, m.date FROM mute AS m JOIN client AS c ON c.row = m.client") {
            (ClientID($0.text(0)), Timestamp(rawValue: $0.integer(1)))
        }.compactMap { mute in mute.0.map { ($0, mute.1) } }
    }

    func put(into database: DatabaseConnection, at now: Timestamp) throws {
        let log = try ChangeLog(in: database, at: now)
        // Ends grants that were limited to connections, because these connections no longer exist.
        for record in try database.grants() where record.isOnce {
            guard let row = try database.row(of: record.holder) else { continue }
            if record.holder.connection == nil, let left = record.ending(where: { $0.expires == nil }) {
                try database.put(left, in: row, log, selection: nil, at: now)
            } else {
                try database.removeGrant(row, log)
            }
        }
        for (record, selection) in grants {
            let row = try database.makingRow(of: record.holder)
            try database.put(record, in: row, log, selection: database.existing(selection), at: now)
            try database.execute("UPDATE access SET last_used = \(record.lastUsed?.rawValue) WHERE client = \(row)")
        }
        // Deletes apps' access to kept items, which the person picked: it may have been revoked after the backup.
        try database.execute("DELETE FROM kept_item")
        // Pauses in the backup stay. If a client has a pause in both libraries, the later end counts. NULL means no
        // end, and `max` returns NULL if an argument is NULL.
        for (client, date, pause) in pauses {
            try database.execute(
                """
                INSERT INTO pause (client, date, reason, ends)
                VALUES (
                    \(try database.makingRow(of: .client(client))), \(date.rawValue), \(pause.reason),
                    \(pause.ends?.rawValue)
                )
                ON CONFLICT DO UPDATE SET
                    date = excluded.date, reason = excluded.reason, ends = max(ends, excluded.ends)
                """)
        }
        for mute in mutes {
            try database.execute(
                """
                INSERT INTO mute (client, date)
                VALUES (\(try database.makingRow(of: .client(mute.client))), \(mute.date.rawValue))
                ON CONFLICT DO NOTHING
                """)
        }
    }
}

/// An error that rolls back a dry run.
private struct RestoreDryRunRollback: Error {
    let selections: [RestoredSelection]
}

/// The files and albums that a selection shows to its client.
private struct RestoredSelection: Sendable {
    let client: ClientID
    let holder: String
    /// The hashes of the stored files, each with the identifier and the type of its asset.
    let files: [(asset: [UInt8], type: String, hash: [UInt8])]
    let albums: [[UInt8]]

    static func all(of clients: Set<ClientID>, in database: DatabaseConnection) throws -> [RestoredSelection] {
        let rows = try database.all("SELECT row, id FROM client") { (row: $0.integer(0), holder: $0.text(1)) }
        return try rows.compactMap { row, holder in
            guard let client = Holder(key: holder)?.client, clients.contains(client) else { return nil }
            let files = try database.all(
                """
                SELECT m.id, a.media_type, r.hash FROM member AS m JOIN asset AS a ON a.row = m.asset
                JOIN resource AS r ON r.asset = m.asset WHERE m.client = \(row)
                """
            ) { (asset: $0.blob(0), type: $0.text(1), hash: $0.blob(2)) }
            let albums = try database.all(
                "SELECT a.id FROM selected_album AS s JOIN album AS a ON a.row = s.album WHERE s.client = \(row)"
            ) { $0.blob(0) }
            return RestoredSelection(client: client, holder: holder, files: files, albums: albums)
        }
    }

    func showsMore(than present: DatabaseConnection) throws -> Bool {
        let hasFurtherAlbum = try albums.contains { album in
            try !present.exists(
                """
                SELECT 1 FROM client AS c JOIN album AS a ON a.id = \(album)
                JOIN selected_album AS s ON s.client = c.row AND s.album = a.row WHERE c.id = \(holder)
                """)
        }
        return try hasFurtherAlbum
            || files.contains { asset, type, hash in
                try !present.exists(
                    """
                    SELECT 1 FROM client AS c JOIN asset AS a ON a.id = \(asset) AND a.media_type = \(type)
                    JOIN member AS m ON m.client = c.row AND m.asset = a.row
                    JOIN resource AS r ON r.asset = a.row AND r.hash = \(hash) WHERE c.id = \(holder)
                    """)
            }
    }
}
