public import FilmgateModel

/// Says when what is in the trash goes for good by itself.
///
/// It goes once it has been there for so many days by the clock on the wall, and that was so already an hour of use before: a
/// clock that is wrong for less than that, at the start of a machine or because somebody set it, destroys nothing. When it is
/// found to have been ahead, the hour begins anew.
public struct Retention: Hashable, Sendable {
    /// What was trashed before this moment was due when the hour began; nil where none has begun.
    public private(set) var due: Timestamp?
    /// Microseconds of use since then.
    public private(set) var waited: Int64

    public init(due: Timestamp? = nil, waited: Int64 = 0) {
        self.due = due
        self.waited = waited
    }

    static let hour: Int64 = 3_600_000_000
    /// So much counts between two looks at most: of a sleep nobody knows what clock was shown in it.
    static let mostAtOnce: Int64 = 900_000_000

    /// Looks at the time.
    ///
    /// - Parameters:
    ///   - elapsed: microseconds since the last look, by a clock that nobody sets; 0 for the first after a start.
    ///   - days: how long things stay.
    /// - Returns: before which moment must have been trashed what goes now; nil where nothing does.
    public mutating func look(at now: Timestamp, after elapsed: Int64, keeping days: UInt64) -> Timestamp? {
        let limit = now.advanced(bySeconds: -Int64(clamping: min(days, 36_500)) * 86_400)
        guard let ripe = due, ripe <= limit else {
            (due, waited) = (limit, 0)
            return nil
        }
        waited += min(max(elapsed, 0), Retention.mostAtOnce)
        guard waited >= Retention.hour else { return nil }
        (due, waited) = (limit, 0)
        return ripe
    }
}
