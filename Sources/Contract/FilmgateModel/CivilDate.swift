import Glibc

/// A day of the proleptic Gregorian calendar.
public struct CivilDate: Hashable, Sendable {
    public let year: Int
    /// The month; 1 is January.
    public let month: Int
    public let day: Int

    /// - Parameter days: the days since 1 January 1970.
    public init(days: Int32) {
        var seconds = time_t(days) * 86_400
        var calendar = unsafe tm()
        unsafe gmtime_r(&seconds, &calendar)
        year = unsafe Int(calendar.tm_year) + 1900
        month = unsafe Int(calendar.tm_mon) + 1
        day = unsafe Int(calendar.tm_mday)
    }

    /// Returns nil for a day that does not exist, or that is outside the years 1 to 9999.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
        guard CivilDate(days: days) == self else { return nil }
    }

    public var monthName: String { CivilDate.monthNames[month - 1] }

    private static let monthNames = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// The days since 1 January 1970.
    public var days: Int32 {
        var calendar = unsafe tm()
        unsafe calendar.tm_year = Int32(clamping: year - 1900)
        unsafe calendar.tm_mon = Int32(clamping: month - 1)
        unsafe calendar.tm_mday = Int32(clamping: day)
        return Int32(clamping: unsafe timegm(&calendar) / 86_400)
    }
}

extension Int64 {
    /// Returns the quotient, rounded down.
    public func floorDivided(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
