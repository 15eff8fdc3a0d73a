import FilmgateModel
import FilmgateSQLite

/// Writes grants within a transaction.
extension DatabaseConnection {
    /// - Parameter selection: the new selection. Nil keeps the old one, or empties it if `readWrite` is undetermined.
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

    /// Returns the time when the stored remaining times were last updated, and sets it to now if it is unknown.
    private func termClock(beginningAt now: Timestamp) throws -> Timestamp {
        try execute("UPDATE library SET clock = \(now.rawValue) WHERE clock = 0")
        return try first("SELECT clock FROM library") { Timestamp(rawValue: $0.integer(0)) } ?? now
    }

    private func put(_ record: GrantRecord, in row: Int64, countedUntil clock: Timestamp, at now: Timestamp) throws {
        let (grant, terms) = (record.grant, record.terms)
        let since = now.rawValue - clock.rawValue
        let columns: [(name: SQL, value: SQL)] = [
            ("add_only", "\(grant.addOnly.rawValue)"), ("read_write", "\(grant.readWrite.rawValue)"),
            ("rights", "\(grant.rights.rawValue)"), ("grantor", "\(grant.grantor?.rawValue)"),
            ("granted_date", "\(record.grantedDate.rawValue)"),
            ("add_only_expires", "\(terms.addOnly?.expires?.rawValue)"),
            ("add_only_remaining", "\(terms.addOnly?.remaining(from: since))"),
            ("add_only_connection", "\(terms.addOnly?.connection)"),
            ("read_write_expires", "\(terms.readWrite?.expires?.rawValue)"),
            ("read_write_remaining", "\(terms.readWrite?.remaining(from: since))"),
            ("read_write_connection", "\(terms.readWrite?.connection)"),
        ]
        let names = columns.map(\.name) + ContentLimits.columns.map(\.name)
        try execute(
            """
            INSERT INTO access (client, \(names.joined(by: ", ")))
            VALUES (\(row), \(columns.map(\.value).joined(by: ", ")), \(grant.limits.columnValues))
            ON CONFLICT (client) DO UPDATE SET \(names.map { "\($0) = excluded.\($0)" as SQL }.joined(by: ", "))
            """)
    }

    /// Updates the connections of a grant that ends with its last connection. Ignores a grant that was replaced
    /// meanwhile, and a status that is not limited to connections.
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

extension GrantTerm {
    /// Returns the remaining time that the term had `since` microseconds ago, or nil if the term has no end date.
    func remaining(from since: Int64) -> Int64? {
        guard case .until(_, let remaining) = self else { return nil }
        let (sum, overflows) = remaining.addingReportingOverflow(since)
        return overflows ? .max : sum
    }

    /// The text in the connection column. It is the name of a single connection, or a list in which a line break
    /// precedes each name. Names contain no line breaks. The grant ends with the last connection of the list. An empty
    /// text is an empty list.
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

/// The content limits of a grant, in the columns of the table `access`.
extension ContentLimits {
    static let columns: [(name: SQL, rule: ColumnRule)] = [
        ("max_pixels", .optional(.integer(1...Int64(UInt32.max)))),
        ("location_precision", .word(of: LocationPrecision.self)),
        ("media_type", .optional(.word(of: MediaType.self))),
    ]

    var columnValues: SQL {
        let type = mediaTypes.count == 1 ? mediaTypes.first?.rawValue : nil
        return "\(maxPixels.map { Int64($0) }), \(locationPrecision.rawValue), \(type)"
    }

    /// - Parameter column: the index of the first limit column.
    init(_ row: borrowing Row, at column: Int) throws {
        guard let precision = LocationPrecision(rawValue: row.text(column + 1)) else {
            throw CorruptRowError(table: "access")
        }
        self.init(
            maxPixels: row.optionalInteger(column).map { UInt32(clamping: $0) }, locationPrecision: precision,
            mediaTypes: row.optionalText(column + 2).flatMap(MediaType.init).map { [$0] } ?? MediaType.all)
    }

    /// The encoding of the limits in a change token. It is empty if there are no limits.
    var bytes: [UInt8] {
        if self == ContentLimits() { return [] }
        return withUnsafeBytes(of: (maxPixels ?? 0).bigEndian, Array.init)
            + [locationPrecision == .exact ? 0 : 1, mediaTypes.bits]
    }

    init(bytes: [UInt8]) {
        guard bytes.count == 6 else {
            self.init()
            return
        }
        let pixels = bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
        self.init(
            maxPixels: pixels == 0 ? nil : pixels, locationPrecision: bytes[4] == 0 ? .exact : .town,
            mediaTypes: Set(bits: bytes[5]))
    }
}

extension Set<MediaType> {
    /// The set as a bit mask. The bit of a type is its index in `allCases`.
    fileprivate var bits: UInt8 {
        MediaType.allCases.enumerated().reduce(0) { contains($1.element) ? $0 | 1 << UInt8($1.offset) : $0 }
    }

    fileprivate init(bits: UInt8) {
        self = Set(MediaType.allCases.enumerated().filter { bits & 1 << UInt8($0.offset) != 0 }.map(\.element))
    }
}
