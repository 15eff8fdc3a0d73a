/// How much the audit log keeps, and for how long.
public struct AuditLimits: Hashable, Sendable {
    /// The age in days at which an entry is removed.
    public var days: Int64 = 365
    /// The size of all entries together. Beyond it the oldest sixteenth is removed.
    public var bytes: UInt64 = 256 << 20
    /// The maximum number of identifiers that a client's entries hold in a day. Further entries hold only counts.
    ///
    /// Opened files, other reads and changes each have this allowance; refusals have a tenth of it.
    public var idsPerDay = 100_000
    /// The number of a client's entries in a day that are written within the second. Beyond it, each kind gets one
    /// entry an hour.
    public var entriesPerDay = 10_000

    public init() {}
}
