import Synchronization

/// A continuation for tasks that run on an event loop. They wait until `end` is called with an outcome.
///
/// Swift's own continuation resumes a task on one of the runtime's threads, which passes it back to the loop about
/// forty microseconds later. With this type, a task never leaves the loop: the executor of this actor holds the callers
/// of `outcome` until `end`, and then runs them on the loop. Like any continuation, it must be ended. If not, the
/// callers wait forever.
public actor LoopContinuation<Outcome: Sendable> {
    private nonisolated let executor: HoldingExecutor
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private nonisolated let ending = Mutex<Outcome?>(nil)

    public init(on loop: EventLoop) { executor = HoldingExecutor(loop) }

    /// Waits for `end`, if it has not been called yet.
    public func outcome() -> Outcome {
        guard let outcome = ending.withLock({ $0 }) else { preconditionFailure("the continuation has not ended") }
        return outcome
    }

    /// Resumes all waiting tasks. Tasks that wait later continue at once. Only the first outcome counts.
    public nonisolated func end(with outcome: Outcome) {
        ending.withLock { if $0 == nil { $0 = outcome } }
        executor.release()
    }
}

/// An executor that holds new jobs until `release`. After that, jobs run on the loop at once.
private final class HoldingExecutor: SerialExecutor {
    private let loop: EventLoop
    private let state = Mutex(State())

    private struct State {
        var held: [UnownedJob] = []
        var holds = true
    }

    init(_ loop: EventLoop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isHeld = state.withLock { state in
            if state.holds { state.held.append(job) }
            return state.holds
        }
        if !isHeld { run(job) }
    }

    func release() {
        let jobs = state.withLock { state in
            defer { state = State(held: [], holds: false) }
            return state.held
        }
        for job in jobs { run(job) }
    }

    private func run(_ job: UnownedJob) { loop.perform { job.runSynchronously(on: self.asUnownedSerialExecutor()) } }
}
