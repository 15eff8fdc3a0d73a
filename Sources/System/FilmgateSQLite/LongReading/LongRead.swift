import Synchronization

/// A long read. It resumes its caller exactly once, even if it fails or never starts.
final class LongRead: Sendable {
    private struct State {
        var waiting: CheckedContinuation<Void, any Error>?
        /// The deadline. It is nil until the read starts.
        var deadline: Deadline?
        var isCancelled = false
    }

    private let limit: Duration
    private let body: @Sendable (DatabaseConnection) throws -> Void
    private let state = Mutex(State())

    init(limit: Duration, _ body: @escaping @Sendable (DatabaseConnection) throws -> Void) {
        self.limit = limit
        self.body = body
    }

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    func wait(_ continuation: CheckedContinuation<Void, any Error>) { state.withLock { $0.waiting = continuation } }

    /// Ends the read as soon as possible. If the read has not started, it never starts.
    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            state.deadline?.cancel()
        }
    }

    /// Runs the read. Its time limit starts with this call.
    func run(on connection: () throws -> DatabaseConnection) {
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
