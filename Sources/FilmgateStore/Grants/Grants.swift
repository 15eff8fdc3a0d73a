public import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateSQLite
internal import Synchronization

/// Why a selection is refused: the identifier at this index, counted from 0, is of no asset and no album.
public struct SelectionRefusal: Error, Hashable, Sendable {
    public let index: Int

    public init(index: Int) { self.index = index }
}

/// Grants and selections are for the gate and for administrators, who see all that they decide about.
extension Library {
    /// Every grant that somebody made, by identity.
    public func grants() async throws -> [GrantRecord] {
        try await database.read { database in
            try database.all("\(GrantRecord.query) ORDER BY c.id") { try GrantRecord($0) }
        }
    }

    /// A holder's grant.
    public func grant(of holder: Holder) async throws -> GrantRecord? {
        try await database.read { database in
            try database.first("\(GrantRecord.query) WHERE c.id = \(holder.key)") { try GrantRecord($0) }
        }
    }

    /// Puts a grant in the place of the one before, with its date and terms; its last use stays as it was noted.
    ///
    /// - Parameters:
    ///   - selection: assets and albums in the place of those selected before; nil leaves these, where access is limited.
    ///   - audit: what the log says of it.
    /// - Throws: `SelectionRefusal`, and failures.
    public func setGrant(_ record: GrantRecord, selection: [ObjectID]?, at now: Timestamp, audit: AuditEntry? = nil)
        async throws
    {
        try await database.write { database in
            try database.append(audit)
            let row = try database.makingRow(of: record.holder)
            try database.put(record, in: row, ChangeLog(in: database, at: now), selection: selection, at: now)
        }
        noteHolder(record.holder)
        noteDeparture()
        noteChanges()
    }

    /// Makes holders such that nobody decided about; their selections go too. What they added stays their own.
    ///
    /// - Parameter audit: what the log says of it, also where there was nothing to reset.
    public func resetGrants(_ holders: [Holder], at now: Timestamp, audit: AuditEntry? = nil) async throws {
        try await database.write { database in
            try database.append(audit)
            for holder in holders {
                guard let row = try database.row(of: holder) else { continue }
                try database.removeGrant(row, ChangeLog(in: database, at: now))
            }
        }
        noteDeparture()
        noteChanges()
    }

    /// Leaves of a grant what has not ended, unless another was made meanwhile.
    ///
    /// - Parameters:
    ///   - left: nil where all of it ended.
    ///   - date: when the grant was made.
    public func endGrant(
        of holder: Holder, leaving left: GrantRecord?, ifGranted date: Timestamp, at now: Timestamp,
        audit: AuditEntry? = nil
    ) async throws {
        try await database.write { database in
            guard let row = try database.row(of: holder),
                try database.exists("SELECT 1 FROM access WHERE client = \(row) AND granted_date = \(date.rawValue)")
            else { return }
            try database.append(audit)
            let log = try ChangeLog(in: database, at: now)
            if let left {
                try database.put(left, in: row, log, selection: nil, at: now)
            } else {
                try database.removeGrant(row, log)
            }
        }
        noteDeparture()
        noteChanges()
    }

    /// Notes that a grant was used.
    public func noteUse(of holder: Holder, at now: Timestamp) async throws {
        try await database.write { database in
            try database.execute(
                """
                UPDATE access SET last_used = \(now.rawValue)
                WHERE client = (SELECT row FROM client WHERE id = \(holder.key))
                """)
        }
    }
}

extension GrantRecord {
    fileprivate static let query: SQL = """
        SELECT c.id, g.add_only, g.read_write, g.rights, g.grantor, g.granted_date, g.last_used, c.selected,
            g.add_only_expires, g.add_only_remaining, g.add_only_connection,
            g.read_write_expires, g.read_write_remaining, g.read_write_connection
        FROM access AS g JOIN client AS c ON c.row = g.client
        """

    fileprivate init(_ row: borrowing Row) throws {
        guard let holder = Holder(key: row.text(0)), let addOnly = AddOnlyStatus(rawValue: row.text(1)),
            let readWrite = ReadWriteStatus(rawValue: row.text(2))
        else { throw DamagedRow(table: "access") }
        self.init(
            holder: holder,
            grant: Grant(
                addOnly: addOnly, readWrite: readWrite, rights: Rights(rawValue: Int(row.integer(3))),
                grantor: row.optionalText(4).flatMap(Grantor.init)),
            terms: Terms(addOnly: Term(row, at: 8), readWrite: Term(row, at: 11)),
            grantedDate: Timestamp(rawValue: row.integer(5)),
            lastUsed: row.optionalInteger(6).map(Timestamp.init), selectionCount: UInt32(clamping: row.integer(7)))
    }
}

extension Term {
    /// - Parameter column: of three, the first.
    fileprivate init?(_ row: borrowing Row, at column: Int) {
        if let connection = row.optionalText(column + 2) {
            self = .connection(connection)
        } else if let expires = row.optionalInteger(column) {
            self = .until(Timestamp(rawValue: expires), remaining: row.optionalInteger(column + 1) ?? 0)
        } else {
            return nil
        }
    }
}
