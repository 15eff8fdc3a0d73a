import Glibc
import Synchronization

/// Catches the first Ctrl-C, so that the current work is finished. A second one ends the program at once.
enum Interruption {
    private static let requested = Atomic(false)

    static var isRequested: Bool { requested.load(ordering: .relaxed) }

    static func prepare() {
        // Initializes the global now: its first use may take a lock, which a signal handler must not.
        guard !isRequested else { return }
        for number in [SIGINT, SIGTERM] {
            _ = signal(number) { number in
                Interruption.requested.store(true, ordering: .relaxed)
                _ = signal(number, SIG_DFL)
            }
        }
    }

    /// Runs an operation, whose task is cancelled if an interruption is requested meanwhile.
    ///
    /// - Throws: `CancellationError` after an interruption.
    static func cancelling<Value: Sendable>(
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await operation() }
            group.addTask {
                await waitWhile { !isRequested }
                return nil
            }
            defer { group.cancelAll() }
            guard let first = try await group.next(), let value = first else { throw CancellationError() }
            return value
        }
    }

    /// Returns when a condition is false, or the task is cancelled.
    static func waitWhile(_ condition: () -> Bool) async {
        while condition(), (try? await Task.sleep(for: .milliseconds(100))) != nil {}
    }
}
