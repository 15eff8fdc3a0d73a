/// Limits the work for content that is not kept: for dry runs, for refused files, and for files that the library
/// already has.
public struct DiscardedContentLimits: Hashable, Sendable {
    /// How many bytes may be copied in a burst. They are refilled within a day. A lower daily quota of the client
    /// lowers this limit, too.
    public var bytes: UInt64 = 64 << 30
    /// How many milliseconds of workers' processor time may be used in a burst. They are refilled within ten times that
    /// duration.
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
