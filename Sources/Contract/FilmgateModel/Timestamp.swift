/// A point in time, in microseconds since the Unix epoch, UTC.
public struct Timestamp: RawRepresentable, Hashable, Comparable, Sendable, Codable {
    public let rawValue: Int64

    /// The maximum absolute value, because damaged files can contain any number. Sums and differences of two values do
    /// not overflow. All dates in `Bounds.dates` are far below it.
    private static let bound: Int64 = 1 << 61

    /// Clamps the number to the maximum absolute value.
    public init(rawValue: Int64) { self.rawValue = min(max(rawValue, -Timestamp.bound), Timestamp.bound) }

    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.rawValue < right.rawValue }

    public func advanced(bySeconds seconds: Int64) -> Timestamp {
        Timestamp(rawValue: rawValue.addingClamped(seconds.multipliedClamped(by: 1_000_000)))
    }
}
