public import FilmgateModel
public import FoundationEssentials

extension Date {
    /// Converts a timestamp. The date is exact to the microsecond for several centuries around the present.
    public init(_ timestamp: Timestamp) { self.init(timeIntervalSince1970: Double(timestamp.rawValue) / 1_000_000) }
}

extension Timestamp {
    /// Rounds a date to microseconds. A date outside the years 1 to 9999 becomes the nearest date in that range.
    public init(_ date: Date) {
        let microseconds = (date.timeIntervalSince1970 * 1_000_000).rounded()
        let first = ContractLimits.dates.lowerBound.rawValue
        let last = ContractLimits.dates.upperBound.rawValue
        let isInside = microseconds > Double(first) && microseconds < Double(last)
        self.init(rawValue: isInside ? Int64(microseconds) : microseconds >= Double(last) ? last : first)
    }
}
