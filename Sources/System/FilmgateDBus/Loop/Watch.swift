import Synchronization

/// A watch of a descriptor. It ends when `cancel` is called or when this object is released.
public final class Watch: Sendable {
    private let end: Mutex<(@Sendable () -> Void)?>

    init(_ end: @escaping @Sendable () -> Void) { self.end = Mutex(end) }

    deinit { cancel() }

    /// Ends the watch. After a call on the loop's thread, the closure never runs again. After a call on another thread,
    /// the closure may still be running.
    public func cancel() { end.withLock { $0.take() }?() }
}

/// Work that runs later, unless `cancel` is called before.
public final class Timer: Sendable {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    public func cancel() { end() }
}
