public import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateSQLite
internal import Synchronization

/// Why a selection is refused: the identifier at this index, counted from 0, is of no asset.
public struct SelectionRefusal: Error, Hashable, Sendable {
    public let index: Int

    public init(index: Int) { self.index = index }
}

/// Grants and selections are for the gate and for administrators, who see all that they decide about.
extension Library {
    /// Every client that somebody decided about, by identity.
    public func grants() async throws -> [GrantRecord] {
        try await database.read { database in
            try database.all(
                """
                SELECT c.id, g.add_only, g.read_write, g.rights, g.grantor, g.granted_date, g.expires, g.last_used, c.selected
                FROM access AS g JOIN client AS c ON c.row = g.client ORDER BY c.id
                """
            ) { try GrantRecord($0) }
        }
    }

    /// Puts a grant in the place of the one before.
    ///
    /// - Parameter selection: the assets in the place of those selected before; nil leaves these.
    /// - Throws: `SelectionRefusal`, and failures.
    public func setGrant(
        _ client: ClientID, grant: Grant, selection: [AssetID]?, expires: Timestamp?, at now: Timestamp
    ) async throws {
        try await database.write { database in
            let row = try database.makingRow(of: client)
            try database.execute(
                """
                INSERT INTO access (client, add_only, read_write, rights, grantor, granted_date, expires)
                VALUES (
                    \(row), \(grant.addOnly.rawValue), \(grant.readWrite.rawValue), \(grant.rights.rawValue),
                    \(grant.grantor?.rawValue), \(now.rawValue), \(expires?.rawValue))
                ON CONFLICT (client) DO UPDATE SET
                    add_only = excluded.add_only, read_write = excluded.read_write, rights = excluded.rights,
                    grantor = excluded.grantor, granted_date = excluded.granted_date, expires = excluded.expires
                """)
            let log = try ChangeLog(in: database, at: now)
            try log.add(.granted, client: row)
            if let selection {
                let chosen = try database.keys(of: selection)
                let stays = Set(chosen)
                try database.deselect(try database.selected(by: row).filter { !stays.contains($0) }, of: row, log)
                try database.select(chosen, for: row, log)
            }
        }
        noteDeparture()
    }

    /// Makes the client one that nobody decided about; its selection goes too. What it added stays its own.
    public func resetGrant(_ client: ClientID, at now: Timestamp) async throws {
        try await database.write { database in
            guard let row = try database.row(of: client) else { return }
            let log = try ChangeLog(in: database, at: now)
            try database.deselect(try database.selected(by: row), of: row, log)
            try database.execute("DELETE FROM access WHERE client = \(row)")
            try log.add(.granted, client: row)
        }
        noteDeparture()
    }

    /// Notes that a grant was used, at most once a minute for each client.
    public func noteUse(of client: ClientID, at now: Timestamp) async throws {
        let isDue = lastUses.withLock { uses in
            if let last = uses[client], now < last.advanced(bySeconds: 60), last <= now { return false }
            uses[client] = now
            return true
        }
        guard isDue else { return }
        try await database.write { database in
            try database.execute(
                """
                UPDATE access SET last_used = \(now.rawValue)
                WHERE client = (SELECT row FROM client WHERE id = \(client.description))
                """)
        }
    }
}

extension GrantRecord {
    fileprivate init(_ row: borrowing Row) throws {
        guard let client = ClientID(row.text(0)), let addOnly = AddOnlyStatus(rawValue: row.text(1)),
            let readWrite = ReadWriteStatus(rawValue: row.text(2))
        else { throw DamagedRow(table: "access") }
        self.init(
            client: client,
            grant: Grant(
                addOnly: addOnly, readWrite: readWrite, rights: Rights(rawValue: Int(row.integer(3))),
                grantor: row.optionalText(4).flatMap(Grantor.init)),
            grantedDate: Timestamp(rawValue: row.integer(5)),
            expires: row.optionalInteger(6).map(Timestamp.init), lastUsed: row.optionalInteger(7).map(Timestamp.init),
            selectionCount: UInt32(clamping: row.integer(8)))
    }
}
