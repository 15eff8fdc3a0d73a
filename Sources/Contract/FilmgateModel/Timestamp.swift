/// A point in time, in microseconds since the Unix epoch, UTC.
public struct Timestamp: RawRepresentable, Hashable, Comparable, Sendable, Codable {
    public let rawValue: Int64

    /// The bound on the absolute value, because damaged files and other programs can contain any number. It is far
    /// outside `Bounds.dates`; within it, neither the sum nor the difference of two values overflows.
    private static let bound: Int64 = 1 << 61

    /// Replaces a number outside the bounds by the nearer bound.
    public init(rawValue: Int64) { self.rawValue = min(max(rawValue, -Timestamp.bound), Timestamp.bound) }

    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.rawValue < right.rawValue }

    public func advanced(bySeconds seconds: Int64) -> Timestamp {
        Timestamp(rawValue: rawValue.addingClamped(seconds.multipliedClamped(by: 1_000_000)))
    }
}
