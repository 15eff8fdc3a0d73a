import FilmgateModel

extension Timestamp {
    /// Parses `2024-05-01` (the day's start in UTC) or `2024-05-01T12:00:00.5+02:00`. The second form can omit seconds
    /// and fractions, but not the `Z` or offset. Returns nil for other strings, and for years outside 1 to 9999.
    init?(iso8601 text: String) {
        var reader = DigitReader(text)
        guard let year = reader.number(4), reader.take("-"), let month = reader.number(2), reader.take("-"),
            let day = reader.number(2), let date = CivilDate(year: year, month: month, day: day)
        else { return nil }
        var microseconds = Int64(date.days) * 86_400_000_000
        if !reader.isAtEnd {
            guard reader.take("T") || reader.take("t") || reader.take(" "), let time = reader.time(),
                let offset = reader.offset(), reader.isAtEnd
            else { return nil }
            microseconds += time - offset
        }
        self.init(rawValue: microseconds)
        guard ContractLimits.dates.contains(self) else { return nil }
    }

    /// The date in UTC, with as many digits of fractional seconds as necessary.
    var iso8601: String {
        var text = isoText.dropLast()
        guard !text.isEmpty else { return "" }
        while text.last == "0" { text.removeLast() }
        if text.last == "." { text.removeLast() }
        return String(text) + "Z"
    }
}

/// Reads the parts of a date's text.
private struct DigitReader {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = Substring(text).utf8 }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func take(_ sign: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: sign) else { return false }
        rest.removeFirst()
        return true
    }

    /// Reads a number with exactly this many digits.
    mutating func number(_ digits: Int) -> Int? {
        guard rest.count >= digits, rest.prefix(digits).allSatisfy(\.isDigit) else { return nil }
        defer { rest.removeFirst(digits) }
        return rest.prefix(digits).reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    /// Reads a time, in microseconds since the start of the day.
    mutating func time() -> Int64? {
        guard let hour = number(2), hour < 24, take(":"), let minute = number(2), minute < 60 else { return nil }
        var time = Int64(hour * 3600 + minute * 60) * 1_000_000
        guard take(":") else { return time }
        guard let second = number(2), second < 60 else { return nil }
        time += Int64(second) * 1_000_000
        guard take(".") else { return time }
        var unit: Int64 = 100_000
        guard let first = rest.first, first.isDigit else { return nil }
        while let digit = rest.first, digit.isDigit, unit > 0 {
            time += Int64(digit - UInt8(ascii: "0")) * unit
            unit /= 10
            rest.removeFirst()
        }
        return time
    }

    /// Reads a time zone, in microseconds east of UTC.
    mutating func offset() -> Int64? {
        if take("Z") || take("z") { return 0 }
        let isEast = take("+")
        guard isEast || take("-"), let hours = number(2), hours < 24, take(":"), let minutes = number(2), minutes < 60
        else { return nil }
        return Int64(hours * 3600 + minutes * 60) * (isEast ? 1_000_000 : -1_000_000)
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
