/// Counts what is used up and comes back at a steady rate, so that bursts are possible and steady use is bounded.
///
/// Moments are microseconds since the boot.
public struct TokenBucket: Hashable, Sendable {
    public struct Limit: Hashable, Sendable {
        /// What can be used up at once.
        public let capacity: UInt64
        /// How much of it comes back in a second.
        public let perSecond: Double

        /// - Parameter seconds: in which all of it comes back.
        public init(capacity: UInt64, refilledIn seconds: Double) {
            self.capacity = capacity
            perSecond = max(Double(capacity) / seconds, .leastNormalMagnitude)
        }
    }

    private var used = 0.0
    private var moment: Int64 = 0

    public init() {}

    /// Uses up an amount, where it is there; more than all of it is there when nothing else is used up.
    ///
    /// - Returns: nil; or in how many seconds it will be there, and nothing is used up.
    public mutating func take(_ amount: UInt64, within limit: Limit, at now: Int64) -> Double? {
        refill(within: limit, at: now)
        let excess = used + Double(amount) - Double(max(limit.capacity, amount))
        guard excess <= 0 else { return excess / limit.perSecond }
        used += Double(amount)
        return nil
    }

    /// Takes note of what has been used up already, be it there or not.
    public mutating func use(_ amount: UInt64, within limit: Limit, at now: Int64) {
        refill(within: limit, at: now)
        used += Double(amount)
    }

    public mutating func giveBack(_ amount: UInt64) { used = max(0, used - Double(amount)) }

    /// Whether nothing is used up, so that a new one would do as well.
    public mutating func isFull(within limit: Limit, at now: Int64) -> Bool {
        refill(within: limit, at: now)
        return used == 0
    }

    private mutating func refill(within limit: Limit, at now: Int64) {
        used = max(0, used - Double(max(0, now - moment)) / 1_000_000 * limit.perSecond)
        moment = now
    }
}
