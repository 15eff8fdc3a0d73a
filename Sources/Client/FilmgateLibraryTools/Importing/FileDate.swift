import Filmgate
import FilmgateModel
import FilmgateSystem
import FoundationEssentials
import Glibc

/// When a photo was taken if its content does not tell: as a library from which it comes says, else as the name of its file says, else when
/// the file was last changed.
struct FileDate {
    let date: Timestamp
    /// Whether only the name of the file states it.
    let isGuess: Bool
    /// Whether the date is what a clock showed, as if it showed UTC: the broker knows the time zone of the library and that of a place.
    private(set) var lacksZone = false

    /// Returns nil if nothing tells a date. None is later than now: because of a wrong clock, a photo would stay the newest for years.
    init?(_ item: ImportItem, _ facts: FileFacts) {
        if let known = item.fallbackDate {
            (date, isGuess) = (known, item.isFallbackGuessed)
            return
        }
        if let clock = item.clock {
            date = Bounds.clamped(Timestamp(rawValue: 0).advanced(bySeconds: FileDate.localSeconds(clock)))
            isGuess = false
            return
        }
        let now = Timestamp(Date())
        let changed = facts.modified < 1_000_000_000 ? nil : min(Timestamp(rawValue: facts.modified / 1000), now)
        let named = item.file.libraryFilename.flatMap { NamedDate($0) }.flatMap { FileDate.time(of: $0, changed) }
        let guess = named.map { FileDate.moment($0) }
        if let named, let guess, guess <= now, Bounds.dates.contains(guess) {
            // A file that was written at that time proves it.
            let isProven = changed.map { abs($0.rawValue - guess.rawValue) <= 60_000_000 } ?? false
            lacksZone = !isProven && !named.isUTC
            date = lacksZone ? FileDate.moment((time: named.time, isUTC: true)) : guess
            isGuess = !isProven
        } else if let changed {
            (date, isGuess) = (changed, false)
        } else {
            return nil
        }
    }

    /// Returns nil if the file was changed on the day in its name: that tells the time, too. Without a time it is noon.
    private static func time(of named: NamedDate, _ changed: Timestamp?) -> (time: CivilTime, isUTC: Bool)? {
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

    /// By UTC, or by the clock of this computer.
    private static func moment(_ named: (time: CivilTime, isUTC: Bool)) -> Timestamp {
        let seconds = named.isUTC ? named.time.secondsSince1970() : localSeconds(named.time)
        return Timestamp(rawValue: 0).advanced(bySeconds: seconds)
    }

    /// Seconds east of UTC by the clock of this computer.
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
