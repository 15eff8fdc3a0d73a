import Synchronization

/// A request to end a long operation after its current step. Can be made on any thread.
package final class Interruption: Sendable {
    private let requested = Atomic(false)

    package init() {}

    package var isRequested: Bool { requested.load(ordering: .relaxed) }

    package func request() { requested.store(true, ordering: .relaxed) }

    /// Runs an operation in a task that is cancelled when an interruption is requested.
    ///
    /// - Throws: the errors of the operation; `CancellationError` after an interruption.
    package func cancelling<Value: Sendable>(
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await operation() }
            group.addTask {
                await Interruption.waitWhile { !self.isRequested }
                return nil
            }
            defer { group.cancelAll() }
            guard let first = try await group.next(), let value = first else { throw CancellationError() }
            return value
        }
    }

    /// Waits until the condition is false or the task is cancelled.
    package static func waitWhile(_ condition: () -> Bool) async {
        // `sleep` throws only if the task is cancelled.
        while condition(), (try? await Task.sleep(for: .milliseconds(100))) != nil {}
    }
}
