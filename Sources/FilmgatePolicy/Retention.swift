public import FilmgateModel

/// Says when what is in the trash goes for good by itself.
///
/// It goes once it has been there for so many days by the clock on the wall, and that was so already an hour of use before: a
/// clock that is wrong for less than that, at the start of a machine or because somebody set it, destroys nothing. When it is
/// found to have been ahead, the hour begins anew.
///
/// Nor does one that is behind: what is trashed while it shows less than it once did for an hour counts from then. After a day of
/// use below that it was ahead, and is believed now.
public struct Retention: Hashable, Sendable {
    /// What the clock showed when the hour began; nil where none has begun.
    public private(set) var start: Timestamp?
    /// Microseconds of use since then.
    public private(set) var waited: Int64
    /// The latest moment at which an hour began that was not taken back.
    public private(set) var latest: Timestamp?
    /// Hours that have begun before that since.
    public private(set) var hoursBelow: Int64

    public init(start: Timestamp? = nil, waited: Int64 = 0, latest: Timestamp? = nil, hoursBelow: Int64 = 0) {
        self.start = start
        self.waited = waited
        self.latest = latest
        self.hoursBelow = hoursBelow
    }

    static let hoursBelieved: Int64 = 24
    static let hour: Int64 = 3_600_000_000
    /// So much counts between two looks at most: of a sleep nobody knows what clock was shown in it.
    static let mostAtOnce: Int64 = 900_000_000

    /// Counts the use until now. What it makes due goes with the next look.
    ///
    /// - Parameter elapsed: microseconds since the last look, by a clock that nobody sets; 0 for the first after a start.
    public mutating func count(_ elapsed: Int64, until now: Timestamp) {
        guard let start, start <= now else {
            (self.start, waited) = (now, 0)
            return
        }
        waited += min(max(elapsed, 0), Retention.mostAtOnce)
    }

    /// Looks at the time.
    ///
    /// - Parameters:
    ///   - elapsed: as in `count`.
    ///   - days: how long things stay.
    /// - Returns: before which moment must have been trashed what goes now; nil where nothing does.
    public mutating func look(at now: Timestamp, after elapsed: Int64, keeping days: UInt64) -> Timestamp? {
        count(elapsed, until: now)
        guard let start, waited >= Retention.hour else { return nil }
        hoursBelow = start < latest ?? start ? hoursBelow + 1 : 0
        if hoursBelow == 0 || hoursBelow >= Retention.hoursBelieved { (latest, hoursBelow) = (start, 0) }
        (self.start, waited) = (now, 0)
        return start.advanced(bySeconds: -Int64(clamping: min(days, 36_500)) * 86_400)
    }

    /// Whether it is to be written down in place of another: whatever has changed while there is something in the trash, else
    /// what `latest` is, once a day.
    public func isWorthWriting(over written: Retention, isTrashEmpty: Bool) -> Bool {
        if !isTrashEmpty { return self != written }
        guard let latest else { return false }
        return written.latest.map { latest < $0 || latest >= $0.advanced(bySeconds: 86_400) } ?? true
    }
}
