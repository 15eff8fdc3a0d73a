public import FilmgateDBus
public import FilmgateSystem
import Glibc

/// The actor of the broker's decisions and state. It runs on the process's event loop.
///
/// Slow work runs on separate actors and queues, which ARCHITECTURE.md lists.
@globalActor public actor BrokerActor {
    public static let shared = BrokerActor()
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe Self.loop.asUnownedSerialExecutor() }

    /// The event loop, which one thread of the process must run.
    ///
    /// If the loop cannot be created, the process exits. This happens only if a starting process cannot open any
    /// files.
    public static let loop: EventLoop = {
        do { return try EventLoop() } catch {
            Journal.write(.error, "The event loop could not be made: \(error)")
            exit(EX_OSERR)
        }
    }()

    /// Calls `body` isolated to the actor. Stops the process if the caller is not on the event loop.
    public static func assumeIsolated<Result>(_ body: @BrokerActor () throws -> Result) rethrows -> Result {
        shared.preconditionIsolated()
        // The cast removes the actor from the function's type, because the isolation was just checked.
        // `MainActor.assumeIsolated` does the same.
        return try withoutActuallyEscaping(body) { body in
            try unsafe unsafeBitCast(body, to: (() throws -> Result).self)()
        }
    }

    /// Runs `body` on the event loop, after all work that was submitted before. Can be called from any thread.
    public static func perform(_ body: @escaping @BrokerActor @Sendable () -> Void) {
        loop.perform { assumeIsolated { body() } }
    }

    /// Runs `body` once, after this duration.
    @discardableResult
    static func after(_ duration: Duration, _ body: @escaping @BrokerActor @Sendable () -> Void) -> Timer {
        loop.after(duration) { assumeIsolated { body() } }
    }

    /// Calls `body` whenever a descriptor is readable, or writable if `isForWriting`, as long as the watch exists.
    public static func watch(
        _ descriptor: OwnedDescriptor, isForWriting: Bool = false, _ body: @escaping @BrokerActor @Sendable () -> Void
    ) throws(Errno) -> Watch {
        try loop.watch(descriptor, isForWriting: isForWriting) { assumeIsolated { body() } }
    }
}
