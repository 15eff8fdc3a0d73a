import FilmgateModel
import Glibc

/// The date on which a photo or video was taken, as the metadata says that an app may know.
enum MetadataDate {
    /// The properties that can say it, the best first.
    private static let names = [
        "exif:DateTimeOriginal", "photoshop:DateCreated", "exif:DateTimeDigitized", "xmp:CreateDate",
    ]

    /// Returns nil if no property has a date.
    static func date(in metadata: FileMetadata) -> Timestamp? {
        names.lazy.flatMap { metadata[$0] }.compactMap { date($0) }.first
    }

    /// Reads `2024-05-01T12:00:00.5+02:00`, of which everything after the day can be missing. A time without a zone is
    /// one of this computer's zone; a day without a time is noon. Returns nil for all other texts.
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
        return Bounds.dates.contains(date) ? date : nil
    }

    /// A new value for each use, because a regular expression cannot be shared between threads.
    private static var form:
        Regex<(Substring, Substring, Substring, Substring, Substring?, Substring?, Substring?, Substring?)>
    {
        /(\d{4})[-:](\d\d)[-:](\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(Z|[-+]\d\d:\d\d)?)?/
            .asciiOnlyDigits()
    }

    /// Reads `Z` or `+02:00`, in seconds east of UTC. No zone is more than 18 hours from UTC.
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
