import FilmgateModel

/// A grant in memory, and the moment from which the remaining time of its terms is counted.
struct ActiveGrant: Sendable {
    var record: GrantRecord
    /// The time since boot, in microseconds, from which `remaining` of the record's terms is counted.
    private let countedSince: Int64

    init(_ record: GrantRecord, countedSince: Int64) {
        self.record = record
        self.countedSince = countedSince
    }

    /// - Parameter passed: the time since `remaining` was stored, in microseconds.
    init(_ record: GrantRecord, writtenDown passed: Int64, ago boot: Int64) {
        self.init(record, countedSince: boot - max(passed, 0))
    }

    /// Returns the microseconds since the remaining time of the terms was stored. The wall clock, which measures them,
    /// can be set back, so the result is at least the time since this broker closed the library.
    ///
    /// - Parameters:
    ///   - note: the wall clock time at which the remaining time was stored.
    ///   - closed: the time since boot at which this broker closed the library; nil if another process closed it.
    static func passed(since note: Timestamp?, closed: Int64?, by clock: Clock) -> Int64 {
        max(
            note.map { clock.now().rawValue - $0.rawValue } ?? 0, closed.map { clock.sinceBoot() - $0 } ?? 0, 0)
    }

    /// Returns the statuses of the grant that are still in force, or nil if all have ended.
    ///
    /// - Parameter days: the grant expires after this many days without use; nil means never.
    func standing(by clock: Clock, lapsingAfter days: UInt64?) -> GrantRecord? {
        if record.terms == GrantTerms(), days == nil { return record }
        let now = clock.now()
        let boot = clock.sinceBoot()
        let lapses = days.flatMap { record.lapses(afterDays: $0) }.map { $0 <= now } ?? false
        return (lapses ? record.lapsed : record)?.ending { term in
            guard case .until(let moment, let remaining) = term else { return false }
            return moment <= now || remaining <= boot - countedSince
        }
    }

    /// Returns the statuses in force, with the remaining time of their terms updated to this moment.
    func standingFromNow(by clock: Clock, lapsingAfter days: UInt64?) -> GrantRecord? {
        guard var record = standing(by: clock, lapsingAfter: days) else { return nil }
        let boot = clock.sinceBoot()
        record.terms = GrantTerms(
            addOnly: rest(record.terms.addOnly, at: boot), readWrite: rest(record.terms.readWrite, at: boot))
        return record
    }

    private func rest(_ term: GrantTerm?, at boot: Int64) -> GrantTerm? {
        guard case .until(let moment, let remaining) = term else { return term }
        return .until(moment, remaining: max(remaining - (boot - countedSince), 0))
    }

    /// The earliest end of the grant's terms, by the wall clock and as time since boot; nil if no term ends at a time.
    var deadline: (wall: Timestamp, boot: Int64)? {
        let timed = record.terms.all.compactMap { term -> (Timestamp, Int64)? in
            guard case .until(let moment, let remaining) = term else { return nil }
            let (boot, overflows) = countedSince.addingReportingOverflow(remaining)
            return (moment, overflows ? .max : boot)
        }
        guard let wall = timed.map(\.0).min(), let boot = timed.map(\.1).min() else { return nil }
        return (wall, boot)
    }
}
