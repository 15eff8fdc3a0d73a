internal import CFilmgateSystem

/// Counts what is ready, for threads of one's own that wait for it.
public final class Semaphore: @unchecked Sendable {
    /// Made for use by many threads.
    private let raw: OpaquePointer

    public init() {
        guard let raw = fg_semaphore_create() else { preconditionFailure("no memory for a semaphore") }
        self.raw = raw
    }

    deinit { fg_semaphore_destroy(raw) }

    /// Lets one waiting thread go on, or the next one that would wait.
    public func signal() { fg_semaphore_signal(raw) }

    /// Blocks the thread; false where nothing was signalled in that time.
    public func wait(atMost time: Duration) -> Bool { fg_semaphore_wait(raw, time.milliseconds) }
}

extension Duration {
    /// Rounded down.
    public var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}
