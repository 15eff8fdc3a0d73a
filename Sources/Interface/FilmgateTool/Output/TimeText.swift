import Filmgate
import FilmgateText
import FoundationEssentials
import Glibc

/// Parses and formats times for people and programs.
enum TimeText {
    /// Returns the local time, to the minute: `2024-05-01 14:30`.
    ///
    /// - Parameter offset: the offset of the time zone, in seconds east of UTC; nil for local time.
    static func local(_ moment: Timestamp, offset: Int32? = nil) -> String {
        let zone = offset.map { CivilTime.Zone.offset(Int($0)) } ?? .local
        guard let time = CivilTime(floored(moment).seconds, in: zone) else { return "" }
        return time.dateText + " " + time.clockText
    }

    /// Returns the local day: `2024-05-01`.
    static func day(_ date: Date) -> String {
        CivilTime(floored(Timestamp(date)).seconds, in: .local)?.dateText ?? ""
    }

    /// Returns the local time, to the second: `2024-05-01 14:30:05`.
    static func exact(_ moment: Timestamp) -> String {
        guard let time = CivilTime(floored(moment).seconds, in: .local) else { return "" }
        return time.dateText + " " + time.exactClockText
    }

    static var now: Timestamp { Timestamp(Date()) }

    /// Parses `90m`, `2h`, `7d` or `2w` as a time after now, or a date in a format of `parse`.
    static func future(_ text: String, after now: Timestamp) -> Timestamp? {
        let units: [Character: Int64] = ["m": 60, "h": 3600, "d": 86_400, "w": 7 * 86_400]
        guard let unit = text.last.flatMap({ units[$0] }) else { return parse(text) }
        guard let count = UInt32(text.dropLast()), count > 0 else { return nil }
        return now.advanced(bySeconds: Int64(count) * unit)
    }

    /// Parses `90m`, `2h`, `7d` or `2w` as a time before now, or a date in a format of `parse`.
    static func past(_ text: String, before now: Timestamp) -> Timestamp? {
        guard let later = future(text, after: now) else { return nil }
        return parse(text) == nil ? Timestamp(rawValue: 2 * now.rawValue - later.rawValue) : later
    }

    /// Parses `2024-05-01`, `2024-05-01 14:30` or `2024-05-01T14:30:05`. A time can end with `Z` or `+02:00`.
    static func parse(_ text: String, in usual: CivilTime.Zone = .local) -> Timestamp? {
        var scan = DateScanner(text)
        guard let (year, month, day) = scan.date() else { return nil }
        var (clock, zone) = ((hour: 0, minute: 0, second: 0), usual)
        if scan.take("T") || scan.take(" ") {
            guard let time = scan.clock(), let stated = scan.zone() else { return nil }
            (clock, zone) = (time, stated ?? usual)
        }
        guard scan.isAtEnd,
            let time = CivilTime(
                year: year, month: month, day: day, hour: clock.hour, minute: clock.minute, second: clock.second)
        else { return nil }
        return Timestamp(rawValue: time.seconds(in: zone) * 1_000_000)
    }

    /// Returns whether a date in a format of `parse` ends with a zone.
    static func statesZone(_ text: String) -> Bool { parse(text, in: .offset(0)) == parse(text, in: .offset(60)) }

    /// Returns the moment at which clocks in `zone` show the time that clocks in `present` show at `moment`.
    static func moment(_ moment: Timestamp, from present: CivilTime.Zone, to zone: CivilTime.Zone) -> Timestamp? {
        let (seconds, microseconds) = floored(moment)
        return CivilTime(seconds, in: present).map { shown in
            Timestamp(rawValue: shown.seconds(in: zone) * 1_000_000 + microseconds)
        }
    }

    /// Parses `+02:00` or `Z`, and returns seconds east of UTC.
    static func offset(_ text: String) -> Int32? {
        var scan = DateScanner(text)
        guard case .offset(let seconds)?? = scan.zone(), scan.isAtEnd else { return nil }
        return Int32(clamping: seconds)
    }

    static func floored(_ moment: Timestamp) -> (seconds: Int64, microseconds: Int64) {
        let (quotient, remainder) = moment.rawValue.quotientAndRemainder(dividingBy: 1_000_000)
        return remainder < 0 ? (quotient - 1, remainder + 1_000_000) : (quotient, remainder)
    }
}

/// Parses a date from left to right.
private struct DateScanner {
    private var rest: Substring

    init(_ text: String) { rest = text[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func take(_ character: Character) -> Bool {
        guard rest.first == character else { return false }
        rest.removeFirst()
        return true
    }

    /// Parses `2024-05-01`.
    mutating func date() -> (year: Int, month: Int, day: Int)? {
        guard let year = digits(4), take("-"), let month = digits(2), take("-"), let day = digits(2) else { return nil }
        return (year, month, day)
    }

    /// Parses `14:30` or `14:30:05`.
    mutating func clock() -> (hour: Int, minute: Int, second: Int)? {
        guard let hour = digits(2), take(":"), let minute = digits(2) else { return nil }
        guard take(":") else { return (hour, minute, 0) }
        return digits(2).map { (hour, minute, $0) }
    }

    /// Parses `Z` or `+02:00`. Returns `.some(nil)` if the text has no zone, and nil if the zone is malformed.
    mutating func zone() -> CivilTime.Zone?? {
        if take("Z") { return .offset(0) }
        let sign = take("+") ? 1 : take("-") ? -1 : 0
        guard sign != 0 else { return .some(nil) }
        guard let hours = digits(2), take(":"), let minutes = digits(2), hours < 24, minutes < 60 else { return nil }
        return .offset(sign * (hours * 3600 + minutes * 60))
    }

    private mutating func digits(_ count: Int) -> Int? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
        rest.removeFirst(count)
        return Int(digits)
    }
}
