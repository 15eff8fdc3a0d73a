import Synchronization

/// Watches a descriptor until `cancel`, or until the last reference to this is released.
public final class Watch: Sendable {
    private let end: Mutex<(@Sendable () -> Void)?>

    init(_ end: @escaping @Sendable () -> Void) { self.end = Mutex(end) }

    deinit { cancel() }

    /// Stops calling the closure. If this is called on the loop, the closure does not run afterwards. If it is called
    /// elsewhere, the closure may be running at that moment.
    public func cancel() { end.withLock { $0.take() }?() }
}

/// Work that runs later, unless `cancel` is called before.
public final class Timer: Sendable {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    public func cancel() { end() }
}
