import FilmgateModel
import Glibc

/// Finds, in the metadata that an app may read, the date on which a photo or video was taken.
enum MetadataDateFinder {
    /// The properties that can contain the date, the preferred ones first.
    private static let names = [
        "exif:DateTimeOriginal", "photoshop:DateCreated", "exif:DateTimeDigitized", "xmp:CreateDate",
    ]

    /// Returns nil if no property has a date.
    static func date(in metadata: FileMetadata) -> Timestamp? {
        names.lazy.flatMap { metadata[$0] }.compactMap { date($0) }.first
    }

    /// Parses a date such as `2024-05-01T12:00:00.5+02:00`. Everything after the day is optional. A time without a
    /// zone is local; a day without a time means noon. Returns nil for other strings, and outside of
    /// `ContractLimits.dates`.
    static func date(_ text: String) -> Timestamp? {
        guard let match = text.wholeMatch(of: form) else { return nil }
        func number(_ part: Substring?) -> Int? { part.flatMap { Int($0) } }
        let (_, year, month, day, hour, minute, second, zone) = match.output
        let time = CivilTime(
            year: number(year) ?? 0, month: number(month) ?? 0, day: number(day) ?? 0, hour: number(hour) ?? 12,
            minute: number(minute) ?? 0, second: number(second) ?? 0)
        guard let time else { return nil }
        let seconds: Int64?
        if let zone {
            seconds = offset(zone).map { time.secondsSince1970(offset: $0) }
        } else {
            seconds = localSeconds(time)
        }
        guard let seconds else { return nil }
        let date = Timestamp(rawValue: 0).advanced(bySeconds: seconds)
        return ContractLimits.dates.contains(date) ? date : nil
    }

    /// Creates a new value for each use, because `Regex` is not `Sendable`.
    private static var form:
        Regex<(Substring, Substring, Substring, Substring, Substring?, Substring?, Substring?, Substring?)>
    {
        /(\d{4})[-:](\d\d)[-:](\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(Z|[-+]\d\d:\d\d)?)?/
            .asciiOnlyDigits()
    }

    /// Parses `Z` or an offset such as `+02:00`. Returns seconds east of UTC; nil for offsets of 19 hours or more.
    private static func offset(_ text: Substring) -> Int? {
        if text == "Z" { return 0 }
        let parts = text.dropFirst().split(separator: ":").compactMap { Int($0) }
        guard parts.count == 2, (0...18).contains(parts[0]), (0..<60).contains(parts[1]) else { return nil }
        return (parts[0] * 3600 + parts[1] * 60) * (text.first == "-" ? -1 : 1)
    }

    private static func localSeconds(_ time: CivilTime) -> Int64 {
        var parts = unsafe tm()
        unsafe parts.tm_year = Int32(clamping: time.date.year - 1900)
        unsafe parts.tm_mon = Int32(clamping: time.date.month - 1)
        unsafe parts.tm_mday = Int32(clamping: time.date.day)
        unsafe parts.tm_hour = Int32(clamping: time.hour)
        unsafe parts.tm_min = Int32(clamping: time.minute)
        unsafe parts.tm_sec = Int32(clamping: time.second)
        unsafe parts.tm_isdst = -1
        return unsafe Int64(mktime(&parts))
    }
}
