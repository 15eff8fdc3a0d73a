internal import Glibc

/// A moment as a calendar and a clock on the wall show it.
public struct CivilTime: Equatable, Sendable {
    public enum Zone: Equatable, Sendable {
        /// Where this computer is.
        case local
        /// Seconds east of UTC.
        case offset(Int)
    }

    public var year: Int
    public var month: Int
    public var day: Int
    public var hour = 0
    public var minute = 0
    public var second = 0

    public init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// - Parameters:
    ///   - seconds: since the Unix epoch.
    ///   - zone: where the clock hangs.
    /// - Returns: nil outside the years that the C library can count.
    public init?(_ seconds: Int64, in zone: Zone) {
        var parts = unsafe tm()
        var moment: time_t
        switch zone {
        case .local:
            moment = time_t(seconds)
            guard unsafe localtime_r(&moment, &parts) != nil else { return nil }
        case .offset(let offset):
            moment = time_t(seconds) + offset
            guard unsafe gmtime_r(&moment, &parts) != nil else { return nil }
        }
        self.init(
            year: Int(unsafe parts.tm_year) + 1900, month: Int(unsafe parts.tm_mon) + 1, day: Int(unsafe parts.tm_mday))
        hour = Int(unsafe parts.tm_hour)
        minute = Int(unsafe parts.tm_min)
        second = Int(unsafe parts.tm_sec)
    }

    /// Seconds since the Unix epoch; nil for a day that its month does not have.
    public func seconds(in zone: Zone) -> Int64? {
        guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
        var parts = unsafe tm()
        unsafe parts.tm_year = Int32(year - 1900)
        unsafe parts.tm_mon = Int32(month - 1)
        unsafe parts.tm_mday = Int32(day)
        unsafe parts.tm_hour = Int32(hour)
        unsafe parts.tm_min = Int32(minute)
        unsafe parts.tm_sec = Int32(second)
        unsafe parts.tm_isdst = -1
        let seconds: Int
        switch zone {
        case .local: seconds = unsafe mktime(&parts)
        case .offset(let offset): seconds = unsafe timegm(&parts) - offset
        }
        // The C library takes 31 February for 3 March.
        return Int(unsafe parts.tm_mday) == day ? Int64(seconds) : nil
    }

    /// `2024-05-01`
    public var dateText: String {
        CivilTime.digits(year, 4) + "-" + CivilTime.digits(month, 2) + "-" + CivilTime.digits(day, 2)
    }

    /// `14:30`
    public var clockText: String { CivilTime.digits(hour, 2) + ":" + CivilTime.digits(minute, 2) }

    public static func digits(_ value: Int, _ count: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}
