public import FilmgateDBus
public import FilmgateSystem
import Glibc

/// Isolates the broker's decisions and state: all of it runs on the process's event loop.
///
/// Slow work runs on its own actor or queue; ARCHITECTURE.md lists these.
@globalActor public actor BrokerActor {
    public static let shared = BrokerActor()
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe Self.loop.asUnownedSerialExecutor() }

    /// The event loop, which one thread of the process must run.
    ///
    /// The process exits if the loop cannot be created, which can happen only at the start of a process that cannot
    /// open any file.
    public static let loop: EventLoop = {
        do { return try EventLoop() } catch {
            Journal.write(.error, "The event loop could not be made: \(error)")
            exit(EX_OSERR)
        }
    }()

    /// Calls `body` as isolated code. The caller must be on the event loop, or the process ends.
    public static func assumeIsolated<Result>(_ body: @BrokerActor () throws -> Result) rethrows -> Result {
        shared.preconditionIsolated()
        // The function's type requires the actor, whose isolation was just checked. `MainActor.assumeIsolated` does the
        // same.
        return try withoutActuallyEscaping(body) { body in
            try unsafe unsafeBitCast(body, to: (() throws -> Result).self)()
        }
    }

    /// Runs `body` on the event loop, after all work that was submitted before. It can be called from any thread.
    public static func perform(_ body: @escaping @BrokerActor @Sendable () -> Void) {
        loop.perform { assumeIsolated { body() } }
    }

    /// Runs `body` once, after a time.
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
