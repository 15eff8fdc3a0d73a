public import FilmgateDBus
public import FilmgateModel

/// Which entries of the audit log `ReadAudit` returns, and how many.
public struct AuditQuery: DBusRepresentable, Hashable {
    public var filter: AuditFilter
    public var limit: UInt32
    /// Returns the newest entries rather than the oldest, still in ascending order.
    public var newest: Bool

    private enum Key: String {
        case client, asset, user, operation, outcome, since, until, after, before, newest, limit
    }

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
        filter.client = try reader.take(Key.client, as: ClientName.self)?.id
        filter.asset = try reader.take(Key.asset, as: AssetIdentifier.self)?.id
        filter.user = try reader.take(Key.user)
        filter.operation = try reader.take(Key.operation).map(AuditEntry.Operation.init(rawValue:))
        filter.outcome = try reader.take(Key.outcome).map(AuditEntry.Outcome.init(rawValue:))
        filter.since = try reader.take(Key.since).map(Timestamp.init(rawValue:))
        filter.until = try reader.take(Key.until).map(Timestamp.init(rawValue:))
        filter.after = try reader.take(Key.after) ?? 0
        filter.before = try reader.take(Key.before)
        newest = try reader.take(Key.newest) ?? false
        limit = try reader.take(Key.limit) ?? AuditQuery.usualLimit
        try reader.finish()
        guard (1...AuditQuery.highestLimit).contains(limit) else {
            throw WireError.invalidArgument("ReadAudit: 'limit' must be from 1 to \(AuditQuery.highestLimit).")
        }
    }

    public var representation: Options {
        var options: Options = [:]
        options[Key.limit] = limit
        options[Key.client] = filter.client?.description
        options[Key.asset] = filter.asset?.description
        options[Key.user] = filter.user
        options[Key.operation] = filter.operation?.rawValue
        options[Key.outcome] = filter.outcome?.rawValue
        options[Key.since] = filter.since?.rawValue
        options[Key.until] = filter.until?.rawValue
        options[Key.after] = filter.after > 0 ? filter.after : nil
        options[Key.before] = filter.before
        options[Key.newest] = newest ? true : nil
        return options
    }
}
