/// Decides which copy runs when, and what becomes of those that hang. No threads, no clock: events in, decisions out.
///
/// `width` threads make progress at a time. One whose source stalls stops counting, so that another takes its place; what is
/// stalled is bounded for each client and in all. Clients that wait take turns.
struct CopyMachine<Client: Hashable, Moment: InstantProtocol> where Moment.Duration == Duration {
    typealias Job = Int

    struct Limits {
        /// Copies that make progress at a time.
        var width = 2
        /// Copies of one client, once one of them has stalled.
        var stalledOfClient = 2
        /// Stalled copies before nobody's stall is made up for.
        var stalled = 16
        /// Without a byte for so long, a copy is stalled.
        var stall = Duration.seconds(1)
    }

    enum Admission: Equatable {
        /// It waits for its turn; start this many threads.
        case waits(startingThreads: Int)
        case busy
    }

    struct Verdict: Equatable {
        /// Nobody waits for these any longer.
        var givenUp: [Job] = []
        /// They hang behind copies of the same client that were given up.
        var busy: [Job] = []
        var startingThreads = 0
    }

    private struct Running {
        let client: Client
        let began: Moment
        var moved: Moment
        var progress: UInt64 = 0
        var isStalled = false
        var isGivenUp = false
    }

    let limits: Limits
    private var turns: [Client] = []
    private var waiting: [Client: [Job]] = [:]
    private var running: [Job: Running] = [:]
    /// Threads that were asked for and have not come for a job yet.
    private var arriving = 0

    init(limits: Limits = Limits()) { self.limits = limits }

    /// Whether the watch has anything to look at.
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

    /// A thread is free: gives it its next job, or nil to end it.
    mutating func next(at now: Moment, isNew: Bool) -> Job? {
        if isNew { arriving -= 1 }
        guard moving < limits.width, let position = turns.firstIndex(where: mayRun) else { return nil }
        let client = turns.remove(at: position)
        guard var jobs = waiting.removeValue(forKey: client), !jobs.isEmpty else { return nil }
        let job = jobs.removeFirst()
        if !jobs.isEmpty {
            waiting[client] = jobs
            turns.append(client)
        }
        running[job] = Running(client: client, began: now, moved: now)
        return job
    }

    /// A thread is through with its job, whether or not anybody still waits for it.
    mutating func finished(_ job: Job) { running[job] = nil }

    /// A thread that was asked for could not be had.
    mutating func threadFailed() { arriving -= 1 }

    /// Looks at every running copy.
    mutating func look(at now: Moment, state: (Job) -> (progress: UInt64, allowance: Duration)) -> Verdict {
        var verdict = Verdict()
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
                verdict.givenUp.append(job)
            }
            running[job] = copy
        }
        for client in turns where givenUp(of: client) >= limits.stalledOfClient {
            verdict.busy += waiting.removeValue(forKey: client) ?? []
        }
        turns.removeAll { waiting[$0] == nil }
        verdict.givenUp.sort()
        verdict.startingThreads = threadsToStart()
        return verdict
    }

    private var moving: Int { running.values.count { !$0.isStalled } }

    private func givenUp(of client: Client) -> Int { running.values.count { $0.isGivenUp && $0.client == client } }

    /// A client of which something stalls gets no further place beyond its bound, be the others moving or not.
    private func mayRun(_ client: Client) -> Bool {
        let own = running.values.filter { $0.client == client }
        return own.allSatisfy { !$0.isStalled } || own.count < limits.stalledOfClient
    }

    private mutating func threadsToStart() -> Int {
        let places = min(limits.width - moving, limits.width + limits.stalled - running.count) - arriving
        let jobs = turns.filter(mayRun).reduce(0) { $0 + (waiting[$1]?.count ?? 0) }
        let threads = max(0, min(places, jobs - arriving))
        arriving += threads
        return threads
    }
}
