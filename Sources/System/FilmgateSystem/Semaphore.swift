import CFilmgateSystem

/// A counting semaphore, for threads that may block.
public final class Semaphore: @unchecked Sendable {
    /// The C semaphore, which many threads may use at the same time.
    private let raw: OpaquePointer

    public init() {
        guard let raw = fg_semaphore_create() else { preconditionFailure("no memory for a semaphore") }
        self.raw = raw
    }

    deinit { fg_semaphore_destroy(raw) }

    /// Wakes one waiting thread. If no thread waits, the next call of `wait` returns at once.
    public func signal() { fg_semaphore_signal(raw) }

    /// Blocks the thread until a signal. Returns false if there is no signal within this time.
    public func wait(atMost time: Duration) -> Bool { fg_semaphore_wait(raw, time.milliseconds) }
}

extension Duration {
    /// The duration in milliseconds, rounded down.
    public var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}
