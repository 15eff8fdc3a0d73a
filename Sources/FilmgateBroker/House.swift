internal import FilmgateDBus
internal import FilmgateMedia
internal import FilmgateModel
internal import FilmgatePeers
internal import FilmgatePolicy
internal import FilmgatePolicyFiles
internal import FilmgateStore
internal import FilmgateSystem
internal import FilmgateWire

/// The broker's parts, put together: who needs whom is written here and nowhere else.
struct House: Sendable {
    let tree: BrokerTree
    private let connection: Connection
    private let peers: PeerRegistry
    private let ledger: GrantLedger
    private let results: ResultRegistry
    private let requests: RequestRegistry
    private let desk: PromptDesk
    private let doubts = DoubtJournal()
    private let connections: ConnectionQuota
    private let announcer: Announcer
    let audit: AuditLog
    private let policy: PolicyDesk
    private let trash: TrashDesk
    private let history: HistoryDesk
    private let observers: Observers
    private let library: Library

    init(
        _ settings: Settings, _ connection: Connection, _ library: Library, _ workers: WorkerPool, loop: EventLoop,
        runtime: Folder
    ) async throws {
        self.connection = connection
        self.library = library
        policy = PolicyDesk(settings.policyFolders.map(PolicyLayers.init) ?? .usual, clock: .system, loop: loop)
        peers = try await PeerRegistry(
            connection, loop: loop, runtime: runtime, owners: .only(settings.owner), ownersTools: settings.ownersTools,
            agentPrograms: settings.agentPrograms)
        announcer = Announcer(connection, loop: loop)
        audit = AuditLog(of: library, settings.audit, loop: loop, now: Clock.system.now)
        ledger = try await GrantLedger(
            of: library, announcer: announcer, policy: policy, busID: connection.busID, clock: .system, loop: loop)
        results = ResultRegistry(limits: settings.results, loop: loop)

        trash = TrashDesk(of: library, keeping: settings.trashDays, clock: .system, loop: loop)
        history = HistoryDesk(of: library, keeping: settings.historyDays, clock: .system, loop: loop)

        requests = RequestRegistry(connection, limit: settings.requests, loop: loop)
        desk = PromptDesk(
            connection, limits: settings.prompts, countingFrom: .random(in: 0...UInt64.max), clock: .system,
            loop: loop
        ) { [results] agent in
            results.assumeIsolated { $0.closeAll(of: agent) }
        }

        connections = ConnectionQuota(limit: settings.connections, loop: loop)
        let gate = Gate(
            peers: peers, ledger: ledger, audit: audit, desk: desk, doubts: doubts, connections: connections,
            readings: ClientTurns(width: 8, loop: loop), owner: settings.owner)
        let portraits = Portraits(
            shelf: ApplicationShelf(folders: settings.applicationFolders), library: library, loop: loop)
        let prompts = PromptAudit(log: audit)
        let asking = RequestAccess(
            ledger: ledger, desk: desk, requests: requests, portraits: portraits, library: library, audit: prompts,
            clock: .system)
        let editing = EditSelection(
            ledger: ledger, desk: desk, requests: requests, portraits: portraits, library: library, audit: prompts)
        let fetching = Fetching(library: library, results: results, now: Clock.system.now)
        let ingest = Ingest(
            library: library, workers: workers, limits: StagingLimits(bytes: settings.resourceBytes))
        let changing = PerformChanges(
            gate: gate, library: library, results: results, ingest: ingest,
            confirming: ConfirmChanges(
                ledger: ledger, desk: desk, portraits: portraits, audit: prompts, waiting: WaitingBatches(loop: loop)),
            turns: ClientTurns(loop: loop),
            now: Clock.system.now)
        observers = Observers(of: library, gate: gate, announcer: announcer, loop: loop)
        let administer = Administer(
            library: library, ledger: ledger, peers: peers, results: results, audit: audit, requests: requests,
            observers: observers, clock: .system)
        tree = BrokerTree(
            root: [
                AuthorizationObject(gate: gate, asking: asking, editing: editing).interface,
                AgentManagerObject(gate: gate, desk: desk).interface,
                LibraryObject(
                    gate: gate, fetching: fetching, changing: changing,
                    capabilities: Capabilities(library: library, results: results, now: Clock.system.now)
                ).interface,
                ResourcesObject(gate: gate, library: library).interface,
                ObservationObject(gate: gate, library: library, observers: observers).interface,
                AdminObject(
                    gate: gate, administer: administer, announcer: announcer, library: library,
                    explaining: ExplainAccess(ledger: ledger, policy: policy, library: library)
                ).interface,
                MaintenanceObject(gate: gate, library: library, policy: policy).interface,
            ],
            result: FetchResultObject(gate: gate, fetching: fetching).interface, results: results,
            request: RequestObject(gate: gate, requests: requests).interface, requests: requests)
    }

    /// What belongs to a connection goes with it, before anything that comes after it on the bus is served; what was open
    /// ends with the access.
    func watch() async throws {
        await ledger.watch { [results, desk] change in
            if change.endsReading { results.assumeIsolated { $0.closeAll(of: change.name) } }
            desk.assumeIsolated { $0.accessChanged(of: change.client, to: change.after) }
        }
        await policy.watch { [ledger, library, desk] in
            library.noteDeparture()
            ledger.assumeIsolated { ledger in
                ledger.endTerms()
                ledger.tellGrantsChanged()
            }
            desk.assumeIsolated { $0.rulesChanged(in: ledger) }
        }
        await announcer.watch()
        await connection.watchRelief { [observers] name in observers.assumeIsolated { $0.relieved(name) } }
        await ledger.watchGrants { [observers] in observers.assumeIsolated { $0.accessChanged() } }
        await desk.watchAgents { [observers] in observers.assumeIsolated { $0.accessChanged() } }
        library.watchChanges { [observers] in observers.libraryChanged() }
        try await connection.watchNames {
            [ledger, results, requests, desk, doubts, announcer, audit, connections, observers] change in
            guard change.newOwner == nil, change.name.isUnique else { return }
            observers.assumeIsolated { $0.unsubscribe(change.name) }
            ledger.assumeIsolated { $0.departed(change.name) }
            results.assumeIsolated { $0.departed(change.name) }
            requests.assumeIsolated { $0.departed(change.name) }
            desk.assumeIsolated { $0.unregister(change.name) }
            doubts.departed(change.name)
            announcer.assumeIsolated { $0.departed(change.name) }
            audit.assumeIsolated { $0.departed(change.name) }
            connections.assumeIsolated { $0.departed(change.name) }
        }
        try await ledger.beginTerms(present: Set(connection.otherConnections()))
    }

    /// Whom a connection is counted with, in words that nobody sees. Asked on the loop.
    var party: @Sendable (BusName) -> String {
        { [peers] name in peers.assumeIsolated { $0.party(of: name) } }
    }

    /// Begins what is done by itself from time to time.
    func begin() async {
        await trash.begin()
        await history.begin()
    }

    /// How the policy stands to its files.
    var policyState: PolicyState { get async { await policy.state } }

    /// Reads the policy files anew.
    func reloadPolicy() async -> PolicyState {
        let state = await policy.reload()
        let isSound = state.faults.isEmpty
        await audit.note(
            "reload-policy", isSound ? .allowed : "invalid-policy", AuditSubject(), by: nil,
            detail: isSound ? "" : state.faults[0].description)
        return state
    }

    /// Writes down what must outlast this process.
    func settle() async throws {
        await observers.end()
        await trash.settle()
        await history.settle()
        try await ledger.noteRemaining()
    }
}
