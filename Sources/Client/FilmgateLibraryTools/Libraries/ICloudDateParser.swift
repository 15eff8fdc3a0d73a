import FilmgateModel

/// A parser for dates in iCloud's form: `Saturday June 4,2022 12:11 PM GMT`.
struct ICloudDateParser {
    /// Returns the seconds since 1970; nil for a string in a different form, or with a time zone that is not an offset
    /// from GMT.
    static func seconds(_ text: String) -> Int64? {
        var date = ICloudDateParser()
        for word in text.split(whereSeparator: { $0 == "," || $0.isWhitespace }) { date.take(word) }
        guard let year = date.year, let month = date.month, let day = date.day, let clock = date.clock,
            let offset = date.offset, (2...3).contains(clock.count)
        else { return nil }
        var hour = clock[0]
        if let isAfternoon = date.isAfternoon {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + (isAfternoon ? 12 : 0)
        }
        return CivilTime(
            year: year, month: month, day: day, hour: hour, minute: clock[1], second: clock.count > 2 ? clock[2] : 0
        )?.secondsSince1970(offset: offset)
    }

    private var year: Int?
    private var month: Int?
    private var day: Int?
    private var clock: [Int]?
    private var isAfternoon: Bool?
    private var offset: Int?

    private mutating func take(_ word: Substring) {
        let lower = word.lowercased()
        if let number = Int(word) {
            if word.count == 4 { year = number } else { day = number }
        } else if let zone = ICloudDateParser.zone(lower) {
            offset = zone
        } else if word.contains(":") {
            clock = ICloudDateParser.numbers(word)
        } else if lower == "am" || lower == "pm" {
            isAfternoon = lower == "pm"
        } else if let index = ICloudDateParser.months.firstIndex(where: { lower.hasPrefix($0) }) {
            month = index + 1
        }
    }

    private static func numbers(_ text: Substring) -> [Int]? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        return parts.contains(nil) ? nil : parts.compactMap(\.self)
    }

    /// Parses `gmt`, `utc`, `gmt+2` or `gmt-03:30`. Returns the offset in seconds east of GMT.
    private static func zone(_ text: String) -> Int? {
        guard text.hasPrefix("gmt") || text.hasPrefix("utc") else { return nil }
        let rest = text.dropFirst(3)
        guard let sign = rest.first else { return 0 }
        guard sign == "+" || sign == "-", let parts = numbers(rest.dropFirst()), (1...2).contains(parts.count),
            (0...14).contains(parts[0]), (0..<60).contains(parts.count > 1 ? parts[1] : 0)
        else { return nil }
        return (sign == "-" ? -1 : 1) * (parts[0] * 3600 + (parts.count > 1 ? parts[1] * 60 : 0))
    }

    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
}
