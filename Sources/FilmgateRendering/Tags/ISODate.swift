/// Dates as XMP writes them.
enum ISODate {
    /// Returns nil for an invalid date.
    ///
    /// - Parameters:
    ///   - text: 19 characters, as Exif writes dates: `2024:05:01 12:00:00`.
    ///   - fraction: digits of the second.
    ///   - zone: as `CaptureDate.seconds(ofZone:)` takes it.
    static func text(_ text: String, fraction: String? = nil, zone: String? = nil) -> String? {
        let characters = Array(text.utf8.prefix(19))
        guard characters.count == 19, CaptureDate(text) != nil else { return nil }
        let digits = characters.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard digits.count == 14 else { return nil }
        let number = digits.map { String(Unicode.Scalar($0)) }
        let day = number[0...3].joined() + "-" + number[4...5].joined() + "-" + number[6...7].joined()
        let time = number[8...9].joined() + ":" + number[10...11].joined() + ":" + number[12...13].joined()
        return day + "T" + time + part(fraction ?? "") + (zone.flatMap(CaptureDate.seconds).map(zoneText) ?? "")
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
