/// Has what concerns one key done so many at a time, in the order in which it came; keys do not wait for each other.
///
/// One at a time, each sees what the one before made, and of what takes long nobody does more than one at once; a few, nobody stands
/// with hundreds in others' way. Lives on the event loop.
public actor KeyedLimiter<Key: Hashable & Sendable> {
    private struct Line {
        var running = 0
        var waiting = FIFO<LoopContinuation<Void>>()
    }

    private let loop: EventLoop
    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// Of one key at a time.
    private let width: Int
    /// Of each key whose turn somebody has.
    private var lines: [Key: Line] = [:]

    public init(width: Int = 1, loop: EventLoop) {
        self.width = width
        self.loop = loop
    }

    /// Waits for the key's turn, which is to be given back.
    public func take(_ key: Key) async {
        guard lines[key, default: Line()].running >= width else {
            lines[key, default: Line()].running += 1
            return
        }
        let pause = LoopContinuation<Void>(on: loop)
        lines[key]?.waiting.append(pause)
        await pause.outcome()
    }

    /// Runs `body` when it is the key's turn, wherever the caller runs.
    ///
    /// - Throws: `CancellationError` for a caller that was cancelled meanwhile, and what `body` throws.
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

    /// On the loop alone.
    public nonisolated func giveBack(_ key: Key) { assumeIsolated { $0.passOn(key) } }

    private func passOn(_ key: Key) {
        guard let next = lines[key]?.waiting.popFirst() else {
            lines[key]?.running -= 1
            if lines[key]?.running == 0 { lines[key] = nil }
            return
        }
        next.end(with: ())
    }
}
