import Synchronization

/// A watch of a descriptor, which lasts until `cancel` is called or the last reference to the watch is released.
public final class Watch: Sendable {
    private let end: Mutex<(@Sendable () -> Void)?>

    init(_ end: @escaping @Sendable () -> Void) { self.end = Mutex(end) }

    deinit { cancel() }

    /// Stops calling the closure. If this is called on the loop, the closure does not run afterwards. If it is called
    /// on another thread, the closure may still be running when this returns.
    public func cancel() { end.withLock { $0.take() }?() }
}

/// Work that runs later, unless `cancel` is called before.
public final class Timer: Sendable {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    public func cancel() { end() }
}
