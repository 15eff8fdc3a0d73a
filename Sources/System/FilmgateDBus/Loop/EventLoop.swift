import CFilmgateSystem
public import FilmgateSystem
import Glibc
import Synchronization

/// An event loop on one thread, on which connections and the actors that share this executor run.
///
/// The loop waits in epoll for descriptors, timers and jobs. Actors with this executor call each other without
/// switching threads. Code on the loop must not block.
public final class EventLoop: SerialExecutor {
    private let poller: OwnedDescriptor
    private let wakeup: OwnedDescriptor
    private let thread = Atomic<UInt>(0)
    private let state = Mutex(LoopState())

    /// - Throws: `Errno` if the process cannot open more file descriptors.
    public init() throws(Errno) {
        poller = OwnedDescriptor(owning: try calling { fg_epoll_create() })
        wakeup = OwnedDescriptor(owning: try calling { fg_eventfd() })
        _ = try calling { fg_epoll_add(poller.rawValue, wakeup.rawValue, true, false, LoopState.wakeupToken) }
    }

    /// Starts a thread that runs a new loop until `stop`.
    ///
    /// - Parameter name: the name of the thread. Debuggers and `ps` show at most 15 bytes.
    public static func onOwnThread(named name: String) throws(Errno) -> EventLoop {
        let loop = try EventLoop()
        try startThread(named: name) { loop.run() }
        return loop
    }

    /// Runs the loop on the calling thread until `stop`. Jobs that were added before `stop` still run.
    public func run() {
        thread.store(UInt(pthread_self()), ordering: .releasing)
        var events = [fg_event](repeating: fg_event(), count: 64)
        while true {
            var (work, timeout) = state.withLock { $0.next(at: .now) }
            if !work.isEmpty {
                for item in work { run(item) }
                timeout = state.withLock { $0.timeout(at: .now) }
            }
            guard let timeout else { break }
            let count = fg_epoll_wait(poller.rawValue, &events, Int32(events.count), timeout)
            for event in events.prefix(Int(max(count, 0))) { handle(event) }
        }
        thread.store(0, ordering: .releasing)
    }

    /// Ends `run` after the current work. Can be called on any thread.
    public func stop() {
        state.withLock { $0.isStopped = true }
        wake()
    }

    /// Runs a closure on the loop, after all work that was added earlier.
    public func perform(_ body: @escaping @Sendable () -> Void) { add(.body(body)) }

    /// Waits until the loop has run all work that was added earlier.
    public func giveWay() async {
        await withCheckedContinuation { continuation in perform { continuation.resume() } }
    }

    /// Runs a closure once on the loop, after a delay.
    @discardableResult
    public func after(_ duration: Duration, _ body: @escaping @Sendable () -> Void) -> Timer {
        let (id, mustWake) = state.withLock { state in
            (state.timers.add(at: .now + duration, body), state.mustWake())
        }
        if mustWake, !isCurrent { wake() }
        return Timer { [weak self] in
            let cancelled = self?.state.withLock { $0.timers.remove(id) }
            _ = cancelled  // The closure is freed here, outside the lock.
        }
    }

    // MARK: Descriptors

    /// Calls a closure on the loop whenever a descriptor is readable or was hung up.
    ///
    /// - Parameter isForWriting: whether to wait instead until the descriptor is writable or no reader is left.
    public func watch(
        _ descriptor: OwnedDescriptor, isForWriting: Bool = false, _ body: @escaping @Sendable () -> Void
    ) throws(Errno) -> Watch {
        let events = PollEvents(readable: !isForWriting, writable: isForWriting)
        let token = try register(descriptor.rawValue, events) { _ in body() }
        return Watch { [weak self] in self?.unregister(descriptor.rawValue, token) }
    }

    /// Calls a closure for the events of a descriptor, which must stay open until `unregister`.
    func register(
        _ descriptor: Int32, _ interest: PollEvents, _ body: @escaping @Sendable (Readiness) -> Void
    ) throws(Errno) -> UInt64 {
        let token = state.withLock { $0.add(watch: body) }
        do {
            try calling {
                fg_epoll_add(poller.rawValue, descriptor, interest.readable, interest.writable, token)
            }
        } catch {
            state.withLock { _ = $0.watches.removeValue(forKey: token) }
            throw error
        }
        return token
    }

    func change(_ descriptor: Int32, _ token: UInt64, to interest: PollEvents) {
        _ = fg_epoll_change(poller.rawValue, descriptor, interest.readable, interest.writable, token)
    }

    func unregister(_ descriptor: Int32, _ token: UInt64) {
        guard let body = state.withLock({ $0.watches.removeValue(forKey: token) }) else { return }
        _ = fg_epoll_remove(poller.rawValue, descriptor)
        _ = body  // The closure is freed here, outside the lock.
    }

    private func handle(_ event: fg_event) {
        guard event.token != LoopState.wakeupToken else {
            var count: UInt64 = 0
            _ = read(wakeup.rawValue, &count, 8)
            return
        }
        // Processing an earlier event may have removed this watch.
        guard let body = state.withLock({ $0.watches[event.token] }) else { return }
        body(
            Readiness(
                readable: event.readable, writable: event.writable, hungUp: event.hung_up, failed: event.failed))
    }

    // MARK: Executor

    public func enqueue(_ job: consuming ExecutorJob) { add(.job(UnownedJob(job))) }

    public func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

    public func isIsolatingCurrentContext() -> Bool? { isCurrent }

    public func checkIsolated() { precondition(isCurrent, "this must run on the event loop's thread") }

    private var isCurrent: Bool { thread.load(ordering: .acquiring) == UInt(pthread_self()) }

    private func add(_ work: LoopState.Work) {
        let mustWake = state.withLock { state in
            state.work.append(work)
            return state.mustWake()
        }
        if mustWake, !isCurrent { wake() }
    }

    private func run(_ work: LoopState.Work) {
        switch work {
        case .job(let job): job.runSynchronously(on: asUnownedSerialExecutor())
        case .body(let body): body()
        }
    }

    private func wake() {
        var one: UInt64 = 1
        _ = write(wakeup.rawValue, &one, 8)
    }
}
