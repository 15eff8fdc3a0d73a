internal import FilmgateModel

/// A grant in memory, and how much of its terms is left.
struct ActiveGrant: Sendable {
    var record: GrantRecord
    /// Since the boot: when `remaining` of the record's terms was counted from.
    private let countedSince: Int64

    init(_ record: GrantRecord, countedSince: Int64) {
        self.record = record
        self.countedSince = countedSince
    }

    /// - Parameters:
    ///   - passed: how long ago `remaining` was written down, in microseconds.
    init(_ record: GrantRecord, writtenDown passed: Int64, ago boot: Int64) {
        self.init(record, countedSince: boot - max(passed, 0))
    }

    /// How long ago, in microseconds, what was left of terms was written down: by the clock on the wall, which somebody may have set
    /// back, but no less than since this broker closed the library.
    ///
    /// - Parameters:
    ///   - note: when it was written down, by the clock on the wall.
    ///   - closed: since the boot; nil where another process closed it.
    static func passed(since note: Timestamp?, closed: Int64?, by clock: Clock) -> Int64 {
        max(
            note.map { clock.now().rawValue - $0.rawValue } ?? 0, closed.map { clock.sinceBoot() - $0 } ?? 0, 0)
    }

    /// What stands at this moment; nil where nothing does any more.
    ///
    /// - Parameter days: after how many without use it lapses; nil: never.
    func standing(by clock: Clock, lapsingAfter days: UInt64?) -> GrantRecord? {
        if record.terms == Terms(), days == nil { return record }
        let now = clock.now()
        let boot = clock.sinceBoot()
        let lapses = days.flatMap { record.lapses(afterDays: $0) }.map { $0 <= now } ?? false
        return (lapses ? record.lapsed : record)?.ending { term in
            guard case .until(let moment, let remaining) = term else { return false }
            return moment <= now || remaining <= boot - countedSince
        }
    }

    /// The same, with what is left of its terms from this moment on.
    func standingFromNow(by clock: Clock, lapsingAfter days: UInt64?) -> GrantRecord? {
        guard var record = standing(by: clock, lapsingAfter: days) else { return nil }
        let boot = clock.sinceBoot()
        record.terms = Terms(
            addOnly: rest(record.terms.addOnly, at: boot), readWrite: rest(record.terms.readWrite, at: boot))
        return record
    }

    private func rest(_ term: Term?, at boot: Int64) -> Term? {
        guard case .until(let moment, let remaining) = term else { return term }
        return .until(moment, remaining: max(remaining - (boot - countedSince), 0))
    }

    /// The moments, by the wall's clock and since the boot, at which the first of its terms is over.
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
