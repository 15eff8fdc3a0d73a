internal import FilmgateSystem
internal import Synchronization

/// The jobs that wait, first come first served, and the threads that serve them.
final class WorkLine: Sendable {
    private let capacity: Int
    private let ready = Semaphore()
    private let state = Mutex(State())

    private struct State {
        var waiting: [InspectionRequest] = []
        var running: [InspectionRequest] = []
        var threads = 0
        var idleThreads = 0
        var isClosed = false
    }

    /// - Parameter capacity: threads at most.
    init(capacity: Int) { self.capacity = capacity }

    /// Puts a job in line. True where one more thread is to be started for it.
    func add(_ request: InspectionRequest) -> Bool {
        let (isAccepted, needsThread) = state.withLock { state in
            guard !state.isClosed else { return (false, false) }
            state.waiting.append(request)
            let needsThread = state.waiting.count > state.idleThreads && state.threads < capacity
            if needsThread {
                state.threads += 1
                state.idleThreads += 1
            }
            return (true, needsThread)
        }
        if isAccepted { ready.signal() } else { request.cancel() }
        return needsThread
    }

    /// Blocks the thread for the next job; nil where none came in that time or the line is closed: the thread ends.
    func next(within time: Duration) -> InspectionRequest? {
        while true {
            let isSignalled = ready.wait(atMost: time)
            let (request, goesOn) = state.withLock { state -> (InspectionRequest?, Bool) in
                if !state.isClosed, !state.waiting.isEmpty {
                    state.idleThreads -= 1
                    let request = state.waiting.removeFirst()
                    state.running.append(request)
                    return (request, true)
                }
                if isSignalled, !state.isClosed { return (nil, true) }
                state.idleThreads -= 1
                state.threads -= 1
                return (nil, false)
            }
            if request != nil || !goesOn { return request }
        }
    }

    /// The job that `next` gave has its answer.
    func finished(_ request: InspectionRequest) {
        state.withLock { state in
            state.running.removeAll { $0 === request }
            state.idleThreads += 1
        }
    }

    /// The thread that `add` asked for cannot be had; where there is no other, nobody will serve what waits.
    func threadIsMissing(_ refusal: InspectionRefusal) {
        let lost = state.withLock { state -> [InspectionRequest] in
            state.threads -= 1
            state.idleThreads -= 1
            guard state.threads == 0 else { return [] }
            defer { state.waiting = [] }
            return state.waiting
        }
        for request in lost { request.finish(.failure(refusal)) }
    }

    func close() {
        let (lost, threads) = state.withLock { state in
            defer { state.waiting = [] }
            state.isClosed = true
            return (state.waiting + state.running, state.threads)
        }
        for request in lost { request.cancel() }
        for _ in 0..<threads { ready.signal() }
    }
}
