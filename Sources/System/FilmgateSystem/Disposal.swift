import Dispatch
import Synchronization

/// Closes what other processes handed in, on threads of its own: closing a file asks its file system, which may never answer.
public enum Disposal {
    /// A file system that hangs blocks a thread; if so many hang, the rest waits and may never be closed.
    private static let width = 16
    /// How long a thread waits for more: a program that reads many files starts no thread for each.
    private static let idleTime = DispatchTimeInterval.seconds(1)

    private struct State {
        var waiting: [@Sendable () -> Void] = []
        var threads = 0
        /// How many threads wait, without those that were woken up.
        var idle = 0
    }

    private enum Need { case nothing, wakeup, thread }

    private static let state = Mutex(State())
    /// Wakes up one thread for each signal.
    private static let wakeups = DispatchSemaphore(value: 0)

    public static func run(_ body: @escaping @Sendable () -> Void) {
        let need = state.withLock { state -> Need in
            state.waiting.append(body)
            if state.idle > 0 {
                state.idle -= 1
                return .wakeup
            }
            guard state.threads < width else { return .nothing }
            state.threads += 1
            return .thread
        }
        switch need {
        case .nothing: break
        case .wakeup: wakeups.signal()
        case .thread:
            do {
                try startThread(named: "disposal") { work() }
            } catch {
                // The next call tries again.
                state.withLock { $0.threads -= 1 }
            }
        }
    }

    private static func work() {
        while true {
            let body = state.withLock { state -> (@Sendable () -> Void)? in
                guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
                state.idle += 1
                return nil
            }
            if let body { body() } else if !waitForMore() { return }
        }
    }

    /// Returns false if the thread ends.
    private static func waitForMore() -> Bool {
        guard wakeups.wait(timeout: .now() + idleTime) == .timedOut else { return true }
        let ends = state.withLock { state in
            guard state.idle > 0 else { return false }
            state.idle -= 1
            state.threads -= 1
            return true
        }
        // Otherwise a signal is on its way.
        if !ends { wakeups.wait() }
        return !ends
    }
}
