/// The work, timers and watches of an event loop. This is a value, so that one lock protects all of it.
struct LoopState {
    /// The token of the loop's own wake-up descriptor. No watch has this token.
    static let wakeupToken: UInt64 = 0

    enum Work {
        case job(UnownedJob)
        case body(@Sendable () -> Void)
    }

    var work: [Work] = []
    var timers = TimerQueue()
    var watches: [UInt64: @Sendable (Readiness) -> Void] = [:]
    var isStopped = false
    /// Whether a caller that adds work must wake the loop. Set when the loop decides to sleep, and reset when a caller
    /// adds work. If the loop has woken up in between, it is woken once unnecessarily.
    var isAsleep = false
    private var lastToken = wakeupToken

    mutating func add(watch body: @escaping @Sendable (Readiness) -> Void) -> UInt64 {
        lastToken += 1
        watches[lastToken] = body
        return lastToken
    }

    /// Returns the added work, followed by the work of expired timers. If there is none, returns the time to wait.
    mutating func next(at now: Instant) -> (work: [Work], timeout: Int32?) {
        let due = timers.takeDue(at: now)
        guard !work.isEmpty || !due.isEmpty else { return ([], timeout(at: now)) }
        defer { work = [] }
        return (work + due.map(Work.body), 0)
    }

    /// Returns the time to wait in milliseconds; -1 to wait without a limit; nil if the loop must end.
    mutating func timeout(at now: Instant) -> Int32? {
        if !work.isEmpty { return 0 }
        if isStopped {
            isStopped = false
            return nil
        }
        isAsleep = true
        return timers.next.map { $0.milliseconds(after: now) } ?? -1
    }

    /// Returns whether the caller, which has just added work, must wake the loop.
    mutating func mustWake() -> Bool {
        defer { isAsleep = false }
        return isAsleep
    }
}

/// The events of a descriptor that a watch waits for.
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
