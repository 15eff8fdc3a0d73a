/// The limits on the work for content that is not kept: for dry runs, for refused files, and for files that the library
/// already has.
public struct DiscardedContentLimits: Hashable, Sendable {
    /// The number of bytes that may be copied in a burst. This allowance is refilled within a day. A lower daily quota
    /// of the client lowers it.
    public var bytes: UInt64 = 64 << 30
    /// The workers' processor time that may be used in a burst, in milliseconds. This allowance is refilled within ten
    /// times that duration.
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
