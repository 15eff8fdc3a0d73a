import FilmgateModel

/// Dates in the form of XMP.
enum ISODate {
    /// Returns a date in the form of XMP, without unknown parts; nil if it is invalid.
    ///
    /// - Parameters:
    ///   - text: a date in a form that `CaptureDate` accepts: `2024:05:01 12:00:00`.
    ///   - fraction: the digits of the second's fraction.
    ///   - zone: the zone in a form that `CaptureDate.seconds(ofZone:)` accepts.
    static func text(_ text: String, fraction: String? = nil, zone: String? = nil) -> String? {
        CaptureDate(text, zone: zone).flatMap { self.text(of: $0, fraction: fraction) }
    }

    static func text(of date: CaptureDate, fraction: String? = nil) -> String? {
        guard let time = CivilTime(secondsSince1970: date.clock.floorDivided(by: 1_000_000)) else { return nil }
        switch date.precision {
        case .year: return String(time.dateText.prefix(4))
        case .month: return String(time.dateText.prefix(7))
        case .day: return time.dateText
        case .time:
            let zone = date.isUTC ? 0 : date.zone
            return time.dateText + "T" + time.exactClockText + part(fraction ?? "") + (zone.map(zoneText) ?? "")
        }
    }

    private static func part(_ fraction: String) -> String {
        let digits = fraction.drop { $0 == " " }.prefix { ("0"..."9").contains($0) }.prefix(6)
        return digits.isEmpty ? "" : "." + digits
    }

    private static func zoneText(_ seconds: Int32) -> String {
        if seconds == 0 { return "Z" }
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let minutes = abs(seconds) / 60
        return (seconds < 0 ? "-" : "+") + two(minutes / 60) + ":" + two(minutes % 60)
    }
}
