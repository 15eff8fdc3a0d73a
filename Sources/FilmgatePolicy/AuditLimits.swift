/// What the audit log keeps of what clients do, and for how long.
public struct AuditLimits: Hashable, Sendable {
    /// Older entries are removed.
    public var days: Int64 = 365
    /// What the entries may take together; beyond it the oldest sixteenth goes.
    public var bytes: UInt64 = 256 << 20
    /// Identifiers that are kept of one client a day; in what goes beyond, counts alone are kept.
    ///
    /// What it opened, what else it was given and what it changed have such an allowance each, of these and of entries; what it
    /// was refused, a tenth.
    public var idsPerDay = 100_000
    /// Entries of one client a day that are written within the second; after them it has one of each kind an hour.
    public var entriesPerDay = 10_000

    public init() {}
}
