internal import Synchronization

/// One long reading, whoever ends it: it is answered once.
final class LongRead: Sendable {
    private struct State {
        var waiting: CheckedContinuation<Void, any Error>?
        /// From its beginning to its end.
        var deadline: Deadline?
        var isCancelled = false
    }

    private let limit: Duration
    private let body: @Sendable (Connection) throws -> Void
    private let state = Mutex(State())

    init(limit: Duration, _ body: @escaping @Sendable (Connection) throws -> Void) {
        self.limit = limit
        self.body = body
    }

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    func wait(_ continuation: CheckedContinuation<Void, any Error>) { state.withLock { $0.waiting = continuation } }

    /// Ends it as soon as it can where it runs, and keeps it from beginning where it does not.
    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            state.deadline?.cancel()
        }
    }

    /// Its time begins now.
    func run(on connection: () throws -> Connection) {
        let deadline = state.withLock { state -> Deadline? in
            guard !state.isCancelled else { return nil }
            state.deadline = Deadline(within: limit)
            return state.deadline
        }
        guard let deadline else { return end(.failure(CancellationError())) }
        end(
            Result {
                let connection = try connection()
                try connection.within(deadline) { try connection.reading { try body(connection) } }
            })
    }

    func end(_ result: Result<Void, any Error>) {
        let waiting = state.withLock { state in
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(with: result)
    }
}
