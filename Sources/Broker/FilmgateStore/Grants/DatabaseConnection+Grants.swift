import FilmgateModel
import FilmgateSQLite

/// Writes grants, inside a transaction.
extension DatabaseConnection {
    /// - Parameter selection: nil keeps the selection, unless reading becomes undetermined.
    func put(
        _ record: GrantRecord, in row: Int64, _ log: ChangeLog, selection: [ObjectID]?, at now: Timestamp
    ) throws {
        try put(record, in: row, countedUntil: try termClock(beginningAt: now), at: now)
        try log.add(.granted, client: row)
        guard let objects = selection ?? (record.grant.readWrite == .notDetermined ? [] : nil) else { return }
        try SelectionEditor(in: self, of: row, log).set(objects)
        try noteSelection(of: row, at: selection == nil ? nil : now)
    }

    func removeGrant(_ row: Int64, _ log: ChangeLog) throws {
        try SelectionEditor(in: self, of: row, log).set([])
        try noteSelection(of: row, at: nil)
        try execute("DELETE FROM access WHERE client = \(row)")
        try log.add(.granted, client: row)
    }

    /// Returns the time at which the stored remaining times of all terms were counted.
    private func termClock(beginningAt now: Timestamp) throws -> Timestamp {
        try execute("UPDATE library SET clock = \(now.rawValue) WHERE clock = 0")
        return try first("SELECT clock FROM library") { Timestamp(rawValue: $0.integer(0)) } ?? now
    }

    private func put(_ record: GrantRecord, in row: Int64, countedUntil clock: Timestamp, at now: Timestamp) throws {
        let (grant, terms) = (record.grant, record.terms)
        let since = now.rawValue - clock.rawValue
        try execute(
            """
            INSERT INTO access (
                client, add_only, read_write, rights, \(ContentLimits.columns.map(\.name).joined(by: ", ")), grantor,
                granted_date, add_only_expires, add_only_remaining, add_only_connection,
                read_write_expires, read_write_remaining, read_write_connection)
            VALUES (
                \(row), \(grant.addOnly.rawValue), \(grant.readWrite.rawValue), \(grant.rights.rawValue),
                \(grant.limits.columnValues), \(grant.grantor?.rawValue), \(record.grantedDate.rawValue),
                \(terms.addOnly?.expires?.rawValue), \(terms.addOnly?.remaining(from: since)),
                \(terms.addOnly?.connection),
                \(terms.readWrite?.expires?.rawValue), \(terms.readWrite?.remaining(from: since)),
                \(terms.readWrite?.connection))
            ON CONFLICT (client) DO UPDATE SET
                add_only = excluded.add_only, read_write = excluded.read_write, rights = excluded.rights,
                \(ContentLimits.columns.map { "\($0.name) = excluded.\($0.name)" }.joined(by: ", ")),
                grantor = excluded.grantor, granted_date = excluded.granted_date,
                add_only_expires = excluded.add_only_expires, add_only_remaining = excluded.add_only_remaining,
                add_only_connection = excluded.add_only_connection,
                read_write_expires = excluded.read_write_expires,
                read_write_remaining = excluded.read_write_remaining,
                read_write_connection = excluded.read_write_connection
            """)
    }
}

extension DatabaseConnection {
    /// Replaces the connections of a grant that ends with the last of them. Ignores a grant that was replaced
    /// meanwhile, and statuses that have ended.
    func putConnections(of record: GrantRecord) throws {
        let terms = record.terms
        try execute(
            """
            UPDATE access SET
                add_only_connection = iif(add_only_connection IS NULL, NULL, \(terms.addOnly?.connection)),
                read_write_connection = iif(read_write_connection IS NULL, NULL, \(terms.readWrite?.connection))
            WHERE client = (SELECT row FROM client WHERE id = \(record.holder.key))
            AND granted_date = \(record.grantedDate.rawValue)
            """)
    }
}

extension Term {
    /// Returns the remaining time in microseconds, as of `since` microseconds ago. Returns nil if the term has no date.
    func remaining(from since: Int64) -> Int64? {
        guard case .until(_, let remaining) = self else { return nil }
        let (sum, overflows) = remaining.addingReportingOverflow(since)
        return overflows ? .max : sum
    }

    /// The connection with which the grant ends, or the client's connections, each after a line break; then the grant
    /// ends with the last of them. Names of connections hold no line breaks. An empty text stands for no connection.
    fileprivate var connection: String? {
        switch self {
        case .connection(let name): name
        case .lastConnection(of: let names): names.sorted().map { "\n\($0)" }.joined()
        case .until: nil
        }
    }

    init(connection text: String) {
        self =
            text.isEmpty || text.hasPrefix("\n")
            ? .lastConnection(of: Set(text.split(separator: "\n").map(String.init))) : .connection(text)
    }
}
