import Filmgate
import FilmgateModel
import FilmgateSystem
import FoundationEssentials
import Glibc

/// The date of a photo whose contents have no date. The sources are, in order: the library from which the photo is
/// imported, the file name, the modification time, and the beginning of 1970.
struct FallbackDate {
    let date: Timestamp
    /// Whether the date comes only from the file name, is a guess of the other library, or is the beginning of 1970.
    let isGuess: Bool
    /// Whether the date is a local time, encoded as if it were UTC. The broker then applies the time zone of the
    /// library or of the place.
    private(set) var lacksZone = false

    /// Chooses the date of an item. Accepts no future date from a file name or a modification time, because the photo
    /// would be the newest for years. A photo without any date becomes the oldest instead.
    init(_ item: ImportItem, _ facts: FileStatus) {
        if let known = item.fallbackDate {
            (date, isGuess) = (known, item.isFallbackGuessed)
            return
        }
        if let clock = item.clock {
            date = ContractLimits.clamped(Timestamp(rawValue: 0).advanced(bySeconds: FallbackDate.localSeconds(clock)))
            isGuess = false
            return
        }
        let now = Timestamp(Date())
        let changed = facts.modified < 1_000_000_000 ? nil : min(Timestamp(rawValue: facts.modified / 1000), now)
        let named = item.file.libraryFilename.flatMap { FileNameDate($0) }.flatMap {
            FallbackDate.time(of: $0, changed)
        }
        let guess = named.map { FallbackDate.moment($0) }
        if let named, let guess, guess <= now, ContractLimits.dates.contains(guess) {
            // The modification time confirms the date.
            let isProven = changed.map { abs($0.rawValue - guess.rawValue) <= 60_000_000 } ?? false
            lacksZone = !isProven && !named.isUTC
            date = lacksZone ? FallbackDate.moment((time: named.time, isUTC: true)) : guess
            isGuess = !isProven
        } else if let changed {
            (date, isGuess) = (changed, false)
        } else {
            (date, isGuess) = (Timestamp(rawValue: 0), true)
        }
    }

    /// Returns the time of a date in a file name, or noon if the name contains no time of day. Returns nil if the file
    /// was modified on that day, because the modification time is then more precise.
    private static func time(of named: FileNameDate, _ changed: Timestamp?) -> (time: CivilTime, isUTC: Bool)? {
        var time = named.time
        if !named.hasClock {
            let day = changed.flatMap { moment in
                let seconds = moment.rawValue.floorDivided(by: 1_000_000)
                return CivilTime(secondsSince1970: seconds, offset: offset(at: seconds))?.date
            }
            guard day != time.date else { return nil }
            time.hour = 12
        }
        return (time, named.isUTC)
    }

    /// Returns the timestamp of a time in UTC, or in this computer's time zone.
    private static func moment(_ named: (time: CivilTime, isUTC: Bool)) -> Timestamp {
        let seconds = named.isUTC ? named.time.secondsSince1970() : localSeconds(named.time)
        return Timestamp(rawValue: 0).advanced(bySeconds: seconds)
    }

    /// Returns the offset of this computer's time zone at a time, in seconds east of UTC.
    private static func offset(at seconds: Int64) -> Int {
        var parts = unsafe tm()
        var moment = time_t(seconds)
        return unsafe localtime_r(&moment, &parts) == nil ? 0 : parts.tm_gmtoff
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
