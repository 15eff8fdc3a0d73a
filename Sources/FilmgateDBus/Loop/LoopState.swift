/// What an event loop has to do and watches; a value, so that one lock covers it all.
struct LoopState {
    /// The token of the loop's own wake-up descriptor; no watch gets it.
    static let bellToken: UInt64 = 0

    enum Work {
        case job(UnownedJob)
        case body(@Sendable () -> Void)
    }

    var works: [Work] = []
    var timers = TimerQueue()
    var watches: [UInt64: @Sendable (Readiness) -> Void] = [:]
    var isStopped = false
    /// True from the moment when the loop decides to sleep until somebody adds something, and so took it on to wake it.
    /// It may still be true when the loop is awake; then the bell is rung once for nothing.
    var isAsleep = false
    private var lastToken = bellToken

    mutating func add(watch body: @escaping @Sendable (Readiness) -> Void) -> UInt64 {
        lastToken += 1
        watches[lastToken] = body
        return lastToken
    }

    /// What was asked for, and then the timers that ran out meanwhile; where there is nothing, for how long to wait.
    mutating func next(at now: Instant) -> (works: [Work], pause: Int32?) {
        let due = timers.takeDue(at: now)
        guard !works.isEmpty || !due.isEmpty else { return ([], pause(at: now)) }
        defer { works = [] }
        return (works + due.map(Work.body), 0)
    }

    /// Milliseconds to wait for, -1 for ever; nil where the loop is to end.
    mutating func pause(at now: Instant) -> Int32? {
        if !works.isEmpty { return 0 }
        if isStopped {
            isStopped = false
            return nil
        }
        isAsleep = true
        return timers.next.map { $0.milliseconds(after: now) } ?? -1
    }

    /// Whether the caller, who added something, has to ring the bell.
    mutating func mustWake() -> Bool {
        defer { isAsleep = false }
        return isAsleep
    }
}

/// What somebody waits for on a descriptor.
struct Interest: Equatable {
    var readable: Bool
    var writable: Bool
}

/// What became of a descriptor.
package struct Readiness: Sendable {
    let readable: Bool
    let writable: Bool
    let hungUp: Bool
    let failed: Bool
}
