import FilmgateSystem
import Synchronization

/// Runs long reads on separate connections and threads. Up to `width` reads run at the same time, but only
/// one for each client, and clients take turns. The threads have a low priority, and end after an idle time.
final class LongReadExecutor: Sendable {
    private struct State {
        var queue: FairQueue<String, String, Int>
        var jobs: [Int: LongRead] = [:]
        var lastJob = 0
        /// The number of threads that run jobs or wait for jobs.
        var threads = 0
        /// The number of threads that wait for a job.
        var idle = 0
        /// The number of threads that may have an open connection.
        var alive = 0
        var isClosed = false
        var closing: CheckedContinuation<Void, Never>?

        mutating func next() -> (Int, LongRead)? {
            guard let id = queue.next(), let job = jobs[id] else { return nil }
            return (id, job)
        }

        mutating func withdrawAll() -> [LongRead] { queue.withdrawAll().compactMap { jobs.removeValue(forKey: $0) } }
    }

    /// The maximum time that an idle thread waits for a job.
    private static let idleTimeout: Duration = .seconds(2)

    private let width: Int
    private let state: Mutex<State>
    private let work = Semaphore()
    private let open: @Sendable () throws -> DatabaseConnection

    /// - Parameter width: the maximum number of simultaneous reads.
    init(width: Int, open: @escaping @Sendable () throws -> DatabaseConnection) {
        self.width = width
        self.open = open
        state = Mutex(State(queue: FairQueue(.init(width: width))))
    }

    /// Waits for the client's turn, and runs `body`. Cancelling the task cancels the read.
    ///
    /// - Throws: `ReadingTookTooLong`, `CancellationError`, the errors of `body`, and `DatabaseError`.
    func read<T: Sendable>(
        for client: String, within limit: Duration, _ body: @escaping @Sendable (DatabaseConnection) throws -> T
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
            state.queue.enter(state.lastJob, of: client, in: client)
            guard state.queue.hasNext else { return .waits(startingThread: false, wakingThread: false) }
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
            guard let id = state.jobs.first(where: { $0.value === job })?.key, state.queue.withdraw(id) else {
                return false
            }
            state.jobs[id] = nil
            return true
        }
        if wasWaiting { job.end(.failure(CancellationError())) }
    }

    /// The body of each thread: runs jobs until none arrives within the idle timeout, or the executor closes.
    private func run() {
        var connection: DatabaseConnection?
        while let (id, job) = next() {
            job.run {
                let ready = try connection ?? open()
                connection = ready
                return ready
            }
            // A connection with an open transaction cannot be reused.
            if connection?.isInTransaction == true { connection = nil }
            state.withLock { state in
                state.queue.finished(id)
                state.jobs[id] = nil
            }
        }
        connection = nil
        threadEnded()
    }

    /// Waits for a job. Returns nil if the thread must end, after the idle timeout or when the executor closes.
    private func next() -> (Int, LongRead)? {
        var canWait = true
        while true {
            let (next, waits) = state.withLock { state -> ((Int, LongRead)?, Bool) in
                if let next = state.next() { return (next, false) }
                guard canWait, !state.isClosed else {
                    state.threads -= 1
                    return (nil, false)
                }
                state.idle += 1
                return (nil, true)
            }
            guard waits else { return next }
            canWait = work.wait(atMost: LongReadExecutor.idleTimeout)
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

    /// Ends running and waiting reads, and waits until all connections are closed.
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
