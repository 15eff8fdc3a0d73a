internal import FilmgateSystem
internal import Synchronization

/// Readings that may take long: on connections and threads of their own, few at once, one of each client, the clients in turn.
/// The threads give way to all others, and go when there was nothing to do for a while.
final class LongReads: Sendable {
    private struct State {
        var turns: FairQueue<String, String, Int>
        var jobs: [Int: LongRead] = [:]
        var lastJob = 0
        /// Threads that will look for work once more.
        var threads = 0
        /// Of these, those that wait for it.
        var idle = 0
        /// Threads whose connection may be open.
        var alive = 0
        var isClosed = false
        var closing: CheckedContinuation<Void, Never>?

        mutating func next() -> (Int, LongRead)? {
            guard let id = turns.next(), let job = jobs[id] else { return nil }
            return (id, job)
        }

        /// - Returns: the jobs that waited.
        mutating func withdrawAll() -> [LongRead] {
            turns.withdrawAll().compactMap { jobs.removeValue(forKey: $0) }
        }
    }

    private static let patience: Duration = .seconds(2)

    private let width: Int
    private let state: Mutex<State>
    private let work = Semaphore()
    private let open: @Sendable () throws -> Connection

    /// - Parameter width: how many at once.
    init(width: Int, open: @escaping @Sendable () throws -> Connection) {
        self.width = width
        self.open = open
        state = Mutex(State(turns: FairQueue(.init(width: width))))
    }

    /// Runs `body` in its turn. It is cancelled with the task.
    ///
    /// - Throws: `ReadingTookTooLong`, `CancellationError`, what `body` throws, and `DatabaseError`.
    func read<T: Sendable>(
        for client: String, within limit: Duration, _ body: @escaping @Sendable (Connection) throws -> T
    ) async throws -> T {
        let result = Mutex<T?>(nil)
        let job = LongRead(limit: limit) { connection in
            let value = try body(connection)
            result.withLock { $0 = value }
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                job.wait(continuation)
                submit(job, of: client)
            }
        } onCancel: {
            cancel(job)
        }
        guard let value = result.withLock({ $0 }) else { throw CancellationError() }
        return value
    }

    private enum Admission {
        case refused(any Error)
        case waits(startingThread: Bool, wakingThread: Bool)
    }

    private func submit(_ job: LongRead, of client: String) {
        let admission = state.withLock { state -> Admission in
            guard !state.isClosed else { return .refused(DatabaseError.closed) }
            guard !job.isCancelled else { return .refused(CancellationError()) }
            state.lastJob += 1
            state.jobs[state.lastJob] = job
            state.turns.enter(state.lastJob, of: client, in: client)
            guard state.turns.hasNext else { return .waits(startingThread: false, wakingThread: false) }
            let starts = state.idle == 0 && state.threads < width
            if starts {
                state.threads += 1
                state.alive += 1
            }
            return .waits(startingThread: starts, wakingThread: state.idle > 0)
        }
        switch admission {
        case .refused(let error): job.end(.failure(error))
        case .waits(let starts, let wakes):
            if wakes { work.signal() }
            guard starts else { return }
            do {
                try startThread(named: "long-read", niceness: 10) { [self] in run() }
            } catch {
                let orphans = state.withLock { state in
                    state.threads -= 1
                    return state.threads == 0 ? state.withdrawAll() : []
                }
                for job in orphans { job.end(.failure(error)) }
                threadEnded()
            }
        }
    }

    private func cancel(_ job: LongRead) {
        job.cancel()
        let wasWaiting = state.withLock { state in
            guard let id = state.jobs.first(where: { $0.value === job })?.key, state.turns.withdraw(id) else {
                return false
            }
            state.jobs[id] = nil
            return true
        }
        if wasWaiting { job.end(.failure(CancellationError())) }
    }

    /// On a thread of its own.
    private func run() {
        var connection: Connection?
        while let (id, job) = next() {
            job.run {
                let ready = try connection ?? open()
                connection = ready
                return ready
            }
            // What did not end well must not be begun with again.
            if connection?.isInTransaction == true { connection = nil }
            state.withLock { state in
                state.turns.finished(id)
                state.jobs[id] = nil
            }
        }
        connection = nil
        threadEnded()
    }

    /// Waits for a job for a while; nil where the thread is to go, and is counted no more.
    private func next() -> (Int, LongRead)? {
        var isPatient = true
        while true {
            let (next, waits) = state.withLock { state -> ((Int, LongRead)?, Bool) in
                if let next = state.next() { return (next, false) }
                guard isPatient, !state.isClosed else {
                    state.threads -= 1
                    return (nil, false)
                }
                state.idle += 1
                return (nil, true)
            }
            guard waits else { return next }
            isPatient = work.wait(atMost: LongReads.patience)
            state.withLock { $0.idle -= 1 }
        }
    }

    private func threadEnded() {
        let closing = state.withLock { state -> CheckedContinuation<Void, Never>? in
            state.alive -= 1
            guard state.alive == 0 else { return nil }
            defer { state.closing = nil }
            return state.closing
        }
        closing?.resume()
    }

    /// Ends what runs and what waits, and returns when no connection is open any more.
    func close() async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let (waiting, running, sleeping, isOver) = state.withLock { state in
                state.isClosed = true
                let waiting = state.withdrawAll()
                if state.alive > 0 { state.closing = continuation }
                return (waiting, Array(state.jobs.values), state.idle, state.alive == 0)
            }
            for job in waiting { job.end(.failure(DatabaseError.closed)) }
            for job in running { job.cancel() }
            for _ in 0..<sleeping { work.signal() }
            if isOver { continuation.resume() }
        }
    }
}
