internal import Synchronization

/// A descriptor under watch, until `cancel` or the last reference to this goes.
public final class Watch: Sendable {
    private let end: Mutex<(@Sendable () -> Void)?>

    init(_ end: @escaping @Sendable () -> Void) { self.end = Mutex(end) }

    deinit { cancel() }

    /// Called on the loop, nothing of the watch runs afterwards; called elsewhere, a run under way may still end.
    public func cancel() { end.withLock { $0.take() }?() }
}

/// Work that is to be done later, unless `cancel` is called before.
public final class Timer: Sendable {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    public func cancel() { end() }
}
