import FilmgateModel
import FilmgateSystem
import Glibc
import Synchronization

/// A pool of threads that copy files. The threads exist only while there are files to copy.
final class CopyPool: Sendable {
    private struct State {
        var machine: CopyScheduler<ClientID, ContinuousClock.Instant>
        var jobs: [Int: CopyJob] = [:]
        var lastJob = 0
        var isWatched = false

        mutating func next(isNew: Bool) -> (Int, CopyJob)? {
            guard let id = machine.next(at: .now, isNew: isNew), let job = jobs[id] else { return nil }
            return (id, job)
        }
    }

    private let state: Mutex<State>
    private static let watchMicroseconds: UInt32 = 250_000

    init(width: Int) { state = Mutex(State(machine: CopyScheduler(limits: .init(width: width)))) }

    /// Waits for the client's turn, and runs `body` on a copy thread.
    func run<File: Sendable>(
        for client: ClientID, timeLimit: Duration, _ body: @escaping @Sendable (CopyJob) throws -> File
    ) async throws -> File {
        let made = Mutex<File?>(nil)
        try await wait(for: client, timeLimit: timeLimit) { job in
            let file = try body(job)
            made.withLock { $0 = file }
        }
        guard let file = made.withLock({ $0 }) else { throw CancellationError() }
        return file
    }

    private func wait(
        for client: ClientID, timeLimit: Duration, _ body: @escaping @Sendable (CopyJob) throws -> Void
    ) async throws {
        let submitted = Mutex<CopyJob?>(nil)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let job = CopyJob(client: client, timeLimit: timeLimit, waiting: continuation, body: body)
                submitted.withLock { $0 = job }
                if Task.isCancelled { job.end(with: .failure(CancellationError())) }
                submit(job)
            }
        } onCancel: {
            submitted.withLock { $0 }?.end(with: .failure(CancellationError()))
        }
    }

    private func submit(_ job: CopyJob) {
        let (admission, watch) = state.withLock { state in
            state.lastJob += 1
            let admission = state.machine.submit(state.lastJob, of: job.client)
            guard admission != .busy else { return (admission, false) }
            state.jobs[state.lastJob] = job
            defer { state.isWatched = true }
            return (admission, !state.isWatched)
        }
        switch admission {
        case .busy: job.end(with: .failure(StagingRefusal.busy))
        case .waits(let threads):
            start(threads)
            guard watch else { return }
            do {
                try startThread(named: "copy-watch") { [self] in self.watch() }
            } catch {
                state.withLock { $0.isWatched = false }
                job.end(with: .failure(error))
            }
        }
    }

    /// Starts threads. If this fails, the watch thread tries again.
    private func start(_ threads: Int) {
        for _ in 0..<threads {
            do {
                try startThread(named: "copy") { [self] in work() }
            } catch {
                state.withLock { $0.machine.threadFailed() }
            }
        }
    }

    private func work() {
        var current = state.withLock { $0.next(isNew: true) }
        while let (id, job) = current {
            job.run()
            current = state.withLock { state in
                state.machine.finished(id)
                state.jobs[id] = nil
                return state.next(isNew: false)
            }
        }
    }

    private func watch() {
        while true {
            usleep(CopyPool.watchMicroseconds)
            let (result, jobs, isIdle) = state.withLock { state in
                let jobs = state.jobs
                let result = state.machine.check(at: .now) { jobs[$0]?.state ?? (0, .zero) }
                for id in result.busy { state.jobs[id] = nil }
                state.isWatched = !state.machine.isIdle
                return (result, jobs, state.machine.isIdle)
            }
            for id in result.givenUp { jobs[id]?.end(with: .failure(StagingRefusal.tooSlow)) }
            for id in result.busy { jobs[id]?.end(with: .failure(StagingRefusal.busy)) }
            start(result.startingThreads)
            if isIdle { return }
        }
    }
}

/// A file that is being copied. The copying thread, the caller and the watch thread share this object.
final class CopyJob: Sendable {
    let client: ClientID
    private let body: @Sendable (CopyJob) throws -> Void
    private let waiting: Mutex<CheckedContinuation<Void, any Error>?>
    private let allowance: Atomic<Int64>
    private let bytes = Atomic<UInt64>(0)

    init(
        client: ClientID, timeLimit: Duration, waiting: CheckedContinuation<Void, any Error>,
        body: @escaping @Sendable (CopyJob) throws -> Void
    ) {
        self.client = client
        self.body = body
        self.waiting = Mutex(waiting)
        allowance = Atomic(timeLimit.wholeMicroseconds)
    }

    /// Runs the copy, unless the caller already has a result.
    func run() {
        guard !isGivenUp else { return }
        end(with: Result { try body(self) })
    }

    /// Resumes the caller with a result. Ignores all later results.
    func end(with result: Result<Void, any Error>) {
        let waiting = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        waiting?.resume(with: result)
    }

    /// Whether the caller already has a result.
    var isGivenUp: Bool { waiting.withLock { $0 == nil } }

    /// Reports progress to the watch thread. Throws if the caller already has a result. The copying thread calls this
    /// method before each block.
    func checkIn(after bytes: UInt64) throws {
        self.bytes.store(bytes + 1, ordering: .relaxed)
        if isGivenUp { throw CancellationError() }
    }

    /// Sets the time limit of the copy.
    func allow(_ duration: Duration) { allowance.store(duration.wholeMicroseconds, ordering: .relaxed) }

    /// The number of copied bytes plus one, and the time limit.
    var state: (progress: UInt64, allowance: Duration) {
        (bytes.load(ordering: .relaxed), .microseconds(allowance.load(ordering: .relaxed)))
    }
}

extension Duration {
    fileprivate var wholeMicroseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    }
}
