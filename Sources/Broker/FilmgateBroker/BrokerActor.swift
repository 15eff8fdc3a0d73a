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
    /// The process exits if the loop cannot be created, which happens only at the start and if the process may open no
    /// file.
    public static let loop: EventLoop = {
        do { return try EventLoop() } catch {
            Journal.write(.error, "The event loop could not be made: \(error)")
            exit(EX_OSERR)
        }
    }()

    /// Calls `body` as isolated code. The caller must be on the event loop, or the process ends.
    public static func assumeIsolated<Result>(_ body: @BrokerActor () throws -> Result) rethrows -> Result {
        shared.preconditionIsolated()
        // The type says which actor the function needs, which was just checked; `MainActor.assumeIsolated` does the
        // same.
        return try withoutActuallyEscaping(body) { body in
            try unsafe unsafeBitCast(body, to: (() throws -> Result).self)()
        }
    }

    /// Runs `body` on the event loop, after everything that was submitted before. Can be called from any thread.
    public static func perform(_ body: @escaping @BrokerActor @Sendable () -> Void) {
        loop.perform { assumeIsolated { body() } }
    }

    /// Runs `body` once, after a time.
    @discardableResult
    static func after(_ duration: Duration, _ body: @escaping @BrokerActor @Sendable () -> Void) -> Timer {
        loop.after(duration) { assumeIsolated { body() } }
    }

    /// Calls `body` whenever a descriptor is readable, while the watch exists.
    public static func watch(
        _ descriptor: OwnedDescriptor, _ body: @escaping @BrokerActor @Sendable () -> Void
    ) throws(Errno) -> Watch {
        try loop.watch(descriptor) { assumeIsolated { body() } }
    }
}
