/// A span of time for grouping photos: a day, a month or a year.
public enum SectionUnit: Sendable, CaseIterable {
    case day, month, year

    /// Returns the number of the span that contains a date. Two photos of the same span have the same number.
    ///
    /// - Parameters:
    ///   - microseconds: the date, in microseconds since 1970, UTC.
    ///   - offset: the clock's offset, in seconds east of UTC; nil for the person's time zone.
    public func number(of microseconds: Int64, at offset: Int32? = nil) -> Int64? {
        guard let day = DateText.dayNumber(microseconds, at: offset) else { return nil }
        guard self != .day else { return day }
        let month = Self.month(of: day)
        return self == .month ? month : (month >= 0 ? month / 12 : (month - 11) / 12)
    }

    /// Returns the text for the span; nil if GLib cannot represent the date.
    public func text(of microseconds: Int64, at offset: Int32? = nil) -> String? {
        switch self {
        case .day: DateText.day(microseconds, at: offset)
        case .month: DateText.month(microseconds, at: offset)
        case .year: DateText.year(microseconds, at: offset)
        }
    }

    /// Returns the number of months since year 0. Avoids GLib for speed, because a grid needs the month of each photo.
    private static func month(of day: Int64) -> Int64 {
        // Counts in eras of 400 years, which begin on 1 March.
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        return (era * 400 + yearOfEra) * 12 + monthFromMarch + 2
    }
}
