internal import Synchronization

/// Closes what other processes handed in, on threads of its own: closing a file asks its file system, which may never answer.
public enum Disposal {
    /// A file system that hangs blocks a thread; if so many hang, the rest waits and may never be closed.
    private static let width = 16

    private struct State {
        var waiting: [@Sendable () -> Void] = []
        var threads = 0
    }

    private static let state = Mutex(State())

    public static func run(_ body: @escaping @Sendable () -> Void) {
        let needsThread = state.withLock { state in
            state.waiting.append(body)
            guard state.threads < width else { return false }
            state.threads += 1
            return true
        }
        guard needsThread else { return }
        do {
            try startThread(named: "disposal") { work() }
        } catch {
            // The next call tries again.
            state.withLock { $0.threads -= 1 }
        }
    }

    private static func work() {
        while let body = state.withLock({ state -> (@Sendable () -> Void)? in
            guard !state.waiting.isEmpty else {
                state.threads -= 1
                return nil
            }
            return state.waiting.removeFirst()
        }) {
            body()
        }
    }
}
