extension CaptureDate {
    private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
    private static let coordinated: Set<String> = ["gmt", "utc", "ut", "z"]

    /// Reads an RFC 1123 date, as in PNG: `Sun, 04 Mar 2012 05:06:07 GMT`. The weekday, the seconds and the zone are
    /// optional. Returns nil if the text has any other word.
    init?(internet text: String) {
        var words = text.split(separator: " ").map { $0.lowercased() }
        if let first = words.first, Self.weekdays.contains(first.hasSuffix(",") ? String(first.dropLast()) : first) {
            words.removeFirst()
        }
        guard (4...5).contains(words.count), let month = Self.months.firstIndex(of: words[1]),
            words[0].utf8.count <= 2, words[2].utf8.count == 4,
            words[3].utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: ":")).contains($0) })
        else { return nil }
        let last = words.count == 5 ? words[4] : ""
        let zone = Self.coordinated.contains(last) ? "Z" : last
        guard zone.isEmpty || CaptureDate.seconds(ofZone: zone) != nil else { return nil }
        self.init(iso8601: "\(words[2])-\(month + 1)-\(words[0])T\(words[3])\(zone)")
    }
}
