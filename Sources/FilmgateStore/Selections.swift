public import FilmgateModel
internal import FilmgateSQLite

extension Library {
    /// What was selected for a holder, newest first, trashed assets included; of one that is not known, nothing.
    public func selection(of holder: Holder) async throws -> [AssetID] {
        try await database.read { database in
            guard let row = try database.row(of: holder) else { return [] }
            return try database.all(
                "SELECT id FROM member WHERE client = \(row) AND selected = 1 ORDER BY creation_date DESC, id"
            ) { row in
                guard let id = AssetID(bytes: row.blob(0)) else { throw DamagedRow(table: "member") }
                return id
            }
        }
    }

    /// Adds to a holder's selection, then removes from it; what is there already, or is not, stays so.
    ///
    /// - Throws: `SelectionRefusal` for an asset to add that does not exist, and failures.
    public func changeSelection(
        of holder: Holder, adding: [AssetID], removing: [AssetID], at now: Timestamp, audit: AuditEntry? = nil
    ) async throws {
        try await database.write { database in
            try database.append(audit)
            let row = try database.makingRow(of: holder)
            let log = try ChangeLog(in: database, at: now)
            try database.select(try database.keys(of: adding), for: row, log)
            let leaving = try removing.compactMap { try database.key(of: $0, in: .everything) }
            try database.deselect(leaving, of: row, log)
        }
        noteHolder(holder)
        noteDeparture()
    }
}

extension Connection {
    /// - Throws: `SelectionRefusal` at the first that is of no asset.
    func keys(of ids: [AssetID]) throws -> [AssetKey] {
        try ids.enumerated().map { index, id in
            guard let key = try key(of: id, in: .everything) else { throw SelectionRefusal(index: index) }
            return key
        }
    }

    func selected(by client: Int64) throws -> [AssetKey] {
        try all("SELECT asset FROM member WHERE client = \(client) AND selected = 1") {
            AssetKey(rawValue: $0.integer(0))
        }
    }

    func select(_ keys: [AssetKey], for client: Int64, _ log: ChangeLog) throws {
        for key in keys {
            try execute(
                """
                INSERT INTO member (client, creation_date, id, asset, hidden, trashed, selected, added)
                SELECT \(client), creation_date, id, row, hidden, trashed_date IS NOT NULL, 1, 0
                FROM asset WHERE row = \(key.rawValue)
                ON CONFLICT (asset, client) DO UPDATE SET selected = 1 WHERE selected = 0
                """)
            if changedRows > 0 { try log.add(.entered, key, client: client) }
        }
    }

    func deselect(_ keys: [AssetKey], of client: Int64, _ log: ChangeLog) throws {
        for key in keys {
            try execute(
                """
                UPDATE member SET selected = 0
                WHERE asset = \(key.rawValue) AND client = \(client) AND selected = 1 AND added = 1
                """)
            let stayed = changedRows > 0
            try execute(
                """
                DELETE FROM member
                WHERE asset = \(key.rawValue) AND client = \(client) AND selected = 1 AND added = 0
                """)
            if stayed || changedRows > 0 { try log.add(.left, key, client: client) }
        }
    }
}
