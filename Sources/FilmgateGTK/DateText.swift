internal import CFilmgateGTK

/// Dates in the person's language and time zone.
public enum DateText {
    /// How days and months are written, in the form of `g_date_time_format`.
    public static var formats = Formats(day: "%-d %B %Y", month: "%B %Y")

    public struct Formats: Sendable {
        let day: String
        let month: String

        public init(day: String, month: String) {
            self.day = day
            self.month = month
        }
    }

    /// Returns a day with its month and year, or nil if the calendar does not have it.
    ///
    /// - Parameter microseconds: since 1970, UTC.
    public static func day(_ microseconds: Int64) -> String? { text(microseconds, formats.day) }

    public static func year(_ microseconds: Int64) -> String? { text(microseconds, "%Y") }

    public static func month(_ microseconds: Int64) -> String? { text(microseconds, formats.month) }

    /// Returns a date and a time.
    public static func moment(_ microseconds: Int64) -> String? { text(microseconds, formats.day + ", %H:%M") }

    /// Returns a date and a time as the person edits them, whatever their language is: `2024-05-01 12:00:30`.
    public static func editable(_ microseconds: Int64) -> String? { text(microseconds, "%Y-%m-%d %H:%M:%S") }

    /// Reads what `editable` writes. The time, or its seconds, may be left out.
    ///
    /// - Returns: microseconds since 1970, UTC; nil if the text is no date.
    public static func moment(from text: String) -> Int64? {
        let numbers = text.split { !$0.isNumber }.map { Int32($0) }
        guard (3...6).contains(numbers.count), !numbers.contains(nil) else { return nil }
        let parts = numbers.compactMap(\.self) + [0, 0, 0]
        guard let time = g_date_time_new_local(parts[0], parts[1], parts[2], parts[3], parts[4], Double(parts[5]))
        else {
            return nil
        }
        defer { g_date_time_unref(time) }
        return Int64(g_date_time_to_unix(time)) * 1_000_000
    }

    /// The days since 1970 in the person's time zone, to find out whether two photos are of the same day.
    public static func dayNumber(_ microseconds: Int64) -> Int64? {
        guard let time = time(microseconds) else { return nil }
        defer { g_date_time_unref(time) }
        return floored(seconds(microseconds) + Int64(g_date_time_get_utc_offset(time)) / 1_000_000, by: 86_400)
    }

    private static func text(_ microseconds: Int64, _ format: String) -> String? {
        guard let time = time(microseconds) else { return nil }
        defer { g_date_time_unref(time) }
        guard let text = g_date_time_format(time, format) else { return nil }
        defer { g_free(text) }
        return String(cString: text)
    }

    private static func time(_ microseconds: Int64) -> OpaquePointer? {
        g_date_time_new_from_unix_local(Int(seconds(microseconds)))
    }

    private static func seconds(_ microseconds: Int64) -> Int64 { floored(microseconds, by: 1_000_000) }

    /// Divides, and rounds down, also before 1970.
    private static func floored(_ value: Int64, by divisor: Int64) -> Int64 {
        let quotient = value / divisor
        return value % divisor < 0 ? quotient - 1 : quotient
    }
}
