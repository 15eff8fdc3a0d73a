/// The date and time that a calendar and a clock show, without a time zone.
public struct CivilTime: Hashable, Sendable {
    public var date: CivilDate
    public var hour = 0
    public var minute = 0
    public var second = 0

    public init(_ date: CivilDate) { self.date = date }

    /// Returns nil if the day or the time of day does not exist.
    public init?(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        guard let date = CivilDate(year: year, month: month, day: day), (0..<24).contains(hour),
            (0..<60).contains(minute), (0..<60).contains(second)
        else { return nil }
        (self.date, self.hour, self.minute, self.second) = (date, hour, minute, second)
    }

    /// Returns nil if the number of days since 1970 does not fit into 32 bits.
    ///
    /// - Parameters:
    ///   - seconds: the time since the Unix epoch.
    ///   - offset: the time zone, in seconds east of UTC.
    public init?(secondsSince1970 seconds: Int64, offset: Int = 0) {
        let (shifted, overflow) = seconds.addingReportingOverflow(Int64(offset))
        let days = shifted.floorDivided(by: 86_400)
        guard !overflow, let day = Int32(exactly: days) else { return nil }
        date = CivilDate(days: day)
        let ofDay = Int(shifted - days * 86_400)
        (hour, minute, second) = (ofDay / 3600, ofDay / 60 % 60, ofDay % 60)
    }

    /// Returns the seconds since the Unix epoch.
    ///
    /// - Parameter offset: the time zone, in seconds east of UTC.
    public func secondsSince1970(offset: Int = 0) -> Int64 {
        Int64(date.days) * 86_400 + Int64(hour * 3600 + minute * 60 + second - offset)
    }

    /// The date as `2024-05-01`.
    public var dateText: String { date.text }

    /// The time as `14:30`.
    public var clockText: String { hour.padded(to: 2) + ":" + minute.padded(to: 2) }

    /// The time with seconds, as `14:30:05`.
    public var exactClockText: String { clockText + ":" + second.padded(to: 2) }
}

extension CivilDate {
    /// The date as `2024-05-02`.
    public var text: String { year.padded(to: 4) + "-" + month.padded(to: 2) + "-" + day.padded(to: 2) }
}

extension Timestamp {
    /// The date in ISO 8601, in UTC with microseconds, for programs. Sorting the strings sorts the dates.
    public var isoText: String {
        let seconds = rawValue.floorDivided(by: 1_000_000)
        guard let time = CivilTime(secondsSince1970: seconds) else { return "" }
        return time.dateText + "T" + time.exactClockText + "." + Int(rawValue - seconds * 1_000_000).padded(to: 6) + "Z"
    }
}

extension Int {
    /// Returns the number with at least this many digits: `07`.
    package func padded(to digits: Int) -> String {
        let text = String(self)
        return String(repeating: "0", count: Swift.max(0, digits - text.utf8.count)) + text
    }
}
