/// A token bucket. It allows bursts up to its capacity, and limits steady use to its refill rate.
///
/// Times are microseconds since boot.
public struct TokenBucket: Hashable, Sendable {
    public struct Limit: Hashable, Sendable {
        public let capacity: UInt64
        /// The number of tokens that are refilled in a second.
        public let perSecond: Double

        /// - Parameter seconds: the time that an empty bucket takes to fill.
        public init(capacity: UInt64, refilledIn seconds: Double) {
            self.capacity = capacity
            perSecond = max(Double(capacity) / seconds, .leastNormalMagnitude)
        }
    }

    private var used = 0.0
    private var moment: Int64 = 0

    public init() {}

    /// Takes a number of tokens if the bucket has enough. A full bucket allows an amount above its capacity.
    ///
    /// - Returns: nil on success. If the bucket does not have enough tokens, takes none, and returns the seconds until
    ///   it has enough.
    public mutating func take(_ amount: UInt64, within limit: Limit, at now: Int64) -> Double? {
        refill(within: limit, at: now)
        let excess = used + Double(amount) - Double(max(limit.capacity, amount))
        guard excess <= 0 else { return excess / limit.perSecond }
        used += Double(amount)
        return nil
    }

    /// Takes tokens for work that is already done, even if the bucket does not have enough.
    public mutating func use(_ amount: UInt64, within limit: Limit, at now: Int64) {
        refill(within: limit, at: now)
        used += Double(amount)
    }

    public mutating func release(_ amount: UInt64) { used = max(0, used - Double(amount)) }

    /// Returns whether the bucket is full. A full bucket behaves like a new bucket.
    public mutating func isFull(within limit: Limit, at now: Int64) -> Bool {
        refill(within: limit, at: now)
        return used == 0
    }

    private mutating func refill(within limit: Limit, at now: Int64) {
        used = max(0, used - Double(max(0, now - moment)) / 1_000_000 * limit.perSecond)
        moment = now
    }
}
