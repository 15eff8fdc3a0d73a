internal import Synchronization

/// Where tasks wait that run on an event loop, until they are told to go on, and what with.
///
/// A continuation of Swift's goes on by way of the runtime's threads: one of them takes the task up only to hand it back to the loop, some
/// forty microseconds later. Here a task never leaves the loop: the executor of this actor keeps whoever calls `outcome` until
/// `end`, and runs them on the loop then. Like a continuation it must be ended, or they wait for ever.
public actor LoopContinuation<Outcome: Sendable> {
    private nonisolated let executor: HoldingExecutor
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private nonisolated let ending = Mutex<Outcome?>(nil)

    public init(on loop: EventLoop) { executor = HoldingExecutor(loop) }

    /// Waits for the end, if it has not come yet.
    public func outcome() -> Outcome {
        guard let outcome = ending.withLock({ $0 }) else { preconditionFailure("the pause has not ended") }
        return outcome
    }

    /// Has all go on who wait, and who come later; what is said first counts.
    public nonisolated func end(with outcome: Outcome) {
        ending.withLock { if $0 == nil { $0 = outcome } }
        executor.letGo()
    }
}

/// Keeps the jobs that come until it lets them go; from then on they run on the loop as they come.
private final class HoldingExecutor: SerialExecutor {
    private let loop: EventLoop
    private let state = Mutex(State())

    private struct State {
        var kept: [UnownedJob] = []
        var keeps = true
    }

    init(_ loop: EventLoop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isKept = state.withLock { state in
            if state.keeps { state.kept.append(job) }
            return state.keeps
        }
        if !isKept { run(job) }
    }

    func letGo() {
        let jobs = state.withLock { state in
            defer { state = State(kept: [], keeps: false) }
            return state.kept
        }
        for job in jobs { run(job) }
    }

    private func run(_ job: UnownedJob) {
        loop.perform { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
