public import FilmgateDBus
package import FilmgateModel

/// Selects entries of the audit log: those that match every condition. The options of `ReadAudit`.
public struct AccessFilter: DBusRepresentable, Hashable {
    package var filter = AuditFilter()
    /// The most entries that a call returns.
    package var limit = AccessFilter.usualLimit
    /// Whether a call returns the newest entries rather than the oldest, still in ascending order.
    package var newest = false

    private enum Key: String {
        case client, asset, user, operation, outcome, since, until, after, before, newest, limit
    }

    package static let usualLimit: UInt32 = 1000
    package static let highestLimit: UInt32 = 10_000

    public init() {}

    public init(representation: Options) throws {
        var reader = OptionReader(representation, of: "ReadAudit")
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
        limit = try reader.take(Key.limit) ?? AccessFilter.usualLimit
        try reader.finish()
        guard (1...AccessFilter.highestLimit).contains(limit) else {
            throw WireError.invalidArgument("ReadAudit: 'limit' must be from 1 to \(AccessFilter.highestLimit).")
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
