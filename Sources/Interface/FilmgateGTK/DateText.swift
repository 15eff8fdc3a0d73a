import CFilmgateGTK

/// Formats dates in the person's language, at a given offset from UTC or in the person's time zone.
public enum DateText {
    /// The formats of days and months, in the syntax of `g_date_time_format`.
    public static var formats = Formats(day: "%-d %B %Y", month: "%B %Y")

    public struct Formats: Sendable {
        let day: String
        let month: String

        public init(day: String, month: String) {
            self.day = day
            self.month = month
        }
    }

    /// Returns a day with its month and year; nil if GLib cannot represent the date.
    ///
    /// - Parameters:
    ///   - microseconds: the date, in microseconds since 1970, UTC.
    ///   - offset: the clock's offset, in seconds east of UTC; nil for the person's time zone.
    public static func day(_ microseconds: Int64, at offset: Int32? = nil) -> String? {
        text(microseconds, offset, formats.day)
    }

    public static func year(_ microseconds: Int64, at offset: Int32? = nil) -> String? {
        text(microseconds, offset, "%Y")
    }

    public static func month(_ microseconds: Int64, at offset: Int32? = nil) -> String? {
        text(microseconds, offset, formats.month)
    }

    /// Returns a date and a time.
    public static func moment(_ microseconds: Int64, at offset: Int32? = nil) -> String? {
        text(microseconds, offset, formats.day + ", %H:%M")
    }

    /// Returns a date and a time as the person edits them, independent of the language: `2024-05-01 12:00:30`.
    public static func editable(_ microseconds: Int64, at offset: Int32? = nil) -> String? {
        text(microseconds, offset, "%Y-%m-%d %H:%M:%S")
    }

    /// Parses a date in the format of `editable`. The time, its minutes and seconds, or its seconds may be missing.
    ///
    /// - Returns: microseconds since 1970, UTC; nil if the text is not a date.
    public static func moment(from text: String, at offset: Int32? = nil) -> Int64? {
        let numbers = text.split { !$0.isNumber }.map { Int32($0) }
        guard (3...6).contains(numbers.count), !numbers.contains(nil) else { return nil }
        let parts = numbers.compactMap(\.self) + [0, 0, 0]
        let make = offset == nil ? g_date_time_new_local : g_date_time_new_utc
        guard let time = make(parts[0], parts[1], parts[2], parts[3], parts[4], Double(parts[5])) else { return nil }
        defer { g_date_time_unref(time) }
        return (Int64(g_date_time_to_unix(time)) - Int64(offset ?? 0)) * 1_000_000
    }

    /// Returns the number of days since 1970 in local time, for comparing the days of two photos.
    public static func dayNumber(_ microseconds: Int64, at offset: Int32? = nil) -> Int64? {
        if let offset { return floored(seconds(microseconds) + Int64(offset), by: 86_400) }
        guard let time = g_date_time_new_from_unix_local(Int(seconds(microseconds))) else { return nil }
        defer { g_date_time_unref(time) }
        return floored(seconds(microseconds) + Int64(g_date_time_get_utc_offset(time)) / 1_000_000, by: 86_400)
    }

    private static func text(_ microseconds: Int64, _ offset: Int32?, _ format: String) -> String? {
        let seconds = Int(seconds(microseconds))
        let made =
            offset.map { g_date_time_new_from_unix_utc(seconds + Int($0)) } ?? g_date_time_new_from_unix_local(seconds)
        guard let time = made else { return nil }
        defer { g_date_time_unref(time) }
        guard let text = g_date_time_format(time, format) else { return nil }
        defer { g_free(text) }
        return String(cString: text)
    }

    private static func seconds(_ microseconds: Int64) -> Int64 { floored(microseconds, by: 1_000_000) }

    /// Divides and rounds down, even for negative numbers.
    private static func floored(_ value: Int64, by divisor: Int64) -> Int64 {
        let quotient = value / divisor
        return value % divisor < 0 ? quotient - 1 : quotient
    }
}
