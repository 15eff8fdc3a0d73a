/// Limits the number of concurrent callers with the same key. Further callers with this key wait in order.
/// Callers with different keys do not affect each other.
///
/// With a width of one, each caller sees the effects of the previous caller. Runs on the event loop.
public actor KeyedLimiter<Key: Hashable & Sendable> {
    private struct Queue {
        var running = 0
        var waiting = FIFO<LoopContinuation<Void>>()
    }

    private let loop: EventLoop
    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// The maximum number of concurrent callers with the same key.
    private let width: Int
    /// The running and waiting callers, by key.
    private var queues: [Key: Queue] = [:]

    public init(width: Int = 1, loop: EventLoop) {
        self.width = width
        self.loop = loop
    }

    /// Waits until the caller may run. The caller must then call `release` when it has finished.
    public func take(_ key: Key) async {
        guard queues[key, default: Queue()].running >= width else {
            queues[key, default: Queue()].running += 1
            return
        }
        let continuation = LoopContinuation<Void>(on: loop)
        queues[key]?.waiting.append(continuation)
        await continuation.outcome()
    }

    /// Waits until the caller may run, and then runs `body` with the caller's isolation.
    ///
    /// - Throws: `CancellationError` if the task was cancelled; the errors of `body`.
    public nonisolated func run<Result>(for key: Key, _ body: () async throws -> Result) async throws -> Result {
        await take(key)
        do {
            try Task.checkCancellation()
            let result = try await body()
            await passOn(key)
            return result
        } catch {
            await passOn(key)
            throw error
        }
    }

    /// Releases what `take` acquired, so that the next caller can run. Must be called on the loop.
    public nonisolated func release(_ key: Key) { assumeIsolated { $0.passOn(key) } }

    private func passOn(_ key: Key) {
        guard let next = queues[key]?.waiting.popFirst() else {
            queues[key]?.running -= 1
            if queues[key]?.running == 0 { queues[key] = nil }
            return
        }
        next.end(with: ())
    }
}
