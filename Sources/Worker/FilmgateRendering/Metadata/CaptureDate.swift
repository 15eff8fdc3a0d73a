import FilmgateModel

/// The time at which a picture was taken: the camera's clock and, if known, its time zone.
struct CaptureDate: Equatable {
    /// The local time on the camera's clock, as if it were UTC, in microseconds since 1970.
    var clock: Int64
    /// The time zone in seconds east of UTC; nil if the file does not state it.
    var zone: Int32?
    /// Whether the text states UTC. The time zone of the place is then unknown, and `zone` is nil.
    var isUTC = false
    /// The known parts of the date. If the month or day is unknown, `clock` is noon of the first possible day.
    private(set) var precision = Precision.time

    enum Precision: Int, Comparable {
        case year, month, day, time

        static func < (left: Precision, right: Precision) -> Bool { left.rawValue < right.rawValue }
    }

    var timestamp: Timestamp { Timestamp(rawValue: clock - Int64(zone ?? 0) * 1_000_000) }

    /// Parses a date in the form of Exif, or in a form that `init(iso8601:)` accepts.
    ///
    /// - Parameters:
    ///   - text: the year to the second, with any characters between the numbers: `2024:05:01 12:00:00`.
    ///   - fraction: the decimal digits of the second's fraction.
    ///   - zone: the zone in a form that `seconds(ofZone:)` accepts. It takes precedence over a zone in the text.
    init?(_ text: String?, fraction: String? = nil, zone: String? = nil) {
        guard let text else { return nil }
        if let date = CaptureDate(iso8601: text) {
            self = date
        } else {
            let parts = text.split { !("0"..."9").contains($0) }.prefix(6).map { Int64($0.prefix(9)) ?? -1 }
            guard parts.count == 6 else { return nil }
            self.init(
                year: parts[0], month: parts[1], day: parts[2], hour: parts[3], minute: parts[4], second: parts[5])
        }
        guard precision == .time else { return }
        if clock % 1_000_000 == 0 { clock += CaptureDate.microseconds(ofFraction: fraction ?? "") }
        if let seconds = zone.flatMap(CaptureDate.seconds(ofZone:)) { (self.zone, isUTC) = (seconds, false) }
    }

    /// Parses an ISO 8601 date, as in XMP and QuickTime: `2024-05-01T12:00:00.5+02:00`, or the beginning of such a date
    /// with at least the year. Also accepts the form of Exif, which some programs write.
    init?(iso8601 text: String) {
        var text = text.drop { $0.isWhitespace }
        while let last = text.last, last == ":" || last.isWhitespace { text.removeLast() }
        let dayEnd = text.firstIndex { "Tt ".contains($0) } ?? text.endIndex
        let rest = text[dayEnd...].dropFirst()
        let clockEnd = rest.firstIndex { "Zz+-".contains($0) } ?? rest.endIndex
        let exact = rest[..<clockEnd].filter { !$0.isWhitespace }
        let clock = exact.prefix { !".,".contains($0) }
        // Some cameras write the form `2005/08/17/ 11:42` into AVI.
        var dayText = text[..<dayEnd]
        if dayText.last == "/" { dayText.removeLast() }
        guard let day = CaptureDate.numbers(dayText, widths: [4, 2, 2]), !day.isEmpty else { return nil }
        guard !clock.isEmpty else {
            self.init(year: day[0], month: day.count > 1 ? day[1] : 0, day: day.count > 2 ? day[2] : 0)
            return
        }
        guard day.count == 3, let time = CaptureDate.numbers(clock, widths: [2, 2, 2]), time.count > 1 else {
            return nil
        }
        self.init(
            year: day[0], month: day[1], day: day[2], hour: time[0], minute: time[1],
            second: time.count > 2 ? time[2] : 0)
        guard precision == .time else { return }
        self.clock += CaptureDate.microseconds(ofFraction: String(exact.dropFirst(clock.count + 1)))
        let zoneText = rest[clockEnd...]
        isUTC = zoneText.first.map { "Zz".contains($0) } ?? false
        if !isUTC { zone = CaptureDate.seconds(ofZone: String(zoneText)) }
    }

