/// The limits on the work for content that the library does not keep: content of dry runs, refused files, and files
/// that the library already has.
public struct DiscardedContentLimits: Hashable, Sendable {
    /// The maximum number of bytes that can be copied in a burst. This allowance refills within a day. A client with a
    /// lower daily quota has a lower allowance.
    public var bytes: UInt64 = 64 << 30
    /// The maximum processor time that workers can use in a burst, in milliseconds. This allowance refills within ten
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
