/// The work, timers and watches of an event loop; a value, so that one lock covers it all.
struct LoopState {
    /// The token of the loop's own wake-up descriptor, which no watch uses.
    static let wakeupToken: UInt64 = 0

    enum Work {
        case job(UnownedJob)
        case body(@Sendable () -> Void)
    }

    var work: [Work] = []
    var timers = TimerQueue()
    var watches: [UInt64: @Sendable (Readiness) -> Void] = [:]
    var isStopped = false
    /// Becomes true when the loop decides to sleep, and false when a caller adds work and so has to wake it. It may
    /// still be true when the loop is already awake. In this case, the loop is woken once unnecessarily.
    var isAsleep = false
    private var lastToken = wakeupToken

    mutating func add(watch body: @escaping @Sendable (Readiness) -> Void) -> UInt64 {
        lastToken += 1
        watches[lastToken] = body
        return lastToken
    }

    /// Returns the added work, then the expired timers; if there are none, how long to wait.
    mutating func next(at now: Instant) -> (work: [Work], timeout: Int32?) {
        let due = timers.takeDue(at: now)
        guard !work.isEmpty || !due.isEmpty else { return ([], timeout(at: now)) }
        defer { work = [] }
        return (work + due.map(Work.body), 0)
    }

    /// Returns the milliseconds to wait, -1 to wait forever; nil if the loop is to end.
    mutating func timeout(at now: Instant) -> Int32? {
        if !work.isEmpty { return 0 }
        if isStopped {
            isStopped = false
            return nil
        }
        isAsleep = true
        return timers.next.map { $0.milliseconds(after: now) } ?? -1
    }

    /// Returns whether the caller, which added something, has to wake the loop.
    mutating func mustWake() -> Bool {
        defer { isAsleep = false }
        return isAsleep
    }
}

/// The events on a descriptor for which a watch waits.
struct PollEvents: Equatable {
    var readable: Bool
    var writable: Bool
}

/// The events that epoll reports for a descriptor.
package struct Readiness: Sendable {
    let readable: Bool
    let writable: Bool
    let hungUp: Bool
    let failed: Bool
}
