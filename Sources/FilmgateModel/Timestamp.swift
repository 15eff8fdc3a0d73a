/// A point in time, in microseconds since the Unix epoch, UTC.
public struct Timestamp: RawRepresentable, Hashable, Comparable, Sendable, Codable {
    public let rawValue: Int64

    public init(rawValue: Int64) { self.rawValue = rawValue }

    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.rawValue < right.rawValue }

    public func advanced(bySeconds seconds: Int64) -> Timestamp { Timestamp(rawValue: rawValue + seconds * 1_000_000) }
}
