import FilmgateJobs
import FilmgateSystem
import Synchronization

/// A queue of jobs, and the threads that serve them. Users take turns, and the clients of one user take turns.
final class JobQueue: Sendable {
    /// A fresh worker, started in advance for a job that needs one. Ends with the last thread, or if unused too long.
    let spare = StandbyWorker()
    private let ready = Semaphore()
    private let state: Mutex<State>

    private struct State {
        var turns: FairQueue<UInt32, JobOwner, Int>
        /// The waiting and the running jobs.
        var jobs: [Int: JobRequest] = [:]
        var lastJob = 0
        var threads = 0
        /// The number of threads that wait for a job, or will soon wait.
        var idle = 0
        var isClosed = false

        /// Returns the numbers of threads to wake and to start for the jobs that can begin.
        mutating func demand() -> ThreadDemand {
            let jobs = isClosed ? 0 : turns.ready
            let demand = ThreadDemand(waking: min(jobs, idle), starting: max(0, jobs - idle))
            threads += demand.starting
            idle += demand.starting
            return demand
        }
    }

    /// The number of threads to wake, and the number to start.
    private struct ThreadDemand {
        var waking = 0
        var starting = 0
    }

    /// - Parameter count: the number of jobs that run at the same time, not counting slow jobs.
    init(count: Int) {
        var limits = FairQueue<UInt32, JobOwner, Int>.Limits(width: count)
        limits.sharesIdle = true
        limits.slow = 4 * count
        limits.slowOfGroup = 3 * count
        limits.most = 6 * count
        state = Mutex(State(turns: FairQueue(limits)))
    }

    /// Adds a job.
    ///
    /// - Returns: the number of threads to start for the job.
    func add(_ request: JobRequest) -> Int {
        let demand = state.withLock { state -> ThreadDemand? in
            guard !state.isClosed else { return nil }
            state.lastJob += 1
            state.jobs[state.lastJob] = request
            var isUrgent = false
            if case .renderDegraded = request.job { isUrgent = true }
            state.turns.enter(
                state.lastJob, of: request.owner, in: request.owner.user,
                keepsPlaceFree: request.owner.keepsPlaceFree, isUrgent: isUrgent)
            return state.demand()
        }
        guard let demand else {
            request.cancel()
            return 0
        }
        return waking(demand)
    }

    /// Blocks the thread until the next job. Returns nil if no job arrives in time or the queue is closed. The thread
    /// must then end.
    func next(within time: Duration) -> (id: Int, request: JobRequest)? {
        while true {
            let isSignalled = ready.wait(atMost: time)
            let (job, shouldContinue, isLast) = state.withLock { state -> ((Int, JobRequest)?, Bool, Bool) in
                if !state.isClosed, let id = state.turns.next(), let request = state.jobs[id] {
                    state.idle -= 1
                    return ((id, request), true, false)
                }
                if isSignalled, !state.isClosed { return (nil, true, false) }
                state.idle -= 1
                state.threads -= 1
                return (nil, false, state.threads == 0)
            }
            if isLast { spare.drop() }
            if job != nil || !shouldContinue { return job }
        }
    }

    /// Records that a job takes long, so that a waiting job can begin.
    ///
    /// - Returns: the number of threads to start for the waiting jobs.
    func isSlow(_ id: Int) -> Int {
        waking(
            state.withLock { state in
                state.turns.isSlow(id)
                return state.demand()
            })
    }

    /// Records that a job from `next` has ended.
    ///
    /// - Returns: the number of threads to start for jobs that waited for this one.
    func finished(_ id: Int) -> Int {
        waking(
            state.withLock { state in
                state.turns.finished(id)
                state.jobs[id] = nil
                state.idle += 1
                return state.demand()
            })
    }

    /// Records that a thread could not be started. If no thread is left, the waiting jobs are refused.
    func threadIsMissing(_ refusal: JobRefusal) {
        let lost = state.withLock { state -> [JobRequest] in
            state.threads -= 1
            state.idle -= 1
            guard state.threads == 0 else { return [] }
            return state.turns.withdrawAll().compactMap { state.jobs.removeValue(forKey: $0) }
        }
        for request in lost { request.finish(.failure(refusal)) }
    }

    var isIdle: Bool { state.withLock { $0.jobs.isEmpty } }

    func close() {
        let (lost, threads) = state.withLock { state in
            state.isClosed = true
            _ = state.turns.withdrawAll()
            return (Array(state.jobs.values), state.threads)
        }
        for request in lost { request.cancel() }
        for _ in 0..<threads { ready.signal() }
    }

    private func waking(_ demand: ThreadDemand) -> Int {
        for _ in 0..<demand.waking + demand.starting { ready.signal() }
        return demand.starting
    }
}
