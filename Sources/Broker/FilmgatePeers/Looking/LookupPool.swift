import FilmgateDBus
import FilmgateProcess
import FilmgateSystem

/// Runs look-ups on one queue for each user, so that a user's files cannot delay other users.
///
/// Runs on the event loop. A queue that hangs is abandoned with its thread, and a new queue replaces it. If the user
/// then has four such queues, or all users 64, the new queue starts when one of the user's queues returns.
actor LookupPool {
    private let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

    private let lookup: Lookup
    private let timeLimit: Duration
    /// The users whose look-ups are running or hang.
    private(set) var users: [UInt32: UserLookups] = [:]
    private var pending: [UInt64: PendingLookup] = [:]
    private var lastLookup: UInt64 = 0

    static let mostHung = 4
    static let mostHungOfAll = 64

    struct UserLookups {
        /// The current queue; nil if too many queues hang.
        var queue: LookupQueue?
        /// The queues that hang, with the number of look-ups in each that have not returned.
        var hung: [ObjectIdentifier: Int] = [:]
        /// The number of look-ups that wait for the queue.
        var waiting = 0
    }

    private struct PendingLookup {
        let user: UInt32
        let queue: LookupQueue
        let timer: Timer
        let continuation: LoopContinuation<Result<ProcessIdentity, IdentificationError>>
    }

    init(_ lookup: Lookup, timeLimit: Duration, on loop: EventLoop) {
        self.lookup = lookup
        self.timeLimit = timeLimit
        self.loop = loop
    }

    /// Identifies a process, within the pool's time limit.
    ///
    /// - Parameter isNamed: whether a delegate named the process.
    func find(
        _ credentials: ConnectionCredentials, isNamed: Bool = false, _ constraint: ProcessConstraint
    ) async -> Result<ProcessIdentity, IdentificationError> {
        guard let user = credentials.user else { return .failure(.missingCredentials("no user or no process")) }
        var lookups = users[user] ?? UserLookups(queue: LookupQueue(lookup))
        guard let queue = lookups.queue else { return .failure(.tookTooLong) }
        lookups.waiting += 1
        users[user] = lookups
        lastLookup += 1
        let number = lastLookup
        let timer = loop.after(timeLimit) { [weak self] in self?.assumeIsolated { $0.abandon(number) } }
        let continuation = LoopContinuation<Result<ProcessIdentity, IdentificationError>>(on: loop)
        pending[number] = PendingLookup(user: user, queue: queue, timer: timer, continuation: continuation)
        Task { settle(number, of: user, at: queue, await queue.find(credentials, isNamed: isNamed, constraint)) }
        return await continuation.outcome()
    }

    private func settle(
        _ number: UInt64, of user: UInt32, at queue: LookupQueue, _ result: Result<ProcessIdentity, IdentificationError>
    ) {
        if let found = pending.removeValue(forKey: number) {
            found.timer.cancel()
            found.continuation.end(with: result)
        }
        guard var lookups = users[user] else { return }
        if lookups.queue === queue {
            lookups.waiting -= 1
        } else {
            // A queue that hung has returned.
            let left = (lookups.hung[ObjectIdentifier(queue)] ?? 1) - 1
            lookups.hung[ObjectIdentifier(queue)] = left > 0 ? left : nil
            if lookups.queue == nil { lookups.queue = LookupQueue(lookup) }
        }
        users[user] = lookups.waiting == 0 && lookups.hung.isEmpty ? nil : lookups
    }

    /// Abandons a look-up that takes too long, with its queue.
    private func abandon(_ number: UInt64) {
        guard let found = pending.removeValue(forKey: number) else { return }
        found.continuation.end(with: .failure(.tookTooLong))
        guard var lookups = users[found.user], lookups.queue === found.queue else { return }
        lookups.hung[ObjectIdentifier(found.queue)] = lookups.waiting
        lookups.waiting = 0
        let hungOfOthers = users.filter { $0.key != found.user }.reduce(0) { $0 + $1.value.hung.count }
        let mayHaveMore = lookups.hung.count < Self.mostHung && lookups.hung.count + hungOfOthers < Self.mostHungOfAll
        lookups.queue = mayHaveMore ? LookupQueue(lookup) : nil
        users[found.user] = lookups
    }
}

/// Searches in this process: asks the bus, and reads the files of the client's process.
struct InProcessSearch: PeerSearch {
    let ask: @Sendable (BusName) async throws -> ConnectionCredentials
    let pool: LookupPool

    func find(_ name: BusName, _ constraint: ProcessConstraint) async -> IdentificationResult {
        do {
            let credentials = try await ask(name)
            return IdentificationResult(pid: credentials.pid, result: await pool.find(credentials, constraint))
        } catch {
            return .unknown(.missingCredentials("\(error)"))
        }
    }

    func find(_ process: OwnedDescriptor, of user: UInt32, _ constraint: ProcessConstraint) async
        -> IdentificationResult
    {
        do {
            guard let number = try PinnedProcess.pid(of: process), let pid = UInt32(exactly: number), pid > 0 else {
                return .unknown(.ended)
            }
            let credentials = ConnectionCredentials(user: user, pid: pid, handle: process)
            return IdentificationResult(
                pid: pid, result: await pool.find(credentials, isNamed: true, constraint))
        } catch {
            return .unknown(.unreadable("the process's descriptor", error))
        }
    }
}

/// Runs look-ups one after another, outside the event loop. A process's root folder may be on a file system that never
/// answers.
actor LookupQueue {
    private let queue = SerialQueue(named: "filmgate.peers")
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    private let lookup: Lookup

    init(_ lookup: Lookup) { self.lookup = lookup }

    func find(
        _ credentials: ConnectionCredentials, isNamed: Bool, _ constraint: ProcessConstraint
    ) -> Result<ProcessIdentity, IdentificationError> {
        do {
            return .success(try lookup.find(credentials, isNamed: isNamed, constraint))
        } catch {
            return .failure(error)
        }
    }
}
