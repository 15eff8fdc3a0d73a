/// A moment of a timeline that only runs forwards, whatever becomes of the calendar.
public struct Moment: Hashable, Comparable, Sendable {
    /// Since some beginning that all moments share.
    public let elapsed: Duration

    public init(_ elapsed: Duration) { self.elapsed = elapsed }

    public static func < (left: Moment, right: Moment) -> Bool { left.elapsed < right.elapsed }

    public static func + (left: Moment, right: Duration) -> Moment { Moment(left.elapsed + right) }
}
