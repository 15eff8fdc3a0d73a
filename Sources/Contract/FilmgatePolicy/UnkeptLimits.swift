/// Limits the work for content that is not kept: for dry runs, for refused files, and for files that the library has already.
public struct UnkeptLimits: Hashable, Sendable {
    /// The bytes that may be copied in a burst, refilled within a day. A lower daily quota of the client lowers this limit, too.
    public var bytes: UInt64 = 64 << 30
    /// The milliseconds of workers' processor time in a burst, refilled within ten times as long.
    public var milliseconds: UInt64 = 60_000

    public init() {}

    public func limitOfBytes(under quota: AdditionQuota?) -> TokenBucket.Limit {
        TokenBucket.Limit(
            capacity: min(bytes, quota?.bytes ?? .max), refilledIn: Double(AdditionQuota.seconds))
    }

    public var limitOfMilliseconds: TokenBucket.Limit {
        TokenBucket.Limit(capacity: milliseconds, refilledIn: Double(milliseconds) / 100)
    }
}
