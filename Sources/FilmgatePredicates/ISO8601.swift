internal import FilmgateModel

extension Timestamp {
    /// Reads `2024-05-01`, which is its beginning in UTC, or `2024-05-01T12:00:00.5+02:00`, whose seconds and fractions may be left
    /// out, but not the `Z` or offset. Nil for anything else, and outside the years 1 to 9999.
    init?(iso8601 text: String) {
        var reader = DigitReader(text)
        guard let year = reader.number(4), reader.take("-"), let month = reader.number(2), reader.take("-"),
            let day = reader.number(2), let days = daysSinceEpoch(year, month, day)
        else { return nil }
        var moment = Int64(days) * 86_400_000_000
        if !reader.isAtEnd {
            guard reader.take("T") || reader.take("t") || reader.take(" "), let time = reader.time(),
                let offset = reader.offset(), reader.isAtEnd
            else { return nil }
            moment += time - offset
        }
        self.init(rawValue: moment)
        guard Bounds.dates.contains(self) else { return nil }
    }

    /// In UTC, with as many digits of a second as it takes.
    var iso8601: String {
        let days = rawValue.floored(by: 86_400_000_000)
        let time = rawValue - days * 86_400_000_000
        let (year, month, day) = civilDate(days: Int(days))
        let (seconds, fraction) = time.quotientAndRemainder(dividingBy: 1_000_000)
        var text = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
        text +=
            "T\(padded(Int(seconds / 3600), 2)):\(padded(Int(seconds / 60 % 60), 2)):\(padded(Int(seconds % 60), 2))"
        if fraction > 0 {
            var digits = padded(Int(fraction), 6)
            while digits.last == "0" { digits.removeLast() }
            text += "." + digits
        }
        return text + "Z"
    }
}

/// Takes a moment's text apart.
private struct DigitReader {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = Substring(text).utf8 }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func take(_ sign: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: sign) else { return false }
        rest.removeFirst()
        return true
    }

    /// Of exactly so many digits.
    mutating func number(_ digits: Int) -> Int? {
        guard rest.count >= digits, rest.prefix(digits).allSatisfy(\.isDigit) else { return nil }
        defer { rest.removeFirst(digits) }
        return rest.prefix(digits).reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    /// In microseconds since the day's beginning.
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

    /// East of Greenwich, in microseconds.
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

extension BinaryInteger {
    /// The quotient that is not above the true one.
    fileprivate func floored(by divisor: Self) -> Self {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}

/// Nil for a day that no month has. Counted in eras of 400 years that begin on the first of March.
private func daysSinceEpoch(_ year: Int, _ month: Int, _ day: Int) -> Int? {
    guard (1...12).contains(month), day >= 1 else { return nil }
    let shifted = month > 2 ? year : year - 1
    let era = shifted.floored(by: 400)
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let days = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    return civilDate(days: days) == (year, month, day) ? days : nil
}

private func civilDate(days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = shifted.floored(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
}

private func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
}
