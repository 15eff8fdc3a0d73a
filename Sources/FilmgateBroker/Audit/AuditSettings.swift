internal import FilmgatePolicy
internal import FilmgateStore

/// What is kept of what clients do, and for how long.
public struct AuditSettings: Sendable {
    /// Older entries are removed.
    public var days: Int64 = AuditKeeping().days
    /// What the entries may take together; beyond it the oldest go.
    public var bytes: UInt64 = AuditKeeping().bytes
    /// Identifiers that are kept of one client a day.
    public var idsPerDay = AuditAllowance().ids
    /// Entries of one client a day that are written within the second.
    public var entriesPerDay = AuditAllowance().entries

    public init() {}

    var keeping: AuditKeeping {
        var keeping = AuditKeeping()
        keeping.days = days
        keeping.bytes = bytes
        return keeping
    }

    var allowance: AuditAllowance {
        var allowance = AuditAllowance()
        allowance.ids = idsPerDay
        allowance.entries = entriesPerDay
        return allowance
    }
}
