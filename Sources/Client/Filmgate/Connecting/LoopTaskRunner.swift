import FilmgateDBus
import FilmgateSystem
import Synchronization

/// A runner of asynchronous work on an event loop.
///
/// All of the work runs on the loop, even nonisolated functions. So the work makes progress even if all threads of
/// Swift's thread pool are blocked.
struct LoopTaskRunner {
    private let loop: EventLoop

    init(on loop: EventLoop) { self.loop = loop }

    /// Runs `body`, and blocks the calling thread until `body` returns. Must not be called on the loop's own thread.
    func result<Value: Sendable>(of body: @escaping @Sendable () async -> Value) -> Value {
        precondition(loop.isIsolatingCurrentContext() != true, "the event loop cannot wait for itself")
        let slot = ResultSlot<Value>()
        start { slot.fill(await body()) }
        return slot.wait()
    }

    /// Starts `body` and returns immediately. May be called on the loop's own thread.
    @discardableResult
    func start<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) -> Task<Value, Never> {
        let executor = LoopExecutor(on: loop)
        return Task(executorPreference: executor) {
            // A task does not retain its preferred executor.
            defer { withExtendedLifetime(executor) {} }
            return await body()
        }
    }

    private final class ResultSlot<Value: Sendable>: Sendable {
        private let value = Mutex<Value?>(nil)
        private let filled = Semaphore()

        func fill(_ value: Value) {
            self.value.withLock { $0 = value }
            filled.signal()
        }

        func wait() -> Value {
            while true {
                if filled.wait(atMost: .seconds(3600)), let value = value.withLock({ $0 }) { return value }
            }
        }
    }
}
