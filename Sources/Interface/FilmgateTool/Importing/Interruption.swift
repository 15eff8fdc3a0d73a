import Glibc
import Synchronization

/// Whether a command is to end early. In a process of its own, the first Ctrl-C asks for it, so that the current work is finished; a second
/// one ends the program at once.
final class Interruption: Sendable {
    /// The one that signals request.
    static let ofThisProcess = Interruption()

    private let requested = Atomic(false)

    var isRequested: Bool { requested.load(ordering: .relaxed) }

    func request() { requested.store(true, ordering: .relaxed) }

    /// Catches the first Ctrl-C from now on.
    func prepare() {
        // Initializes the global now: its first use may take a lock, which a signal handler must not.
        guard self === Interruption.ofThisProcess, !isRequested else { return }
        for number in [SIGINT, SIGTERM] {
            _ = signal(number) { number in
                Interruption.ofThisProcess.request()
                _ = signal(number, SIG_DFL)
            }
        }
    }

    /// Runs an operation, whose task is cancelled if an interruption is requested meanwhile.
    ///
    /// - Throws: `CancellationError` after an interruption.
    func cancelling<Value: Sendable>(
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

    /// Returns when a condition is false, or the task is cancelled.
    static func waitWhile(_ condition: () -> Bool) async {
        while condition(), (try? await Task.sleep(for: .milliseconds(100))) != nil {}
    }
}
