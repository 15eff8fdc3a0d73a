internal import FilmgateSystem
internal import Synchronization

/// The jobs that wait, the users in turn and then their clients, and the threads that serve them.
final class WorkLine: Sendable {
    private let ready = Semaphore()
    private let state: Mutex<State>

    private struct State {
        var turns: FairQueue<UInt32, JobOwner, Int>
        /// Those that wait and those that run.
        var jobs: [Int: InspectionRequest] = [:]
        var lastJob = 0
        var threads = 0
        /// Of these, those that wait for a job, or are about to.
        var idle = 0
        var isClosed = false

        /// What is to be done for the jobs that can begin: waking idle threads, and starting some more.
        mutating func staff() -> Staffing {
            let jobs = isClosed ? 0 : turns.ready
            let staffing = Staffing(waking: min(jobs, idle), starting: max(0, jobs - idle))
            threads += staffing.starting
            idle += staffing.starting
            return staffing
        }
    }

    /// How many threads are to be woken and started.
    private struct Staffing {
        var waking = 0
        var starting = 0
    }

    /// - Parameter count: jobs at once, those aside that are slow and leave their place to others.
    init(count: Int) {
        var limits = FairQueue<UInt32, JobOwner, Int>.Limits(width: count)
        limits.sharesIdle = true
        limits.slow = 4 * count
        limits.slowOfGroup = 3 * count
        limits.most = 6 * count
        state = Mutex(State(turns: FairQueue(limits)))
    }

    /// Puts a job in line.
    ///
    /// - Returns: how many threads are to be started for it.
    func add(_ request: InspectionRequest) -> Int {
        let staffing = state.withLock { state -> Staffing? in
            guard !state.isClosed else { return nil }
            state.lastJob += 1
            state.jobs[state.lastJob] = request
            state.turns.enter(state.lastJob, of: request.owner, in: request.owner.user)
            return state.staff()
        }
        guard let staffing else {
            request.cancel()
            return 0
        }
        return waking(staffing)
    }

    /// Blocks the thread for the next job; nil where none came in that time or the line is closed: the thread ends.
    func next(within time: Duration) -> (id: Int, request: InspectionRequest)? {
        while true {
            let isSignalled = ready.wait(atMost: time)
            let (job, goesOn) = state.withLock { state -> ((Int, InspectionRequest)?, Bool) in
                if !state.isClosed, let id = state.turns.next(), let request = state.jobs[id] {
                    state.idle -= 1
                    return ((id, request), true)
                }
                if isSignalled, !state.isClosed { return (nil, true) }
                state.idle -= 1
                state.threads -= 1
                return (nil, false)
            }
            if job != nil || !goesOn { return job }
        }
    }

    /// The job takes long, and leaves its place to others.
    ///
    /// - Returns: how many threads are to be started for these.
    func isSlow(_ id: Int) -> Int {
        waking(
            state.withLock { state in
                state.turns.isSlow(id)
                return state.staff()
            })
    }

    /// The job that `next` gave has its answer.
    ///
    /// - Returns: how many threads are to be started for those that waited for it.
    func finished(_ id: Int) -> Int {
        waking(
            state.withLock { state in
                state.turns.finished(id)
                state.jobs[id] = nil
                state.idle += 1
                return state.staff()
            })
    }

    /// A thread that was asked for cannot be had; where there is no other, nobody will serve what waits.
    func threadIsMissing(_ refusal: InspectionRefusal) {
        let lost = state.withLock { state -> [InspectionRequest] in
            state.threads -= 1
            state.idle -= 1
            guard state.threads == 0 else { return [] }
            return state.turns.withdrawAll().compactMap { state.jobs.removeValue(forKey: $0) }
        }
        for request in lost { request.finish(.failure(refusal)) }
    }

    func close() {
        let (lost, threads) = state.withLock { state in
            state.isClosed = true
            _ = state.turns.withdrawAll()
            return (Array(state.jobs.values), state.threads)
        }
        for request in lost { request.cancel() }
        for _ in 0..<threads { ready.signal() }
    }

    private func waking(_ staffing: Staffing) -> Int {
        for _ in 0..<staffing.waking + staffing.starting { ready.signal() }
        return staffing.starting
    }
}
