/// The limits on the size and the age of the audit log.
public struct AuditLimits: Hashable, Sendable {
    /// The age in days at which an entry is removed.
    public var days: Int64 = 365
    /// The maximum size of all entries together. Beyond it, the oldest sixteenth is removed.
    public var bytes: UInt64 = 256 << 20
    /// The maximum number of identifiers in a client's entries of a day. Further entries contain only counts.
    ///
    /// There is such an allowance each for opened files, other reads and changes; for refusals, it is a tenth.
    public var idsPerDay = 100_000
    /// The number of a client's entries in a day that are written within a second. Beyond it, entries of each kind are
    /// merged into one an hour.
    public var entriesPerDay = 10_000

    public init() {}
}
