internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateSessions
internal import FilmgateStore
internal import FilmgateWire

/// The parts of one user's library, put together: who needs whom is written here and nowhere else.
struct LibraryHost: Sendable {
    let tree: LibraryObjects
    let library: Library
    let gate: Gate
    let administer: Administer
    let explaining: ExplainAccess
    let signals: SignalDispatcher
    let results: ResultRegistry
    let requests: RequestRegistry
    let observers: Observers
    var audit: AuditLog { gate.audit }
    private let services: SharedServices
    let grantTable: GrantTable
    let coordinator: PromptCoordinator
    let connections: ConnectionQuota
    private let unkept: UnkeptContent
    private let trash: TrashPurger
    private let history: HistoryPruner

    /// - Parameters:
    ///   - remains: of when it was open before.
    ///   - library hosts: for those of its user who administer, which may be another's.
    init(on services: SharedServices, _ library: Library, after suspended: SuspendedState?, among hosts: LibraryHosts)
        async throws
    {
        let (settings, connection, loop) = (services.settings, services.connection, services.loop)
        self.services = services
        self.library = library
        signals = SignalDispatcher(connection, loop: loop)
        let audit = AuditLog(
            of: library, settings.audit, after: suspended?.audit, loop: loop, now: Clock.system.now)
        grantTable = try await GrantTable(
            of: library, closed: suspended?.closed, signals: signals, policy: services.policy,
            busID: connection.busID, clock: .system, loop: loop)
        results = ResultRegistry(limits: settings.results, loop: loop)

        trash = TrashPurger(of: library, keeping: settings.trashDays, clock: .system, loop: loop)
        history = HistoryPruner(of: library, keeping: settings.historyDays, clock: .system, loop: loop)

        requests = RequestRegistry(connection, limit: settings.requests, loop: loop)
        coordinator = PromptCoordinator(
            connection,
            suspended?.prompts ?? PromptMachine(limits: settings.prompts, countingFrom: .random(in: 0...UInt64.max)),
            sessions: Logind(), clock: .system, loop: loop
        ) { [results] agent in
            results.assumeIsolated { $0.closeAll(of: agent) }
        }

        connections = ConnectionQuota(limit: settings.connections, loop: loop)
        gate = Gate(
            peers: services.peers, grantTable: grantTable, audit: audit, coordinator: coordinator,
            refusals: services.refusals,
            connections: connections, readings: KeyedLimiter(width: 8, loop: loop),
            authorizations: services.authorizations,
            owners: services.owners, owner: library.user)
        let appInfo = AppInfoProvider(shelf: services.applications, library: library, loop: loop)
        let prompts = PromptAudit(log: audit)
        let authorization = AnswerAuthorization(authorizations: services.authorizations, owners: services.owners)
        let asking = RequestAccess(
            grantTable: grantTable, coordinator: coordinator, requests: requests, appInfo: appInfo, library: library,
            audit: prompts,
            authorization: authorization, clock: .system)
        let editing = EditSelection(
            grantTable: grantTable, coordinator: coordinator, requests: requests, appInfo: appInfo, library: library,
            audit: prompts,
            authorization: authorization)
        let fetching = Fetching(library: library, results: results, now: Clock.system.now)
        unkept =
            suspended?.unkept ?? UnkeptContent(limits: settings.unkept, sinceBoot: Clock.system.sinceBoot)
        let ingest = Ingest(
            library: library, workers: services.workers, limits: StagingLimits(bytes: settings.resourceBytes))
        let changing = PerformChanges(
            gate: gate, library: library, results: results, ingest: ingest,
            confirming: ConfirmChanges(
                grantTable: grantTable, coordinator: coordinator, appInfo: appInfo, audit: prompts,
                waiting: PendingConfirmations(loop: loop)),
            turns: KeyedLimiter(loop: loop), unkept: unkept,
            now: Clock.system.now)
        observers = Observers(of: library, gate: gate, signals: signals, loop: loop)
        administer = Administer(library: library, grantTable: grantTable, audit: audit, clock: .system)
        explaining = ExplainAccess(grantTable: grantTable, policy: services.policy, library: library)
        let adminGate = AdminGate(services: services, hosts: hosts, gate: gate, grantTable: grantTable)
        tree = LibraryObjects(
            root: [
                AuthorizationObject(gate: gate, asking: asking, editing: editing).interface,
                AgentManagerObject(gate: gate, coordinator: coordinator).interface,
                LibraryObject(
                    gate: gate, fetching: fetching, changing: changing,
                    capabilities: Capabilities(library: library, results: results, now: Clock.system.now)
                ).interface,
                ResourcesObject(gate: gate, library: library).interface,
                ObservationObject(gate: gate, library: library, observers: observers).interface,
                AdminObject(adminGate: adminGate).interface,
                MaintenanceObject(adminGate: adminGate).interface,
            ],
            result: FetchResultObject(gate: gate, fetching: fetching).interface, results: results,
            request: RequestObject(gate: gate, requests: requests).interface, requests: requests)
    }
}

