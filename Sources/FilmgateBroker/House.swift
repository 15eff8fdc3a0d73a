internal import FilmgateDBus
internal import FilmgateMedia
internal import FilmgatePeers
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
    private let announcer: Announcer
    let audit: AuditLog
    private let policy: PolicyDesk
    private let library: Library

    init(
        _ settings: Settings, _ connection: Connection, _ library: Library, _ workers: WorkerPool, loop: EventLoop,
        runtime: Folder
    ) async throws {
        self.connection = connection
        self.library = library
        policy = PolicyDesk(settings.policyFolders.map(PolicyLayers.init) ?? .usual, clock: .system, loop: loop)
        peers = try await PeerRegistry(
            connection, loop: loop, runtime: runtime, owner: settings.owner, ownersTools: settings.ownersTools)
        announcer = Announcer(connection, loop: loop)
        audit = AuditLog(of: library, settings.audit, loop: loop, now: Clock.system.now)
        ledger = try await GrantLedger(
            of: library, announcer: announcer, policy: policy, busID: connection.busID, clock: .system, loop: loop)
        results = ResultRegistry(limits: settings.results, loop: loop)

        let gate = Gate(peers: peers, ledger: ledger, audit: audit, owner: settings.owner)
        let fetching = Fetching(library: library, results: results)
        let ingest = Ingest(
            library: library, workers: workers, limits: StagingLimits(bytes: settings.resourceBytes))
        let changing = PerformChanges(gate: gate, library: library, ingest: ingest, now: Clock.system.now)
        let administer = Administer(
            library: library, ledger: ledger, peers: peers, results: results, audit: audit, clock: .system)
        tree = BrokerTree(
            root: [
                AuthorizationObject(gate: gate).interface,
                LibraryObject(gate: gate, fetching: fetching, changing: changing).interface,
                ResourcesObject(gate: gate, library: library).interface,
                AdminObject(
                    gate: gate, administer: administer, announcer: announcer, library: library,
                    explaining: ExplainAccess(ledger: ledger, policy: policy, library: library)
                ).interface,
                MaintenanceObject(gate: gate, library: library, policy: policy).interface,
            ],
            result: FetchResultObject(gate: gate, fetching: fetching).interface, results: results)
    }

    /// What belongs to a connection goes with it, before anything that comes after it on the bus is served; what was open
    /// ends with the access.
    func watch() async throws {
        await ledger.watch { [results] change in
            if change.endsReading { results.assumeIsolated { $0.closeAll(of: change.name) } }
        }
        await policy.watch { [ledger, library] in
            library.noteDeparture()
            ledger.assumeIsolated { $0.tellGrantsChanged() }
        }
        try await connection.watchNames { [ledger, results, announcer, audit] change in
            guard change.newOwner == nil, change.name.isUnique else { return }
            ledger.assumeIsolated { $0.departed(change.name) }
            results.assumeIsolated { $0.departed(change.name) }
            announcer.assumeIsolated { $0.departed(change.name) }
            audit.assumeIsolated { $0.departed(change.name) }
        }
        try await ledger.beginTerms(present: Set(connection.otherConnections()))
    }

    /// How the policy stands to its files.
    var policyState: PolicyState { get async { await policy.state } }

    /// Reads the policy files anew.
    func reloadPolicy() async -> PolicyState { await policy.reload() }

    /// Writes down what must outlast this process.
    func settle() async throws { try await ledger.noteRemaining() }
}
