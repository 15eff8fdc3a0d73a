@_exported public import struct FilmgateModel.CivilTime
public import FilmgateModel
import Glibc

extension CivilTime {
    public enum Zone: Equatable, Sendable {
        /// The time zone of this computer.
        case local
        /// Seconds east of UTC.
        case offset(Int)
    }

    /// Returns nil if the calendar cannot represent the year of the time.
    ///
    /// - Parameter seconds: the number of seconds since the Unix epoch.
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
    /// The date as text, such as `Thursday, 2 May 2024`, in the person's language.
    public var longText: String {
        // A pattern for strftime(3), which translations can change.
        text(localized("%A, %-d %B %Y"))
    }

    private func text(_ pattern: String) -> String {
        var calendar = unsafe tm()
        unsafe calendar.tm_year = Int32(clamping: year - 1900)
        unsafe calendar.tm_mon = Int32(clamping: month - 1)
        unsafe calendar.tm_mday = Int32(clamping: day)
        // Computes the day of the week.
        _ = unsafe timegm(&calendar)
        var bytes = [CChar](repeating: 0, count: 256)
        let count = unsafe strftime(&bytes, bytes.count, pattern, &calendar)
        return String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
