public import FilmgateDBus
public import FilmgateSystem
internal import Glibc

/// Isolates what the broker decides and remembers: all of it runs on the process's event loop.
///
/// What takes long does not belong here. It runs on an actor or a queue of its own; ARCHITECTURE.md lists these.
@globalActor public actor BrokerActor {
    public static let shared = BrokerActor()
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe Self.loop.asUnownedSerialExecutor() }

    /// The event loop, which one thread of the process must run.
    ///
    /// The process ends if it cannot be made, which happens only at the start and if the process may open no file.
    public static let loop: EventLoop = {
        do { return try EventLoop() } catch {
            Journal.write(.error, "The event loop could not be made: \(error)")
            exit(EX_OSERR)
        }
    }()

    /// Calls `body` as isolated code. The caller must be on the event loop, or the process ends.
    public static func assumeIsolated<Result>(_ body: @BrokerActor () throws -> Result) rethrows -> Result {
        shared.preconditionIsolated()
        // The type says where the function must run, which was just checked; `MainActor.assumeIsolated` does the same.
        return try withoutActuallyEscaping(body) { body in
            try unsafe unsafeBitCast(body, to: (() throws -> Result).self)()
        }
    }

    /// Runs `body` on the event loop, after everything that was asked for before. Can be called from any thread.
    public static func perform(_ body: @escaping @BrokerActor @Sendable () -> Void) {
        loop.perform { assumeIsolated { body() } }
    }

    /// Runs `body` once, when a time has passed.
    @discardableResult
    static func after(_ duration: Duration, _ body: @escaping @BrokerActor @Sendable () -> Void) -> Timer {
        loop.after(duration) { assumeIsolated { body() } }
    }

    /// Calls `body` whenever a descriptor has something to read, for as long as the watch exists.
    public static func watch(
        _ descriptor: OwnedDescriptor, _ body: @escaping @BrokerActor @Sendable () -> Void
    ) throws(Errno) -> Watch {
        try loop.watch(descriptor) { assumeIsolated { body() } }
    }
}
