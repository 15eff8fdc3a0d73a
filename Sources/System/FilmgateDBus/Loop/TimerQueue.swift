import FilmgateSystem
import Glibc

/// A point in time on the monotonic clock, in nanoseconds.
struct Instant: Comparable {
    let nanoseconds: Int64

    static var now: Instant { Instant(nanoseconds: SystemTime.nanoseconds(of: CLOCK_MONOTONIC)) }

    static func < (left: Instant, right: Instant) -> Bool { left.nanoseconds < right.nanoseconds }

    /// Adds a duration, which is limited to the range from zero to a century.
    static func + (left: Instant, right: Duration) -> Instant {
        let century: Int64 = 100 * 366 * 86_400
        let (seconds, attoseconds) = right.components
        let cut = min(max(seconds, 0), century)
        return Instant(nanoseconds: left.nanoseconds + cut * 1_000_000_000 + max(attoseconds, 0) / 1_000_000_000)
    }

    /// Returns the number of milliseconds until this time, rounded up so that a wait does not end too early; at most an
    /// hour.
    func milliseconds(after now: Instant) -> Int32 {
        let wait = max(nanoseconds - now.nanoseconds, 0)
        return Int32(min((wait + 999_999) / 1_000_000, 3_600_000))
    }
}

/// The timers of a loop, in the order in which they expire. The entry of a cancelled timer remains until its time, or
/// until most entries are cancelled.
struct TimerQueue {
    private struct PendingTimer {
        let moment: Instant
        let id: UInt64
    }

    private var places: [PendingTimer] = []
    private var bodies: [UInt64: @Sendable () -> Void] = [:]
    private var lastID: UInt64 = 0

    /// The time when the next timer expires.
    var next: Instant? { places.first?.moment }

    mutating func add(at moment: Instant, _ body: @escaping @Sendable () -> Void) -> UInt64 {
        lastID += 1
        bodies[lastID] = body
        var index = places.endIndex
        while index > 0, places[index - 1].moment > moment { index -= 1 }
        places.insert(PendingTimer(moment: moment, id: lastID), at: index)
        return lastID
    }

    mutating func remove(_ id: UInt64) -> (@Sendable () -> Void)? {
        defer {
            if places.count > 64, places.count > 2 * bodies.count {
                places.removeAll { bodies[$0.id] == nil }
            }
        }
        return bodies.removeValue(forKey: id)
    }

    mutating func takeDue(at now: Instant) -> [@Sendable () -> Void] {
        guard let first = places.first, first.moment <= now else { return [] }
        let count = places.firstIndex { $0.moment > now } ?? places.count
        let due = places.prefix(count).compactMap { bodies.removeValue(forKey: $0.id) }
        places.removeFirst(count)
        return due
    }
}
