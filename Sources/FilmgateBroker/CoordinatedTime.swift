internal import FilmgateModel

extension Timestamp {
    /// As `2026-05-01 14:30:07 UTC`, rounded up to whole seconds.
    var coordinatedTime: String {
        let seconds = (Double(rawValue) / 1_000_000).rounded(.up)
        let (day, second) = Int64(seconds).quotientAndRemainder(dividingBy: 86_400)
        let (year, month, dayOfMonth) = Self.date(day: second < 0 ? day - 1 : day)
        let clock = second < 0 ? second + 86_400 : second
        func digits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(year)-\(digits(month))-\(digits(dayOfMonth)) "
            + "\(digits(clock / 3600)):\(digits(clock / 60 % 60)):\(digits(clock % 60)) UTC"
    }

    /// The Gregorian date of a day, counted from the beginning of 1970.
    ///
    /// Years begin in March here, so that the leap day is the last of one; they repeat every 400, which have 146,097 days.
    private static func date(day: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let january = month >= 10
        return (
            yearOfEra + era * 400 + (january ? 1 : 0), january ? month - 9 : month + 3,
            dayOfYear - (153 * month + 2) / 5 + 1
        )
    }
}
