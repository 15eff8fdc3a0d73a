internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateStore
internal import FilmgateWire

/// The parts of one user's library, put together: who needs whom is written here and nowhere else.
@BrokerActor struct LibraryHost: Sendable {
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
    let services: SharedServices
    let grantTable: GrantTable
    let coordinator: PromptCoordinator
    private let unkept: UnkeptContent
    private let trash: TrashPurger
    private let history: HistoryPruner

    /// - Parameters:
    ///   - remains: of when it was open before.
    ///   - library hosts: for those of its user who administer, which may be another's.
    init(on services: SharedServices, _ library: Library, after suspended: SuspendedState?, among hosts: LibraryHosts)
        async throws
    {
        let (settings, bus, connections) = (services.settings, services.bus, services.connections)
        let clock = services.clock
        self.services = services
        self.library = library
        signals = SignalDispatcher(bus, connections, of: library.user)
        let audit = AuditLog(
            of: library, settings.audit, after: suspended?.audit, now: clock.now)
        grantTable = try await GrantTable(
            of: library, closed: suspended?.closed, connections: connections, signals: signals, policy: services.policy,
            busID: bus.busID, clock: clock)
        results = ResultRegistry(limits: settings.results, connections, of: library.user)

        trash = TrashPurger(of: library, keeping: settings.trashDays, clock: clock)
        history = HistoryPruner(of: library, keeping: settings.historyDays, clock: clock)

        requests = RequestRegistry(bus, connections, of: library.user, limit: settings.requests)
        coordinator = PromptCoordinator(
            bus, connections, of: library.user,
            suspended?.prompts ?? PromptMachine(limits: settings.prompts, countingFrom: .random(in: 0...UInt64.max)),
            sessions: services.environment.sessions, clock: clock)

        gate = Gate(
            peers: services.peers, grantTable: grantTable, audit: audit, refusals: services.refusals,
            connections: connections, connectionLimit: settings.connections,
            readings: KeyedLimiter(width: 8, loop: BrokerActor.loop), authorizations: services.authorizations,
            owners: services.owners, owner: library.user)
        let appInfo = AppInfoProvider(shelf: services.applications, library: library)
        let prompts = PromptAudit(log: audit)
        let authorization = AnswerAuthorization(authorizations: services.authorizations, owners: services.owners)
        let asking = RequestAccess(
            grantTable: grantTable, coordinator: coordinator, requests: requests, appInfo: appInfo, library: library,
            audit: prompts,
            authorization: authorization, clock: clock)
        let editing = EditSelection(
            grantTable: grantTable, coordinator: coordinator, requests: requests, appInfo: appInfo, library: library,
            audit: prompts,
            authorization: authorization)
        let fetching = Fetching(library: library, results: results, now: clock.now)
        unkept =
            suspended?.unkept ?? UnkeptContent(limits: settings.unkept, sinceBoot: clock.sinceBoot)
        let ingest = Ingest(
            library: library, workers: services.workers, limits: StagingLimits(bytes: settings.resourceBytes))
        let changing = PerformChanges(
            gate: gate, library: library, ingest: ingest,
            confirming: ConfirmChanges(
                grantTable: grantTable, coordinator: coordinator, appInfo: appInfo, audit: prompts),
            turns: KeyedLimiter(loop: BrokerActor.loop), unkept: unkept,
            now: clock.now)
        observers = Observers(of: library, gate: gate, signals: signals, connections)
        administer = Administer(library: library, grantTable: grantTable, audit: audit, clock: clock)
        explaining = ExplainAccess(grantTable: grantTable, policy: services.policy, library: library)
        let adminGate = AdminGate(services: services, hosts: hosts, gate: gate, grantTable: grantTable)
        tree = LibraryObjects(
            root: [
                AuthorizationObject(gate: gate, asking: asking, editing: editing).interface,
                AgentManagerObject(gate: gate, coordinator: coordinator).interface,
                LibraryObject(
                    gate: gate, fetching: fetching, changing: changing,
                    capabilities: Capabilities(library: library, now: clock.now)
                ).interface,
                ResourcesObject(gate: gate, library: library).interface,
                ObservationObject(gate: gate, library: library, observers: observers).interface,
                AdminObject(adminGate: adminGate).interface,
                MaintenanceObject(adminGate: adminGate).interface,
            ],
            result: FetchResultObject(gate: gate, fetching: fetching).interface,
            request: RequestObject(gate: gate).interface, connections: connections)
    }
}

extension LibraryHost {
    // MARK: From the first call to the last

    /// Starts telling connections of changes, and ends grants that ended while the library was closed. `left`, `drained` and
    /// `policyChanged` must be called from before it on.
    ///
    /// Results that are open end with the access.
    func begin() async throws {
        grantTable.watch { [coordinator] change in
            if change.endsReading { change.connection.results.closeAll() }
            coordinator.accessChanged(of: change.client, to: change.after)
        }
        // Weakly, because they refer to all of these and a library host that was closed must be freed.
        grantTable.watchGrants { [weak observers] in observers?.accessChanged() }
        coordinator.watchAgents { [weak observers] in observers?.accessChanged() }
        library.watchChanges { [weak observers] in observers?.libraryChanged() }
        try grantTable.beginTerms(present: Set(await services.bus.otherConnections()))
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
        trash.begin()
        history.begin()
        return isSwept
    }

    /// Writes down what must outlast this process, and closes the library.
    ///
    /// - Returns: what must outlast the library host, where it is opened again.
    @discardableResult
    func close() async -> SuspendedState {
        observers.end()
        await trash.settle()
        await history.settle()
        let closed = services.clock.sinceBoot()
        do {
            try await grantTable.noteRemaining()
        } catch {
            Journal.write(.warning, "What is left of grants could not be written down: \(error)")
        }
        await audit.flush(all: true)
        await library.close()
        return SuspendedState(
            closed: closed, audit: audit.batch, prompts: coordinator.machine, unkept: unkept)
    }

    // MARK: What happens

    /// A connection has left the bus; what ends with it elsewhere ends now.
    ///
    /// - Parameter connection: what was kept for it and was dropped; nil if it had not called. A grant of an earlier broker may still end with it.
    func left(_ name: BusName, _ connection: ClientConnection?) {
        grantTable.left(name)
        if let connection { coordinator.unregister(connection) }
    }

    /// A connection has taken in what it was sent.
    func drained(_ connection: ClientConnection) {
        signals.drained(connection)
        if connection.caller?.client.user == library.user { observers.drained(connection) }
    }

    func policyChanged() {
        library.noteVisibilityLoss()
        grantTable.endTerms()
        grantTable.tellGrantsChanged()
        coordinator.rulesChanged(in: grantTable)
    }
}
