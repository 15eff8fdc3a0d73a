/// What a client may have copied and read of content that is not kept: of dry runs, of files that are refused, and of those that the
/// library has already.
public struct UnkeptLimits: Hashable, Sendable {
    /// Bytes at once, which come back within a day. A client that may add fewer in a day may have no more of them copied in vain.
    public var bytes: UInt64 = 64 << 30
    /// Milliseconds of processor time of workers at once, which come back within ten times as long.
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
