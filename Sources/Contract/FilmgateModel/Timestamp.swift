/// A point in time, in microseconds since the Unix epoch, UTC.
public struct Timestamp: RawRepresentable, Hashable, Comparable, Sendable, Codable {
    public let rawValue: Int64

    /// The maximum absolute value. Damaged files can contain any number; with this limit, sums and differences of two
    /// values do not overflow. All dates in `ContractLimits.dates` are far below the limit.
    private static let bound: Int64 = 1 << 61

    /// Clamps the number to the maximum absolute value.
    public init(rawValue: Int64) { self.rawValue = min(max(rawValue, -Timestamp.bound), Timestamp.bound) }

    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.rawValue < right.rawValue }

    public func advanced(bySeconds seconds: Int64) -> Timestamp {
        Timestamp(rawValue: rawValue.addingClamped(seconds.multipliedClamped(by: 1_000_000)))
    }
}
