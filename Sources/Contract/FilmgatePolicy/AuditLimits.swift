/// The limits on the size and the age of the audit log.
public struct AuditLimits: Hashable, Sendable {
    /// The age in days at which an entry is removed.
    public var days: Int64 = 365
    /// The maximum size of all entries together. In a larger log, the oldest sixteenth of the entries is removed.
    public var bytes: UInt64 = 256 << 20
    /// The maximum number of identifiers in a client's entries of a day. Further entries contain only counts.
    ///
    /// Opened files, other allowed calls and changes each have this allowance. Refusals have a tenth of it.
    public var idsPerDay = 100_000
    /// The number of a client's entries in a day that are written within a second. Further entries of the same kind are
    /// merged into one entry an hour. Refusals have a tenth of the number, and so do unverified clients.
    public var entriesPerDay = 10_000

    public init() {}
}
