public import FilmgateModel
internal import Glibc

/// A moment as a calendar and a clock show it.
public struct CivilTime: Hashable, Sendable {
    public enum Zone: Equatable, Sendable {
        /// The time zone of this computer.
        case local
        /// Seconds east of UTC.
        case offset(Int)
    }

    public var date: CivilDate
    public var hour = 0
    public var minute = 0
    public var second = 0

    public init(_ date: CivilDate) { self.date = date }

    /// Returns nil if a clock does not show this time, or if the month does not have this day.
    public init?(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        guard let date = CivilDate(year: year, month: month, day: day), (0..<24).contains(hour),
            (0..<60).contains(minute), (0..<60).contains(second)
        else { return nil }
        (self.date, self.hour, self.minute, self.second) = (date, hour, minute, second)
    }

    /// Returns nil if the moment is outside the years that the calendar can count.
    ///
    /// - Parameter seconds: since the Unix epoch.
    public init?(_ seconds: Int64, in zone: Zone) {
        let offset: Int
        switch zone {
        case .offset(let seconds): offset = seconds
        case .local:
            var parts = unsafe tm()
            var moment = time_t(seconds)
            guard unsafe localtime_r(&moment, &parts) != nil else { return nil }
            offset = unsafe parts.tm_gmtoff
        }
        let (shifted, overflow) = seconds.addingReportingOverflow(Int64(offset))
        let days = shifted.floorDivided(by: 86_400)
        guard !overflow, let day = Int32(exactly: days) else { return nil }
        date = CivilDate(days: day)
        let ofDay = Int(shifted - days * 86_400)
        (hour, minute, second) = (ofDay / 3600, ofDay / 60 % 60, ofDay % 60)
    }

    /// Returns the seconds since the Unix epoch.
    public func seconds(in zone: Zone) -> Int64 {
        switch zone {
        case .offset(let offset):
            return Int64(date.days) * 86_400 + Int64(hour * 3600 + minute * 60 + second - offset)
        case .local:
            var parts = unsafe tm()
            unsafe parts.tm_year = Int32(clamping: date.year - 1900)
            unsafe parts.tm_mon = Int32(clamping: date.month - 1)
            unsafe parts.tm_mday = Int32(clamping: date.day)
            unsafe parts.tm_hour = Int32(clamping: hour)
            unsafe parts.tm_min = Int32(clamping: minute)
            unsafe parts.tm_sec = Int32(clamping: second)
            unsafe parts.tm_isdst = -1
            return unsafe Int64(mktime(&parts))
        }
    }

    /// `2024-05-01`
    public var dateText: String { date.text }

    /// `14:30`
    public var clockText: String { Text.digits(hour, 2) + ":" + Text.digits(minute, 2) }

    /// `14:30:05`
    public var exactClockText: String { clockText + ":" + Text.digits(second, 2) }
}

extension CivilDate {
    /// `2024-05-02`
    public var text: String { Text.digits(year, 4) + "-" + Text.digits(month, 2) + "-" + Text.digits(day, 2) }

    /// `Thursday, 2 May 2024`
    public var longText: String {
        // The first of January 1970 was a Thursday.
        let weekday = Int((Int64(days) + 4) - (Int64(days) + 4).floorDivided(by: 7) * 7)
        return "\(CivilDate.weekdays[weekday]), \(day) \(monthName) \(year)"
    }

    private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
}
