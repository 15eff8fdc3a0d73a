/// Decides which copy runs next, and detects copies that hang. A pure state machine without threads or a clock.
///
/// Up to `width` threads make progress at a time. A new thread replaces a thread whose source stalls. The number of
/// stalled copies is limited, for each client and in total. Waiting clients take turns.
struct CopyScheduler<Client: Hashable, Instant: InstantProtocol> where Instant.Duration == Duration {
    typealias Job = Int

    struct Limits {
        /// The maximum number of copies that make progress at the same time.
        var width = 2
        /// The maximum number of a client's running copies after one of them has stalled.
        var stalledOfClient = 2
        /// The maximum number of stalled copies whose threads are replaced by new ones.
        var stalled = 16
        /// The time without progress after which a copy is considered stalled.
        var stall = Duration.seconds(1)
    }

    enum Admission: Equatable {
        /// The copy waits for its turn. The caller must start this many threads.
        case waits(startingThreads: Int)
        case busy
    }

    /// The actions that the caller must take after a check.
    struct CheckResult: Equatable {
        /// Copies that exceeded their time limit.
        var givenUp: [Job] = []
        /// Waiting copies to refuse, because too many copies of their clients hang.
        var busy: [Job] = []
        var startingThreads = 0
    }

    private struct RunningCopy {
        let client: Client
        let began: Instant
        var moved: Instant
        var progress: UInt64 = 0
        var isStalled = false
        var isGivenUp = false
    }

    let limits: Limits
    /// The clients with waiting copies, in the order of their turns.
    private var turns: [Client] = []
    private var waiting: [Client: [Job]] = [:]
    private var running: [Job: RunningCopy] = [:]
    /// The number of requested threads that have not yet asked for a job.
    private var starting = 0

    init(limits: Limits = Limits()) { self.limits = limits }

    /// Whether there is no copy to watch.
    var isIdle: Bool { running.isEmpty && waiting.isEmpty }

    mutating func submit(_ job: Job, of client: Client) -> Admission {
        let hanging = running.values.filter { $0.isGivenUp }
        guard hanging.count(where: { $0.client == client }) < limits.stalledOfClient, hanging.count < limits.stalled
        else {
            return .busy
        }
        if waiting[client] == nil { turns.append(client) }
        waiting[client, default: []].append(job)
        return .waits(startingThreads: threadsToStart())
    }

    /// Returns the next job for an idle thread, or nil if the thread must end.
    mutating func next(at now: Instant, isNew: Bool) -> Job? {
        if isNew { starting -= 1 }
        guard moving < limits.width, let position = turns.firstIndex(where: mayRun) else { return nil }
        let client = turns.remove(at: position)
        guard var jobs = waiting.removeValue(forKey: client), !jobs.isEmpty else { return nil }
        let job = jobs.removeFirst()
        if !jobs.isEmpty {
            waiting[client] = jobs
            turns.append(client)
        }
        running[job] = RunningCopy(client: client, began: now, moved: now)
        return job
    }

    /// Records that a thread has finished a job. The job may have been given up before.
    mutating func finished(_ job: Job) { running[job] = nil }

    /// Records that a requested thread could not be started.
    mutating func threadFailed() { starting -= 1 }

    /// Checks the progress and the time limit of each running copy.
    mutating func check(at now: Instant, state: (Job) -> (progress: UInt64, allowance: Duration)) -> CheckResult {
        var result = CheckResult()
        for (job, var copy) in running where !copy.isGivenUp {
            let (progress, allowance) = state(job)
            if progress != copy.progress {
                copy.progress = progress
                copy.moved = now
            }
            copy.isStalled = copy.moved.duration(to: now) >= limits.stall
            copy.isGivenUp = copy.began.duration(to: now) >= allowance
            if copy.isGivenUp {
                copy.isStalled = true
                result.givenUp.append(job)
            }
            running[job] = copy
        }
        for client in turns where givenUp(of: client) >= limits.stalledOfClient {
            result.busy += waiting.removeValue(forKey: client) ?? []
        }
        turns.removeAll { waiting[$0] == nil }
        result.givenUp.sort()
        result.startingThreads = threadsToStart()
        return result
    }

    private var moving: Int { running.values.count { !$0.isStalled } }

    private func givenUp(of client: Client) -> Int { running.values.count { $0.isGivenUp && $0.client == client } }

    /// Returns whether a copy of the client may start. If a copy of the client has stalled, the client may have at most
    /// `stalledOfClient` running copies.
    private func mayRun(_ client: Client) -> Bool {
        let own = running.values.filter { $0.client == client }
        return own.allSatisfy { !$0.isStalled } || own.count < limits.stalledOfClient
    }

    private mutating func threadsToStart() -> Int {
        let places = min(limits.width - moving, limits.width + limits.stalled - running.count) - starting
        let jobs = turns.filter(mayRun).reduce(0) { $0 + (waiting[$1]?.count ?? 0) }
        let threads = max(0, min(places, jobs - starting))
        starting += threads
        return threads
    }
}
