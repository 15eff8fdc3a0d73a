/// A point in time of a monotonic clock.
public struct MonotonicTime: Hashable, Comparable, Sendable {
    /// The time since the clock's origin. All values have the same origin.
    public let elapsed: Duration

    public init(_ elapsed: Duration) { self.elapsed = elapsed }

    public static func < (left: MonotonicTime, right: MonotonicTime) -> Bool { left.elapsed < right.elapsed }

    public static func + (left: MonotonicTime, right: Duration) -> MonotonicTime { MonotonicTime(left.elapsed + right) }
}
