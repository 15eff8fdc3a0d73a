internal import FilmgateDBus
internal import FilmgateSystem

/// Where look-ups wait for files: a desk for each user, so that nobody's files hold up others.
///
/// Lives on the event loop. A desk that hangs is left behind, with its thread; a user whose files have kept four gets no fifth
/// until one of them comes back, and none another where those of all have kept 64.
actor LookupPool {
    private let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

    private let lookup: Lookup
    private let patience: Duration
    /// Of the users whose look-ups are under way, or hang.
    private(set) var places: [UInt32: Place] = [:]
    private var visits: [UInt64: Visit] = [:]
    private var lastVisit: UInt64 = 0

    static let mostLost = 4
    static let mostLostOfAll = 64

    struct Place {
        /// Nil where too many hang.
        var desk: LookupQueue?
        /// Those left behind, and how many look-ups each of them has not come back from.
        var lost: [ObjectIdentifier: Int] = [:]
        /// How many look-ups wait for the desk.
        var visits = 0
    }

    private struct Visit {
        let user: UInt32
        let desk: LookupQueue
        let timer: Timer
        let pause: LoopContinuation<Result<ProcessIdentity, IdentificationError>>
    }

    init(_ lookup: Lookup, patience: Duration, on loop: EventLoop) {
        self.lookup = lookup
        self.patience = patience
        self.loop = loop
    }

    /// Waits no longer than its patience.
    func find(_ credentials: Credentials, _ bound: ProcessConstraint) async -> Result<
        ProcessIdentity, IdentificationError
    > {
        guard let user = credentials.user else { return .failure(.untold("no user or no process")) }
        var place = places[user] ?? Place(desk: LookupQueue(lookup))
        guard let desk = place.desk else { return .failure(.tookTooLong) }
        place.visits += 1
        places[user] = place
        lastVisit += 1
        let number = lastVisit
        let timer = loop.after(patience) { [weak self] in self?.assumeIsolated { $0.abandon(number) } }
        let pause = LoopContinuation<Result<ProcessIdentity, IdentificationError>>(on: loop)
        visits[number] = Visit(user: user, desk: desk, timer: timer, pause: pause)
        Task { settle(number, of: user, at: desk, await desk.find(credentials, bound)) }
        return await pause.outcome()
    }

    private func settle(
        _ number: UInt64, of user: UInt32, at desk: LookupQueue, _ result: Result<ProcessIdentity, IdentificationError>
    ) {
        if let visit = visits.removeValue(forKey: number) {
            visit.timer.cancel()
            visit.pause.end(with: result)
        }
        guard var place = places[user] else { return }
        if place.desk === desk {
            place.visits -= 1
        } else {
            // It has come back after all.
            let left = (place.lost[ObjectIdentifier(desk)] ?? 1) - 1
            place.lost[ObjectIdentifier(desk)] = left > 0 ? left : nil
            if place.desk == nil { place.desk = LookupQueue(lookup) }
        }
        places[user] = place.visits == 0 && place.lost.isEmpty ? nil : place
    }

    /// What comes later comes too late.
    private func abandon(_ number: UInt64) {
        guard let visit = visits.removeValue(forKey: number) else { return }
        visit.pause.end(with: .failure(.tookTooLong))
        guard var place = places[visit.user], place.desk === visit.desk else { return }
        place.lost[ObjectIdentifier(visit.desk)] = place.visits
        place.visits = 0
        let lostOfOthers = places.filter { $0.key != visit.user }.reduce(0) { $0 + $1.value.lost.count }
        let mayLoseMore = place.lost.count < Self.mostLost && place.lost.count + lostOfOthers < Self.mostLostOfAll
        place.desk = mayLoseMore ? LookupQueue(lookup) : nil
        places[visit.user] = place
    }
}

/// Asks the bus and reads the files here, in this process.
struct OwnSearch: PeerSearch {
    let ask: @Sendable (BusName) async throws -> Credentials
    let pool: LookupPool

    func find(_ name: BusName, _ bound: ProcessConstraint) async -> Outcome {
        do {
            let credentials = try await ask(name)
            return Outcome(pid: credentials.pid, result: await pool.find(credentials, bound))
        } catch {
            return .unknown(.untold("\(error)"))
        }
    }
}
