public import FilmgateModel
import FilmgateSQLite

/// An error for an identifier that cannot be selected, because it belongs neither to an asset nor to a selectable
/// album. `index` is the zero-based index of the identifier.
public struct SelectionRefusal: Error, Hashable, Sendable {
    public let index: Int
    /// Whether the identifier belongs to a smart album. Smart albums cannot be selected.
    public var hasRule = false
}

/// Reads and writes grants and selections, for the gate and for administrators.
extension Library {
    /// Returns all stored grants, sorted by client.
    public func grants() async throws -> [GrantRecord] {
        try await database.read { try $0.grants() }
    }

    /// Returns the grant of a holder, or nil if there is none.
    public func grant(of holder: Holder) async throws -> GrantRecord? {
        try await database.read { database in
            try database.first("\(GrantRecord.query) WHERE c.id = \(holder.key)") { try GrantRecord($0) }
        }
    }

    /// Replaces the grant of a holder, including its date and terms. The date of the last use stays.
    ///
    /// - Parameters:
    ///   - selection: the new selection. If nil, the selection stays, but is emptied if `readWrite` is undetermined.
    ///   - endsKeptItems: whether to delete the client's kept items, the picked photos that it may open again later.
    /// - Throws: `SelectionRefusal`, and an error of the database.
    public func setGrant(
        _ record: GrantRecord, selection: [ObjectID]?, endsKeptItems: Bool = false, at now: Timestamp,
        audit: AuditEntry? = nil
    ) async throws {
        try await database.write { database in
            try database.append(audit)
            if endsKeptItems { try database.forgetItems(of: record.holder.client) }
            let row = try database.makingRow(of: record.holder)
            try database.put(record, in: row, ChangeLog(in: database, at: now), selection: selection, at: now)
        }
        noteHolder(record.holder)
        noteVisibilityLoss()
        noteChanges()
    }

    /// Removes the grants and selections of holders, and the kept items of their clients. The assets that the holders
    /// added stay in their scopes.
    ///
    /// - Parameter audit: the audit entry. It is written even if nothing was removed.
    public func resetGrants(_ holders: [Holder], at now: Timestamp, audit: AuditEntry? = nil) async throws {
        try await database.write { database in
            try database.append(audit)
            for holder in holders {
                try database.forgetItems(of: holder.client)
                guard let row = try database.row(of: holder) else { continue }
                try database.removeGrant(row, ChangeLog(in: database, at: now))
            }
        }
        noteVisibilityLoss()
        noteChanges()
    }

    /// Ends a grant or a part of it. Does nothing if the grant was replaced meanwhile.
    ///
    /// - Parameters:
    ///   - left: the part of the grant that continues, or nil if the whole grant ends.
    ///   - date: the date at which the ending grant was granted.
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
        noteVisibilityLoss()
        noteChanges()
    }

    /// Stores the connections of a grant that ends with its last connection. Does nothing if the grant was replaced
    /// meanwhile.
    public func noteConnections(of record: GrantRecord) async throws {
        try await database.write { try $0.putConnections(of: record) }
    }

    /// Records the use of a grant.
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

extension DatabaseConnection {
    func grants() throws -> [GrantRecord] {
        try all("\(GrantRecord.query) ORDER BY c.id") { try GrantRecord($0) }
    }
}

extension GrantRecord {
    /// Selects grants. The number of selected assets excludes trashed assets, because the client does not see them.
    fileprivate static let query: SQL = """
        SELECT c.id, g.add_only, g.read_write, g.rights, g.grantor, g.granted_date, g.last_used,
            c.selected - iif(c.selected = 0, 0, (
                SELECT count(*) FROM asset AS a JOIN member AS m ON m.asset = a.row AND m.client = c.row
                WHERE a.trashed_date IS NOT NULL AND (m.selected = 1 OR m.albums > 0))),
            g.add_only_expires, g.add_only_remaining, g.add_only_connection,
            g.read_write_expires, g.read_write_remaining, g.read_write_connection,
            (SELECT count(*) FROM selected_album WHERE client = c.row),
            \(ContentLimits.columns.map { "g.\($0.name)" }.joined(by: ", "))
        FROM access AS g JOIN client AS c ON c.row = g.client
        """

    fileprivate init(_ row: borrowing Row) throws {
        guard let holder = Holder(key: row.text(0)), let addOnly = AddOnlyStatus(rawValue: row.text(1)),
            let readWrite = ReadWriteStatus(rawValue: row.text(2))
        else { throw CorruptRowError(table: "access") }
        self.init(
            holder: holder,
            grant: Grant(
                addOnly: addOnly, readWrite: readWrite,
                rights: Rights(rawValue: Int(row.integer(3))).intersection(.all),
                limits: try ContentLimits(row, at: 15),
                grantor: row.optionalText(4).flatMap(Grantor.init)),
            terms: GrantTerms(addOnly: GrantTerm(row, at: 8), readWrite: GrantTerm(row, at: 11)),
            grantedDate: Timestamp(rawValue: row.integer(5)),
            lastUsed: row.optionalInteger(6).map(Timestamp.init), selectionCount: UInt32(clamping: row.integer(7)),
            selectedAlbums: UInt32(clamping: row.integer(14)))
    }
}

extension GrantTerm {
    /// - Parameter column: the index of the first of three term columns.
    fileprivate init?(_ row: borrowing Row, at column: Int) {
        if let connection = row.optionalText(column + 2) {
            self = GrantTerm(connection: connection)
        } else if let expires = row.optionalInteger(column) {
            let remaining = max(row.optionalInteger(column + 1) ?? 0, 0)
            self = .until(Timestamp(rawValue: expires), remaining: remaining)
        } else {
            return nil
        }
    }
}

/// The remaining time of terms, which is stored at regular intervals. A clock that is set back while the broker does
/// not run can therefore extend a term only by the time since the last update.
extension Library {
    /// Returns the time when the stored remaining times were last updated, or nil if they never were.
    public func termClock() async throws -> Timestamp? {
        try await database.read { database in
            try database.first("SELECT clock FROM library WHERE clock <> 0") { Timestamp(rawValue: $0.integer(0)) }
        }
    }

    /// Updates all stored remaining times, and stores those of the given grants, except grants that were replaced.
    public func noteRemaining(_ records: [GrantRecord], at now: Timestamp) async throws {
        try await database.write { database in
            try database.execute(
                """
                UPDATE access SET
                    add_only_remaining = add_only_remaining - max(\(now.rawValue) - clock, 0),
                    read_write_remaining = read_write_remaining - max(\(now.rawValue) - clock, 0)
                FROM library WHERE clock <> 0
                """)
            try database.execute("UPDATE library SET clock = \(now.rawValue)")
            for record in records {
                let terms = record.terms
                try database.execute(
                    """
                    UPDATE access SET
                        add_only_remaining = ifnull(\(terms.addOnly?.remaining(from: 0)), add_only_remaining),
                        read_write_remaining = ifnull(\(terms.readWrite?.remaining(from: 0)), read_write_remaining)
                    WHERE client = (SELECT row FROM client WHERE id = \(record.holder.key))
                    AND granted_date = \(record.grantedDate.rawValue)
                    """)
            }
        }
    }
}
