import Synchronization

/// Watches a descriptor until `cancel`, or until the last reference to this goes.
public final class Watch: Sendable {
    private let end: Mutex<(@Sendable () -> Void)?>

    init(_ end: @escaping @Sendable () -> Void) { self.end = Mutex(end) }

    deinit { cancel() }

    /// If called on the loop, the body does not run afterwards; if called elsewhere, it may be running at that moment.
    public func cancel() { end.withLock { $0.take() }?() }
}

/// Work that runs later, unless `cancel` is called before.
public final class Timer: Sendable {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    public func cancel() { end() }
}
