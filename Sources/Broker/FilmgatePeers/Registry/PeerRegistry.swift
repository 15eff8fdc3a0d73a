public import FilmgateDBus
public import FilmgateModel
import FilmgateProcess
public import FilmgateSystem

/// Stores the client behind each name on the bus. A client is looked up when its name appears.
///
/// Runs on the event loop, and has one entry for each connection to the bus. A client that cannot be identified with
/// certainty has no access.
public actor PeerRegistry {
    private let loop: EventLoop
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

    private let busID: String
    private let search: any PeerSearch
    private let programs: TrustedPrograms
    private let matcher: ProgramMatcher
    private let deadline: Duration
    private let record: ConnectionRecordFile
    private(set) var entries: [BusName: Entry] = [:]
    /// The names whose look-up got no reply in time or could not start, with the constraints on their processes.
    private var unanswered: [BusName: ProcessConstraint] = [:]
    /// The number of times that one of the names in `DelegatedSearch.answerDependsOn` got a new owner.
    private var arrivals = 0
    /// The quota groups of known connections.
    private var quotaGroups: [BusName: String] = [:]
    /// The quota group of all connections that could not be identified.
    private static let unidentified = "nobody"
    private var lastSearch: UInt64 = 0
    /// The names that left the bus while `init` asked for all names; nil after that. The reply may still contain them.
    private var leftAtStart: Set<BusName>? = []

    enum Entry {
        case underWay(Search)
        case known(Peer)
    }

    /// A look-up that has not ended. Its number distinguishes it from earlier look-ups of the same name.
    struct Search {
        let number: UInt64
        let timer: Timer
        let task: Task<Void, Never>
        /// The continuation on which callers of `identify` wait.
        let continuation: LoopContinuation<Identification>
    }

    /// Looks up all names that appear from now on, and the names on the bus that the previous broker recorded.
    ///
    /// - Parameters:
    ///   - runtime: the folder of the connection record. Only this user may write to the folder.
    ///   - owners: the users whose programs can be tools, agents or delegates.
    ///   - ownersTools: paths of the programs that act with their user's full access.
    ///   - agentPrograms: paths of the programs that may be agents.
    ///   - delegates: paths of the programs that may act for apps.
    ///   - agentGroup: the group that the system bus allows to call AgentManager1; nil if there is no such group.
    ///   - asksIdentify: whether `filmgate-identify`, rather than this process, reads the processes (in the system
    ///     setting).
    /// - Throws: the errors of `Connection.call`, if the bus does not list its names.
    public init(
        _ connection: Connection, loop: EventLoop, runtime: Directory, owners: Owners, ownersTools: Set<String>,
        agentPrograms: Set<String>, delegates: Set<String> = [], agentGroup: UInt32? = nil, asksIdentify: Bool = false
    ) async throws {
        let deadline = Duration.seconds(5)
        let own = InProcessSearch(
            ask: { name in try await connection.credentials(of: name) },
            pool: LookupPool(Lookup(), timeLimit: deadline, on: loop))
        try await self.init(
            connection, loop: loop, runtime: runtime,
            programs: TrustedPrograms(
                owners: owners, tools: ownersTools, agents: agentPrograms, delegates: delegates,
                agentGroup: agentGroup),
            deadline: deadline,
            search: asksIdentify ? DelegatedSearch(connection) : own)
    }

    init(
        _ connection: Connection, loop: EventLoop, runtime: Directory, programs: TrustedPrograms, deadline: Duration,
        search: any PeerSearch
    ) async throws {
        let (record, earlier) = ConnectionRecordFile.open(in: runtime, bus: connection.busID)
        self.loop = loop
        self.search = search
        self.deadline = deadline
        self.record = record
        self.programs = programs
        matcher = ProgramMatcher(programs)
        busID = connection.busID
        try await connection.watchNames { [weak self] change in
            self?.assumeIsolated { $0.changed(change) }
        }
        // If no signal about a listed name was received, the connection is older than this broker.
        let others = try await connection.otherConnections()
        for name in others where entries[name] == nil && leftAtStart?.contains(name) == false {
            if let process = earlier[name] {
                begin(name, .exactly(process))
            } else {
                entries[name] = .known(unidentified(name, nil, .olderThanTheBroker))
                quotaGroups[name] = Self.unidentified
            }
        }
        leftAtStart = nil
    }

    /// Returns the identity of a caller. Waits for a look-up in progress, until its deadline at most. Restarts a
    /// look-up that took too long, for example on a busy machine.
    public func identify(_ name: BusName) async -> Identification {
        if case .known(let peer) = entries[name], case .unidentified(.tookTooLong) = peer.identification,
            let constraint = unanswered[name]
        {
            begin(name, constraint)
        }
        return switch entries[name] {
        case .known(let peer): peer.identification
        case nil: .unidentified(.notOnTheBus)
        case .underWay(let search): await search.continuation.outcome()
        }
    }

    /// Returns the quota group of a connection. A connection whose look-up has not ended has its own group.
    public func quotaGroup(of name: BusName) -> String { quotaGroups[name] ?? name.rawValue }

    /// Returns the process behind a connection, or nil if its look-up has not ended, or if the bus did not report the
    /// process.
    public func process(of name: BusName) -> UInt32? {
        if case .known(let peer) = entries[name] { peer.pid } else { nil }
    }

    /// Returns all other connections to the bus whose look-up has ended, in no particular order.
    public func connections() -> [Peer] {
        entries.values.compactMap { if case .known(let peer) = $0 { peer } else { nil } }
    }

    /// The names of all other connections to the bus.
    public var names: Set<BusName> { Set(entries.keys) }

    /// Returns the clients behind some connections, after their running look-ups have ended or reached their deadlines.
    public func clients(behind names: Set<BusName>) async -> [Client] {
        var clients: [Client] = []
        for name in names {
            let identification: Identification? =
                switch entries[name] {
                case .known(let peer): peer.identification
                case .underWay(let search): await search.continuation.outcome()
                case nil: nil
                }
            if case .client(let client) = identification { clients.append(client) }
        }
        return clients
    }

    // MARK: Connecting and leaving

    private func changed(_ change: NameOwnerChange) {
        if change.name.isUnique {
            if change.newOwner == nil { departed(change.name) } else { begin(change.name, .startedBy(.now)) }
        } else if change.newOwner != nil, DelegatedSearch.answerDependsOn.contains(change.name) {
            // The searches start again, but the times at which the names were first seen stay the same.
            arrivals += 1
            for (name, constraint) in unanswered { begin(name, constraint) }
        }
    }

    private func departed(_ name: BusName) {
        leftAtStart?.insert(name)
        quotaGroups[name] = nil
        unanswered[name] = nil
        guard case .underWay(let search) = entries.removeValue(forKey: name) else { return forget(name) }
        end(search, .unidentified(.leftTheBus))
        search.task.cancel()
    }

    private func forget(_ name: BusName) {
        _ = Task { [record] in await record.remove(name) }
    }

    private func begin(_ name: BusName, _ constraint: ProcessConstraint) {
        lastSearch += 1
        let number = lastSearch
        unanswered[name] = nil
        quotaGroups[name] = nil
        let timer = loop.after(deadline) { [weak self] in
            self?.assumeIsolated { $0.abandon(name, number, constraint) }
        }
        let task = Task { await look(for: name, constraint, number) }
        entries[name] = .underWay(
            Search(number: number, timer: timer, task: task, continuation: LoopContinuation(on: loop)))
    }

    // MARK: Delegates

    /// Assigns a delegate's connection permanently to an app. If the app's process cannot be identified, the
    /// connection stays unidentified. Calls of the connection wait for the identification.
    ///
    /// - Parameters:
    ///   - process: a pidfd of the app's process.
    ///   - ticks: the latest start of the process, in ticks of the boot clock; nil for now.
    /// - Returns: the app, or the reason why it is unknown.
    public func act(_ name: BusName, for process: OwnedDescriptor, startedBy ticks: UInt64?) async -> Identification {
        guard case .known(let peer) = entries[name], let delegate = peer.client, delegate.isDelegate else {
            return .unidentified(.leftTheBus)
        }
        let constraint = ProcessConstraint.startedBy(min(.now, ticks.map { BootTicks(rawValue: $0) } ?? .now))
        lastSearch += 1
        let number = lastSearch
        // This look-up is never repeated, because the bus could only identify the delegate.
        let timer = loop.after(deadline) { [weak self] in
            self?.assumeIsolated { $0.settle(name, number, nil, .tookTooLong) }
        }
        let task = Task { await look(at: process, for: delegate, on: name, constraint, number) }
        let search = Search(number: number, timer: timer, task: task, continuation: LoopContinuation(on: loop))
        entries[name] = .underWay(search)
        return await search.continuation.outcome()
    }

    private func look(
        at process: OwnedDescriptor, for delegate: Client, on name: BusName, _ constraint: ProcessConstraint,
        _ number: UInt64
    ) async {
        let outcome = await search.find(process, of: delegate.user, constraint)
        switch outcome.result {
        case .success(let identity):
            settle(name, number, programs.client(identity, delegate: delegate), identity.process)
        case .failure(let reason): settle(name, number, outcome.pid, reason)
        }
    }

    /// Returns the paths of the owners' tools and of the programs that may be agents, without symbolic links, as in the
    /// clients' names.
    public func programPaths() async -> Set<String> { await matcher.paths() }

    // MARK: Looking up

    private func look(for name: BusName, _ constraint: ProcessConstraint, _ number: UInt64) async {
        var outcome: IdentificationResult
        var arrivalsBefore: Int
        repeat {
            arrivalsBefore = arrivals
            outcome = await search.find(name, constraint)
            // Searches again if `filmgate-identify` started meanwhile, because the search may have missed it.
        } while outcome.isUnanswered && arrivals != arrivalsBefore && isUnderWay(name, number)
        switch outcome.result {
        case .success(let identity):
            let connection = busID + name.rawValue
            // Only a program that is possibly trusted needs the matcher, which reads files on its own queue.
            let client =
                programs.mayBeTrusted(identity)
                ? await matcher.client(identity, connection: connection)
                : programs.client(identity, connection: connection)
            // Recorded before any caller gets a reply, so that the next broker has the record if this one crashes.
            await record.add(name, identity.process)
            settle(name, number, client, identity.process)
        case .failure(let reason):
            if outcome.isUnanswered || reason == .tookTooLong, isUnderWay(name, number) {
                unanswered[name] = constraint
            }
            settle(name, number, outcome.pid, reason)
        }
    }

    private func isUnderWay(_ name: BusName, _ number: UInt64) -> Bool {
        if case .underWay(let search) = entries[name] { search.number == number } else { false }
    }

    private func settle(_ name: BusName, _ number: UInt64, _ client: Client, _ process: ProcessKey) {
        guard case .underWay(let search) = entries[name], search.number == number else {
            if entries[name] == nil { forget(name) }
            return
        }
        let peer = Peer(name: name, pid: process.pid, identification: .client(client))
        entries[name] = .known(peer)
        quotaGroups[name] = programs.quotaGroup(of: client.id, of: client.user)
        end(search, peer.identification)
    }

    private func settle(_ name: BusName, _ number: UInt64, _ pid: UInt32?, _ reason: IdentificationError) {
        guard case .underWay(let search) = entries[name], search.number == number else { return }
        let peer = unidentified(name, pid, reason)
        entries[name] = .known(peer)
        quotaGroups[name] = Self.unidentified
        end(search, peer.identification)
    }

    /// Ends a look-up at its deadline. It is retried when the client calls again, or when a new `filmgate-identify`
    /// starts.
    private func abandon(_ name: BusName, _ number: UInt64, _ constraint: ProcessConstraint) {
        guard case .underWay(let search) = entries[name], search.number == number else { return }
        search.task.cancel()
        unanswered[name] = constraint
        settle(name, number, nil, .tookTooLong)
    }

    private func end(_ search: Search, _ identification: Identification) {
        search.timer.cancel()
        search.continuation.end(with: identification)
    }

    private func unidentified(_ name: BusName, _ pid: UInt32?, _ reason: IdentificationError) -> Peer {
        Peer(name: name, pid: pid, identification: .unidentified(reason))
    }
}
