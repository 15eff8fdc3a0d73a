import Dispatch
import Synchronization

/// Closes descriptors from other processes on separate threads. Closing a file involves its file system, which may
/// never respond.
public enum DescriptorCloser {
    /// The maximum number of threads. A file system that hangs blocks a thread. If all threads are blocked, the
    /// remaining descriptors wait and may never be closed.
    private static let width = 16
    /// The time that a thread waits for further descriptors, so that a program that reads many files does not start a
    /// thread for each file.
    private static let idleTime = DispatchTimeInterval.seconds(1)

    private struct State {
        var waiting: [@Sendable () -> Void] = []
        var threads = 0
        /// The number of waiting threads, not counting threads that `run` has already woken.
        var idle = 0
    }

    private enum Need { case nothing, wakeup, thread }

    private static let state = Mutex(State())
    /// The semaphore on which idle threads wait. Each signal wakes one thread.
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
                // The next call of `run` tries again to start a thread.
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

    /// Waits for a further descriptor. Returns false if the thread has to end.
    private static func waitForMore() -> Bool {
        guard wakeups.wait(timeout: .now() + idleTime) == .timedOut else { return true }
        let ends = state.withLock { state in
            guard state.idle > 0 else { return false }
            state.idle -= 1
            state.threads -= 1
            return true
        }
        // If no thread is counted as idle, a signal has been sent, or is about to be sent, to this thread.
        if !ends { wakeups.wait() }
        return !ends
    }
}
