public import FilmgateDBus
public import FilmgateModel

/// Which entries of the audit log `ReadAudit` returns, and how many.
public struct AuditQuery: DBusRepresentable, Hashable {
    public var filter: AuditFilter
    public var limit: UInt32
    /// Returns the newest entries rather than the oldest, still in ascending order.
    public var newest: Bool

    public static let usualLimit: UInt32 = 1000
    public static let highestLimit: UInt32 = 10_000

    public init(_ filter: AuditFilter = AuditFilter(), limit: UInt32 = AuditQuery.usualLimit, newest: Bool = false) {
        self.filter = filter
        self.limit = limit
        self.newest = newest
    }

    public init(representation: Options) throws {
        var reader = OptionReader(representation, of: "ReadAudit")
        filter = AuditFilter()
        filter.client = try reader.take("client", as: ClientName.self)?.id
        filter.asset = try reader.take("asset", as: AssetIdentifier.self)?.id
        filter.user = try reader.take("user")
        filter.operation = try reader.take("operation").map(AuditEntry.Operation.init(rawValue:))
        filter.outcome = try reader.take("outcome").map(AuditEntry.Outcome.init(rawValue:))
        filter.since = try reader.take("since").map(Timestamp.init(rawValue:))
        filter.until = try reader.take("until").map(Timestamp.init(rawValue:))
        filter.after = try reader.take("after") ?? 0
        filter.before = try reader.take("before")
        newest = try reader.take("newest") ?? false
        limit = try reader.take("limit") ?? AuditQuery.usualLimit
        try reader.finish()
        guard (1...AuditQuery.highestLimit).contains(limit) else {
            throw WireError.invalidArgument("ReadAudit: 'limit' must be from 1 to \(AuditQuery.highestLimit).")
        }
    }

    public var representation: Options {
        var options: Options = ["limit": Variant(limit)]
        if let client = filter.client { options["client"] = Variant(client.description) }
        if let asset = filter.asset { options["asset"] = Variant(asset.description) }
        if let user = filter.user { options["user"] = Variant(user) }
        if let operation = filter.operation { options["operation"] = Variant(operation.rawValue) }
        if let outcome = filter.outcome { options["outcome"] = Variant(outcome.rawValue) }
        if let since = filter.since { options["since"] = Variant(since.rawValue) }
        if let until = filter.until { options["until"] = Variant(until.rawValue) }
        if filter.after > 0 { options["after"] = Variant(filter.after) }
        if let before = filter.before { options["before"] = Variant(before) }
        if newest { options["newest"] = Variant(true) }
        return options
    }
}

/// An entry of the audit log in the form of `ReadAudit`.
public struct AuditDescription: DBusRepresentable, Hashable {
    public let record: AuditRecord

    public init(_ record: AuditRecord) { self.record = record }

    /// Returns the maximum number of bytes that an entry takes in a reply.
    @Sendable public static func weight(of record: AuditRecord) -> Int {
        let entry = record.entry
        let texts = [entry.client, entry.about, entry.operation.rawValue, entry.outcome.rawValue, entry.detail]
        // Each of the eleven keys takes its name, type and padding; each identifier 36 bytes, its length, its end and
        // padding.
        return 640 + texts.reduce(0) { $0 + $1.utf8.count } + entry.ids.count * 44
    }

    public init(representation: Options) throws {
        func text(_ key: String) -> String { representation[key]?.value(as: String.self) ?? "" }
        guard let sequence = representation["sequence"]?.value(as: UInt64.self),
            let time = representation["time"]?.value(as: Int64.self)
        else { throw WireError.invalidArgument("ReadAudit: an entry lacks its sequence or its time.") }
        record = AuditRecord(
            sequence: sequence,
            entry: AuditEntry(
                date: Timestamp(rawValue: time), client: text("client"),
                user: representation["user"]?.value(as: UInt32.self) ?? .max,
                operation: .init(rawValue: text("operation")), outcome: .init(rawValue: text("outcome")),
                count: representation["count"]?.value(as: UInt32.self) ?? 0,
                ids: (representation["ids"]?.value(as: [String].self) ?? []).compactMap { ObjectID($0) },
                about: text("about"), detail: text("detail")),
            hash: Hexadecimal.bytes(of: text("hash")) ?? [])
    }

    public var representation: Options {
        let entry = record.entry
        var options: Options = [
            "sequence": Variant(record.sequence), "time": Variant(entry.date.rawValue), "client": Variant(entry.client),
            "user": Variant(entry.user), "operation": Variant(entry.operation.rawValue),
            "outcome": Variant(entry.outcome.rawValue), "count": Variant(entry.count),
            "ids": Variant(entry.ids.map(\.description)), "hash": Variant(Hexadecimal.text(of: record.hash)),
        ]
        if !entry.about.isEmpty { options["about"] = Variant(entry.about) }
        if !entry.detail.isEmpty { options["detail"] = Variant(entry.detail) }
        return options
    }
}
