internal import FilmgateModel

/// When a picture was taken: the camera's clock and, if known, its time zone.
struct CaptureDate: Equatable {
    /// The clock, read as UTC, in microseconds since 1970.
    var clock: Int64
    /// Seconds east of UTC; nil if the file does not tell.
    var zone: Int32?

    var timestamp: Timestamp { Timestamp(rawValue: clock - Int64(zone ?? 0) * 1_000_000) }

    /// - Parameters:
    ///   - text: year to second, digits with anything between: Exif's `2024:05:01 12:00:00`.
    ///   - fraction: decimal digits of the second.
    ///   - zone: as `seconds(ofZone:)` takes it.
    init?(_ text: String?, fraction: String? = nil, zone: String? = nil) {
        guard let text else { return nil }
        let parts = text.split { !("0"..."9").contains($0) }.prefix(6).map { Int64($0.prefix(9)) ?? -1 }
        guard parts.count == 6 else { return nil }
        self.init(year: parts[0], month: parts[1], day: parts[2], hour: parts[3], minute: parts[4], second: parts[5])
        clock += CaptureDate.microseconds(ofFraction: fraction ?? "")
        self.zone = zone.flatMap(CaptureDate.seconds(ofZone:))
    }

    /// Returns nil for an invalid date or time.
    init?(year: Int64, month: Int64, day: Int64, hour: Int64, minute: Int64, second: Int64) {
        guard let firstOfMonth = CivilDate(year: Int(year), month: Int(month), day: 1), (1...31).contains(day),
            (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
        else { return nil }
        // A day after the end of the month counts into the next month, and second 60 into the next minute.
        let days = Int64(firstOfMonth.days) + day - 1
        clock = (days * 86_400 + hour * 3600 + minute * 60 + second) * 1_000_000
    }

    /// `+02:00`, `-0330`, `+02` or `Z`; nil for anything else.
    static func seconds(ofZone text: String) -> Int32? {
        let text = text.prefix { $0 != "\0" && $0 != " " }
        if text == "Z" { return 0 }
        guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
        let digits = text.dropFirst().filter { $0 != ":" }
        guard digits.count == 4 || digits.count == 2, digits.allSatisfy({ ("0"..."9").contains($0) }),
            let hours = Int32(digits.prefix(2)), let minutes = digits.count == 4 ? Int32(digits.suffix(2)) : 0,
            hours <= 15, minutes < 60
        else { return nil }
        return (sign == "-" ? -1 : 1) * (hours * 3600 + minutes * 60)
    }

    private static func microseconds(ofFraction text: String) -> Int64 {
        let digits = text.drop { $0 == " " }.prefix { ("0"..."9").contains($0) }.prefix(6)
        guard let value = Int64(digits) else { return 0 }
        return (digits.count..<6).reduce(value) { value, _ in value * 10 }
    }
}
