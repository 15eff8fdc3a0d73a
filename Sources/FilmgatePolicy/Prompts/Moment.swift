/// A point in time of a monotonic clock.
public struct Moment: Hashable, Comparable, Sendable {
    /// The time since the clock's origin, which all moments share.
    public let elapsed: Duration

    public init(_ elapsed: Duration) { self.elapsed = elapsed }

    public static func < (left: Moment, right: Moment) -> Bool { left.elapsed < right.elapsed }

    public static func + (left: Moment, right: Duration) -> Moment { Moment(left.elapsed + right) }
}
