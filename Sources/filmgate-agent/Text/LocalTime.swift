internal import Glibc

/// A day of the calendar.
struct Day: Hashable, Sendable {
    let year: Int
    let month: Int
    let day: Int

    /// `2024-05-02`
    var digits: String { Day.padded(year, 4) + "-" + Day.padded(month, 2) + "-" + Day.padded(day, 2) }

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

    static func padded(_ value: Int, _ count: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}

/// What calendar and clock on the wall show at a moment.
struct LocalTime: Hashable, Sendable {
    let day: Day
    let hour: Int
    let minute: Int

    /// `14:30`
    var clock: String { Day.padded(hour, 2) + ":" + Day.padded(minute, 2) }

    init(day: Day, hour: Int, minute: Int) {
        self.day = day
        self.hour = hour
        self.minute = minute
    }

    /// Where this computer is.
    ///
    /// - Parameter seconds: since the Unix epoch.
    init?(_ seconds: Int64) {
        var parts = tm()
        var moment = time_t(seconds)
        guard localtime_r(&moment, &parts) != nil else { return nil }
        day = Day(year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
        hour = Int(parts.tm_hour)
        minute = Int(parts.tm_min)
    }
}
