public import FilmgateDBus
public import FilmgateModel
internal import FilmgateProcess
public import FilmgateSystem

/// Who is behind each name on the bus, looked up once, when the name appears.
///
/// Lives on the event loop, and holds no more than the bus holds connections. Whatever is not known for certain is
/// unidentified, which is no access.
public actor PeerRegistry {
    private let loop: EventLoop
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

    private let busID: String
    private let search: any PeerSearch
    private let programs: TrustedPrograms
    private let desk: ProgramMatcher
    private let deadline: Duration
    private let record: ConnectionRecord
    private(set) var entries: [BusName: Entry] = [:]
    /// Those about whom nobody could be asked, or nobody answered in time.
    private var unanswered: [BusName: ProcessConstraint] = [:]
    /// How often somebody came who can be asked.
    private var arrivals = 0
    /// Of those that are known.
    private var quotaGroups: [BusName: String] = [:]
    /// Whoever is not identified.
    private static let nobody = "nobody"
    private var lastSearch: UInt64 = 0
    /// Who left while the bus was being asked who is there: its answer may be read after it told of that.
    private var leftAtStart: Set<BusName>? = []

    enum Entry {
        case underWay(Search)
        case known(Peer)
    }

    /// A look-up that has not ended. Its number tells it from those of the past.
    struct Search {
        let number: UInt64
        let timer: Timer
        let task: Task<Void, Never>
        /// Where those wait who want to know.
        let pause: LoopContinuation<Identification>
    }

    /// Knows all names from now on, and those of the connections that are on the bus already and were recorded by the
    /// broker before.
    ///
    /// - Parameters:
    ///   - runtime: the folder of the record, which nobody else may write.
    ///   - owners: whose programs can be what the two below say.
    ///   - ownersTools: paths of the programs that act with their user's full access.
    ///   - agentPrograms: paths of those that may be agents.
    ///   - agentGroup: the group that the bus lets reach AgentManager1; nil where there is none.
    ///   - delegates: whether `filmgate-identify` reads other users' processes, as in the system setting; else this process does.
    /// - Throws: what `Connection.call` throws, where the bus does not tell who is on it.
    public init(
        _ connection: Connection, loop: EventLoop, runtime: Folder, owners: Owners, ownersTools: Set<String>,
        agentPrograms: Set<String>, agentGroup: UInt32? = nil, delegates: Bool = false
    ) async throws {
        let deadline = Duration.seconds(5)
        let own = OwnSearch(
            ask: { name in try await connection.credentials(of: name) },
            pool: LookupPool(Lookup(), patience: deadline, on: loop))
        try await self.init(
            connection, loop: loop, runtime: runtime,
            programs: TrustedPrograms(
                owners: owners, tools: ownersTools, agents: agentPrograms, agentGroup: agentGroup),
            deadline: deadline,
            search: delegates ? DelegatedSearch(connection) : own)
    }

    init(
        _ connection: Connection, loop: EventLoop, runtime: Folder, programs: TrustedPrograms, deadline: Duration,
        search: any PeerSearch
    ) async throws {
        let (record, earlier) = ConnectionRecord.open(in: runtime, bus: connection.busID)
        self.loop = loop
        self.search = search
        self.deadline = deadline
        self.record = record
        self.programs = programs
        desk = ProgramMatcher(programs)
        busID = connection.busID
        try await connection.watchNames { [weak self] change in
            self?.assumeIsolated { $0.changed(change) }
        }
        // Whoever is listed and has not been told of since is older than this broker.
        let others = try await connection.otherConnections()
        for name in others where entries[name] == nil && leftAtStart?.contains(name) == false {
            if let process = earlier[name] {
                begin(name, .exactly(process))
            } else {
                entries[name] = .known(unidentified(name, nil, .olderThanTheBroker))
                quotaGroups[name] = Self.nobody
            }
        }
        leftAtStart = nil
    }

    /// Who calls. Waits for a look-up that is under way, at most until its deadline.
    public func identify(_ name: BusName) async -> Identification {
        switch entries[name] {
        case .known(let peer): peer.identification
        case nil: .unidentified(.notOnTheBus)
        case .underWay(let search): await search.pause.outcome()
        }
    }

    /// Whom a connection is counted with: the other connections of its client, of another user, of all that are not identified;
    /// while nobody knows, with none.
    public func quotaGroup(of name: BusName) -> String { quotaGroups[name] ?? name.rawValue }

    /// The process behind a connection; nil where its look-up has not ended, or the bus did not tell.
    public func process(of name: BusName) -> UInt32? {
        if case .known(let peer) = entries[name] { peer.pid } else { nil }
    }

    /// All other connections to the bus whose look-up has ended, in no order.
    public func connections() -> [Peer] {
        entries.values.compactMap { if case .known(let peer) = $0 { peer } else { nil } }
    }

    // MARK: Coming and going

    private func changed(_ change: NameOwnerChange) {
        if change.name.isUnique {
            if change.newOwner == nil { departed(change.name) } else { begin(change.name, .startedBy(.now)) }
        } else if change.newOwner != nil, DelegatedSearch.answerDependsOn.contains(change.name) {
            // Who can be asked now is asked again: the moment from which a name is known stays what it was.
            arrivals += 1
            for (name, bound) in unanswered { begin(name, bound) }
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

    private func begin(_ name: BusName, _ bound: ProcessConstraint) {
        lastSearch += 1
        let number = lastSearch
        unanswered[name] = nil
        quotaGroups[name] = nil
        let timer = loop.after(deadline) { [weak self] in
            self?.assumeIsolated { $0.abandon(name, number, bound) }
        }
        let task = Task { await look(for: name, bound, number) }
        entries[name] = .underWay(Search(number: number, timer: timer, task: task, pause: LoopContinuation(on: loop)))
    }

    // MARK: Looking up

    private func look(for name: BusName, _ bound: ProcessConstraint, _ number: UInt64) async {
        var outcome: Outcome
        var arrivalsBefore: Int
        repeat {
            arrivalsBefore = arrivals
            outcome = await search.find(name, bound)
            // Whoever came while nobody answered may not have been asked.
        } while outcome.isUnanswered && arrivals != arrivalsBefore && isUnderWay(name, number)
        switch outcome.result {
        case .success(let finding):
            let connection = busID + name.rawValue
            // The disk is looked at, away from here, for those alone whom it can tell anything of.
            let client =
                programs.mayBe(finding)
                ? await desk.judge(finding, connection: connection) : programs.judge(finding, connection: connection)
            // Recorded before anybody is answered, so that a broker that dies afterwards has left it behind.
            await record.add(name, finding.process)
            settle(name, number, client, finding.process)
        case .failure(let reason):
            if outcome.isUnanswered, isUnderWay(name, number) { unanswered[name] = bound }
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
        quotaGroups[name] = Self.nobody
        end(search, peer.identification)
    }

    /// What comes after the deadline comes too late; but who can be asked later is asked again.
    private func abandon(_ name: BusName, _ number: UInt64, _ bound: ProcessConstraint) {
        guard isUnderWay(name, number) else { return }
        unanswered[name] = bound
        settle(name, number, nil, .tookTooLong)
    }

    private func end(_ search: Search, _ identification: Identification) {
        search.timer.cancel()
        search.pause.end(with: identification)
    }

    private func unidentified(_ name: BusName, _ pid: UInt32?, _ reason: IdentificationError) -> Peer {
        Peer(name: name, pid: pid, identification: .unidentified(reason))
    }
}