extension LibraryHost {
    // MARK: From the first call to the last

    /// Has everybody hear of what concerns them, and ends what ended while the library was closed. From before it on `departed`,
    /// `drained` and `policyChanged` must be called.
    ///
    /// What was open ends with the access.
    func begin() async throws {
        await grantTable.watch { [results, coordinator] change in
            if change.endsReading { results.assumeIsolated { $0.closeAll(of: change.name) } }
            coordinator.assumeIsolated { $0.accessChanged(of: change.client, to: change.after) }
        }
        // Weakly, for they hold on to all of these: a library host that was closed is to go.
        await grantTable.watchGrants { [weak observers] in observers?.assumeIsolated { $0.accessChanged() } }
        await coordinator.watchAgents { [weak observers] in observers?.assumeIsolated { $0.accessChanged() } }
        library.watchChanges { [weak observers] in observers?.libraryChanged() }
        try await grantTable.beginTerms(present: Set(services.connection.otherConnections()))
    }

    /// Removes files that no photo needs, unless that was done, and begins what is done by itself from time to time.
    ///
    /// - Returns: whether such files are gone.
    @discardableResult
    func tend(isSwept: Bool = false) async -> Bool {
        var isSwept = isSwept
        do {
            if !isSwept { try await library.sweep() }
            isSwept = true
        } catch {
            Journal.write(.error, "Files that no photo needs could not be swept up: \(error)")
        }
        await trash.begin()
        await history.begin()
        return isSwept
    }

    /// Writes down what must outlast this process, and closes the library.
    ///
    /// - Returns: what must outlast the library host, where it is opened again.
    @discardableResult
    func close() async -> SuspendedState {
        await observers.end()
        await trash.settle()
        await history.settle()
        let closed = Clock.system.sinceBoot()
        do {
            try await grantTable.noteRemaining()
        } catch {
            Journal.write(.warning, "What is left of grants could not be written down: \(error)")
        }
        await audit.flush(all: true)
        await library.close()
        return SuspendedState(
            closed: closed, audit: await audit.batch, prompts: await coordinator.machine, unkept: unkept)
    }

    // MARK: What happens, on the loop

    func departed(_ name: BusName) {
        observers.assumeIsolated { $0.unsubscribe(name) }
        grantTable.assumeIsolated { $0.departed(name) }
        results.assumeIsolated { $0.departed(name) }
        requests.assumeIsolated { $0.departed(name) }
        coordinator.assumeIsolated { $0.unregister(name) }
        signals.assumeIsolated { $0.departed(name) }
        audit.assumeIsolated { $0.departed(name) }
        connections.assumeIsolated { $0.departed(name) }
    }

    /// A connection has taken in what it was sent.
    func drained(_ name: BusName) {
        signals.assumeIsolated { $0.drained(name) }
        observers.assumeIsolated { $0.drained(name) }
    }

    func policyChanged() {
        library.noteDeparture()
        grantTable.assumeIsolated { grantTable in
            grantTable.endTerms()
            grantTable.tellGrantsChanged()
        }
        coordinator.assumeIsolated { $0.rulesChanged(in: grantTable) }
    }
}
