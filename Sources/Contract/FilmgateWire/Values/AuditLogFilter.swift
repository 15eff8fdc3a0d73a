public import FilmgateDBus
package import FilmgateModel

/// The options of `ReadAudit`: the conditions that the returned entries of the audit log must all meet.
public struct AuditLogFilter: OptionDictionary, Hashable {
    package var filter = AuditFilter()
    /// The maximum number of entries that a call returns.
    package var limit = AuditLogFilter.usualLimit
    /// Whether a call returns the newest entries instead of the oldest. The order of the entries is always ascending.
    package var newest = false

    package static let usualLimit: UInt32 = 1000
    package static let highestLimit: UInt32 = 10_000

    public init() {}

    public static let owner = "ReadAudit"

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        filter.client = try options.client("client", value?.filter.client)
        filter.asset = try options.identifier("asset", value?.filter.asset)
        filter.user = try options.field("user", value?.filter.user)
        filter.operation = try options.raw("operation", value?.filter.operation)
        filter.outcome = try options.raw("outcome", value?.filter.outcome)
        filter.since = try options.raw("since", value?.filter.since)
        filter.until = try options.raw("until", value?.filter.until)
        filter.after = try options.field("after", value?.filter.after, usual: 0)
        filter.before = try options.field("before", value?.filter.before)
        newest = try options.field("newest", value?.newest, usual: false)
        limit = try options.field("limit", value?.limit) ?? AuditLogFilter.usualLimit
        options.check(
            (1...AuditLogFilter.highestLimit).contains(limit),
            "'limit' must be from 1 to \(AuditLogFilter.highestLimit).")
    }
}
