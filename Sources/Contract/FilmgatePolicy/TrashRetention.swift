public import FilmgateModel

/// Decides when trashed assets are purged.
///
/// An asset is due when, by the system clock, it has been in the trash for a number of days. It is purged if it was
/// already due one hour of uptime earlier. So a clock that is ahead for less than an hour does no harm. If the clock is
/// set back, the hour starts again.
///
/// A clock that is behind does no harm either. `latest` is the latest reading after which the clock ran for an hour
/// without being set back. If the clock is before `latest` when an asset is trashed, the asset's days count from
/// `latest`. After 24 hours of uptime with readings before `latest`, the clock is believed, and `latest` is replaced.
public struct TrashRetention: Hashable, Sendable {
    /// The clock's reading when the current hour began; nil if no hour has begun.
    public private(set) var start: Timestamp?
    /// The uptime since `start`, in microseconds.
    public private(set) var waited: Int64
    /// The latest reading at the beginning of a completed hour.
    public private(set) var latest: Timestamp?
    /// The number of later, consecutive hours that began at a time before `latest`.
    public private(set) var hoursBelow: Int64

    public init(start: Timestamp? = nil, waited: Int64 = 0, latest: Timestamp? = nil, hoursBelow: Int64 = 0) {
        self.start = start
        self.waited = min(max(waited, 0), TrashRetention.hour)
        self.latest = latest
        self.hoursBelow = min(max(hoursBelow, 0), TrashRetention.hoursBelieved)
    }

    static let hoursBelieved: Int64 = 24
    static let hour: Int64 = 3_600_000_000
    /// The maximum uptime that counts between two checks, in microseconds. The uptime is limited because the clock's
    /// readings during a suspension are unknown.
    static let mostAtOnce: Int64 = 900_000_000

    /// Counts the uptime until now. Only `advance` reports which assets become due.
    ///
    /// - Parameter elapsed: the time since the last call in microseconds, by a monotonic clock; 0 for the first call
    ///   after a start.
    public mutating func count(_ elapsed: Int64, until now: Timestamp) {
        guard let start, start <= now else {
            (self.start, waited) = (now, 0)
            return
        }
        waited += min(max(elapsed, 0), TrashRetention.mostAtOnce)
    }

    /// Returns the time before which an asset must have been trashed to be purged now, or nil if the hour is not over.
    ///
    /// - Parameters:
    ///   - elapsed: as in `count`.
    ///   - days: the number of days that assets stay in the trash.
    public mutating func advance(to now: Timestamp, after elapsed: Int64, keeping days: UInt64) -> Timestamp? {
        count(elapsed, until: now)
        guard let start, waited >= TrashRetention.hour else { return nil }
        hoursBelow = start < latest ?? start ? hoursBelow + 1 : 0
        if hoursBelow == 0 || hoursBelow >= TrashRetention.hoursBelieved { (latest, hoursBelow) = (start, 0) }
        (self.start, waited) = (now, 0)
        return start.advanced(bySeconds: -TrashRetention.seconds(ofDays: days))
    }

    /// Returns the seconds in a number of days, but at most in 36,500 days.
    public static func seconds(ofDays days: UInt64) -> Int64 { Int64(clamping: min(days, 36_500)) * 86_400 }

    /// Returns whether this state should be saved. If the trash has assets, every change should be saved. If not,
    /// `latest` should be saved when it has grown by a day or has decreased.
    public func isWorthWriting(over written: TrashRetention, isTrashEmpty: Bool) -> Bool {
        if !isTrashEmpty { return self != written }
        guard let latest else { return false }
        return written.latest.map { latest < $0 || latest >= $0.advanced(bySeconds: 86_400) } ?? true
    }
}
