import CFilmgateSystem

/// A counting semaphore, for threads that may block.
public final class Semaphore: @unchecked Sendable {
    /// Many threads may use the C semaphore at the same time.
    private let raw: OpaquePointer

    public init() {
        guard let raw = fg_semaphore_create() else { preconditionFailure("no memory for a semaphore") }
        self.raw = raw
    }

    deinit { fg_semaphore_destroy(raw) }

    /// Wakes one waiting thread, or lets the next one pass.
    public func signal() { fg_semaphore_signal(raw) }

    /// Blocks the thread until a signal; returns false if none came within the time.
    public func wait(atMost time: Duration) -> Bool { fg_semaphore_wait(raw, time.milliseconds) }
}

extension Duration {
    /// The time is rounded down.
    public var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}
