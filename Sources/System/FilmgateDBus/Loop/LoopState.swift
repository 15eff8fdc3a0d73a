/// The work, timers and watches of an event loop; a value, so that one lock covers all of them.
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
    /// Whether a caller that adds work must wake the loop. True from the time when the loop decides to sleep until a
    /// caller adds work. If the loop is already awake then, it is woken once unnecessarily.
    var isAsleep = false
    private var lastToken = wakeupToken

    mutating func add(watch body: @escaping @Sendable (Readiness) -> Void) -> UInt64 {
        lastToken += 1
        watches[lastToken] = body
        return lastToken
    }

    /// Returns the added work, followed by the expired timers. If there is no work, returns the time to wait.
    mutating func next(at now: Instant) -> (work: [Work], timeout: Int32?) {
        let due = timers.takeDue(at: now)
        guard !work.isEmpty || !due.isEmpty else { return ([], timeout(at: now)) }
        defer { work = [] }
        return (work + due.map(Work.body), 0)
    }

    /// Returns the milliseconds to wait; -1 to wait forever; nil if the loop must end.
    mutating func timeout(at now: Instant) -> Int32? {
        if !work.isEmpty { return 0 }
        if isStopped {
            isStopped = false
            return nil
        }
        isAsleep = true
        return timers.next.map { $0.milliseconds(after: now) } ?? -1
    }

    /// Returns whether the caller, which has added work, must wake the loop.
    mutating func mustWake() -> Bool {
        defer { isAsleep = false }
        return isAsleep
    }
}

/// The events for which a watch waits on its descriptor.
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
