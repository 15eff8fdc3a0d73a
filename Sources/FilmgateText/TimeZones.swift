@_exported public import struct FilmgateModel.CivilTime
public import FilmgateModel
internal import Glibc

extension CivilTime {
    public enum Zone: Equatable, Sendable {
        /// The time zone of this computer.
        case local
        /// Seconds east of UTC.
        case offset(Int)
    }

    /// Returns nil if the time is outside the years that the calendar can count.
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
        self.init(secondsSince1970: seconds, offset: offset)
    }

    /// Returns the seconds since the Unix epoch.
    public func seconds(in zone: Zone) -> Int64 {
        switch zone {
        case .offset(let offset):
            return secondsSince1970(offset: offset)
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
}

extension CivilDate {
    /// `Thursday, 2 May 2024`
    public var longText: String {
        // The first of January 1970 was a Thursday.
        let weekday = Int((Int64(days) + 4) - (Int64(days) + 4).floorDivided(by: 7) * 7)
        return "\(CivilDate.weekdays[weekday]), \(day) \(monthName) \(year)"
    }

    private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
}
