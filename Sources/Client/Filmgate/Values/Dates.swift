public import FilmgateModel
public import FoundationEssentials

extension Date {
    /// Converts a timestamp. The date is exact to the microsecond if it is within centuries of the present.
    public init(_ timestamp: Timestamp) { self.init(timeIntervalSince1970: Double(timestamp.rawValue) / 1_000_000) }
}

extension Timestamp {
    /// Rounds to a microsecond; dates outside the years 1 to 9999 become the nearest date inside.
    public init(_ date: Date) {
        let microseconds = (date.timeIntervalSince1970 * 1_000_000).rounded()
        let first = Bounds.dates.lowerBound.rawValue
        let last = Bounds.dates.upperBound.rawValue
        let isInside = microseconds > Double(first) && microseconds < Double(last)
        self.init(rawValue: isInside ? Int64(microseconds) : microseconds >= Double(last) ? last : first)
    }
}
