/// A day of the calendar, where a photo was taken.
public struct LocalDay: Hashable, Comparable, Sendable {
    /// Since the first of January 1970.
    public let number: Int32

    public init(number: Int32) { self.number = number }

    /// - Parameter offset: of the place's clock, in seconds east of UTC.
    public init(of moment: Timestamp, offset: Int32) {
        let seconds = floorDivided(moment.rawValue, by: 1_000_000) + Int64(offset)
        number = Int32(clamping: floorDivided(seconds, by: 86_400))
    }

    public static func < (left: LocalDay, right: LocalDay) -> Bool { left.number < right.number }

    /// By the Gregorian calendar, also before there was one.
    public var date: (year: Int, month: Int, day: Int) {
        // Counted in eras of 400 years that begin on a first of March, so that the leap day comes last.
        let days = Int(number) + 719_468
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * month + 2) / 5 + 1
        let isAfterDecember = month >= 10
        return (yearOfEra + era * 400 + (isAfterDecember ? 1 : 0), isAfterDecember ? month - 9 : month + 3, day)
    }

    public var year: Int { date.year }
}

private func floorDivided(_ value: Int64, by divisor: Int64) -> Int64 {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
}
