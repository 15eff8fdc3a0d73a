internal import FilmgateText

/// A day of the calendar.
struct Day: Hashable, Sendable {
    let year: Int
    let month: Int
    let day: Int

    /// `2024-05-02`
    var digits: String { CivilTime.digits(year, 4) + "-" + CivilTime.digits(month, 2) + "-" + CivilTime.digits(day, 2) }

    /// `Thursday, 2 May 2024`
    var text: String { "\(Day.weekdays[weekday]), \(day) \(Day.months[month - 1]) \(year)" }

    /// From Sunday, 0.
    private var weekday: Int {
        // Sakamoto's rule for the Gregorian calendar.
        let shifts = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4]
        let year = month < 3 ? year - 1 : year
        let sum = year + year / 4 - year / 100 + year / 400 + shifts[month - 1] + day
        return (sum % 7 + 7) % 7
    }

    private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
}

/// What calendar and clock on the wall show at a moment.
struct LocalTime: Hashable, Sendable {
    let day: Day
    let hour: Int
    let minute: Int

    /// `14:30`
    var clock: String { CivilTime.digits(hour, 2) + ":" + CivilTime.digits(minute, 2) }

    init(day: Day, hour: Int, minute: Int) {
        self.day = day
        self.hour = hour
        self.minute = minute
    }

    /// Where this computer is.
    ///
    /// - Parameter seconds: since the Unix epoch.
    init?(_ seconds: Int64) {
        guard let time = CivilTime(seconds, in: .local) else { return nil }
        day = Day(year: time.year, month: time.month, day: time.day)
        hour = time.hour
        minute = time.minute
    }
}