    /// Returns nil for an invalid date or time. If the month or the day is 0, this part and all smaller parts are
    /// unknown.
    init?(year: Int64, month: Int64, day: Int64, hour: Int64, minute: Int64, second: Int64) {
        guard month > 0, day > 0 else {
            self.init(year: year, month: month, day: day)
            return
        }
        guard let date = CivilDate(year: Int(year), month: Int(month), day: Int(day)), (0...23).contains(hour),
            (0...59).contains(minute), (0...60).contains(second)
        else { return nil }
        // A leap second counts as the first second of the next minute.
        self.init(seconds: Int64(date.days) * 86_400 + hour * 3600 + minute * 60 + second, .time)
    }

    /// Returns nil for an invalid date.
    ///
    /// - Parameters:
    ///   - month: 0 if it is unknown.
    ///   - day: 0 if it is unknown.
    init?(year: Int64, month: Int64, day: Int64) {
        guard month > 0 || day == 0,
            let date = CivilDate(year: Int(year), month: Int(max(month, 1)), day: Int(max(day, 1)))
        else { return nil }
        let precision = month == 0 ? Precision.year : day == 0 ? .month : .day
        // For unknown days, uses noon, which is on the same day in most time zones.
        self.init(seconds: Int64(date.days) * 86_400 + (precision == .day ? 0 : 43_200), precision)
    }

    private init(seconds: Int64, _ precision: Precision) {
        clock = seconds * 1_000_000
        self.precision = precision
    }

    /// Adds the time of day to a date.
    ///
    /// - Parameter time: the time of day, on January 1, 1970.
    mutating func add(_ time: CaptureDate) {
        clock += time.clock
        zone = zone ?? time.zone
        precision = .time
    }

    /// Parses `+02:00`, `-0330`, `+02` or `Z`. Returns nil for other forms, and for offsets of more than a day.
    static func seconds(ofZone text: String) -> Int32? {
        let text = text.prefix { $0 != "\0" && $0 != " " }
        if text == "Z" { return 0 }
        guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
        let digits = text.dropFirst().filter { $0 != ":" }
        guard digits.count == 4 || digits.count == 2, digits.allSatisfy({ ("0"..."9").contains($0) }),
            let hours = Int32(digits.prefix(2)), let minutes = digits.count == 4 ? Int32(digits.suffix(2)) : 0,
            minutes < 60
        else { return nil }
        let offset = (sign == "-" ? -1 : 1) * (hours * 3600 + minutes * 60)
        return ContractLimits.timeZones.contains(offset) ? offset : nil
    }

    /// Parses numbers that are separated by `-`, `:` or `/`, or that have these widths. The last numbers may be
    /// missing. Returns nil for other forms.
    private static func numbers(_ text: Substring, widths: [Int]) -> [Int64]? {
        var parts = text.split(omittingEmptySubsequences: false) { "-:/".contains($0) }
        if parts.count == 1, text.count > widths[0] {
            var rest = text
            parts = []
            for width in widths where !rest.isEmpty {
                parts.append(rest.prefix(width))
                rest = rest.dropFirst(width)
            }
            guard rest.isEmpty, parts.last?.count == widths[parts.count - 1] else { return nil }
        }
        guard parts.count <= widths.count, parts[0].count == widths[0] || widths[0] == 2 else { return nil }
        let numbers = parts.map { part in
            (1...4).contains(part.count) && part.allSatisfy { ("0"..."9").contains($0) } ? Int64(part) ?? -1 : -1
        }
        return numbers.contains(-1) ? nil : numbers
    }

    private static func microseconds(ofFraction text: String) -> Int64 {
        let digits = text.drop { $0 == " " }.prefix { ("0"..."9").contains($0) }.prefix(6)
        guard let value = Int64(digits) else { return 0 }
        return (digits.count..<6).reduce(value) { value, _ in value * 10 }
    }
}
