import Synchronization

/// A continuation for tasks on an event loop, which wait until `end` is called.
///
/// Swift's own continuation resumes a task on a thread of the runtime, which passes the task back to the loop about 40
/// microseconds later. With this type, a task stays on the loop: this actor's executor holds the callers of `outcome`
/// until `end`, and then runs them on the loop. As with any continuation, the callers wait forever if `end` is never
/// called.
public actor LoopContinuation<Outcome: Sendable> {
    private nonisolated let executor: HoldingExecutor
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private nonisolated let ending = Mutex<Outcome?>(nil)

    public init(on loop: EventLoop) { executor = HoldingExecutor(loop) }

    /// Returns the outcome. A caller waits until `end`, because the executor does not run this function before.
    public func outcome() -> Outcome {
        guard let outcome = ending.withLock({ $0 }) else { preconditionFailure("the continuation has not ended") }
        return outcome
    }

    /// Resumes all waiting tasks. Later calls of `outcome` return immediately, and later calls of `end` have no effect.
    public nonisolated func end(with outcome: Outcome) {
        ending.withLock { if $0 == nil { $0 = outcome } }
        executor.release()
    }
}

/// An executor that holds jobs until `release`. Passes later jobs to the loop immediately.
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
