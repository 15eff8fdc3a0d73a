import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateWire

/// The parts of one user's library. This is the only place that connects them.
@BrokerActor struct LibraryHost: Sendable {
    let objects: LibraryObjects
    let library: Library
    let gate: Gate
    let grantAdministration: GrantAdministration
    let explaining: ExplainAccess
    let undoing: UndoChanges
    let inbox: Inbox
    let replaying: ReplayPolicy
    let signals: SignalDispatcher
    let observers: Observers
    var audit: AuditLog { gate.audit }
    let services: SharedServices
    let grantTable: GrantTable
    let coordinator: PromptCoordinator
    let restoring = Restoring()
    private let unkept: UnkeptContent
    private let held: HeldContent
    private let tickets: EditTickets
    private let preparation: ImagePreparation
    private let trash: TrashPurger
    private let history: HistoryPruner
    private let placeNamer: PlaceNamer

    /// - Parameters:
    ///   - suspended: what the host of this library kept when it was closed.
    ///   - hosts: the hosts that this library's user may administer.
    init(on services: SharedServices, _ library: Library, after suspended: SuspendedState?, among hosts: LibraryHosts)
        async throws
    {
        let (settings, bus, connections) = (services.settings, services.bus, services.connections)
        let clock = services.clock
        self.services = services
        self.library = library
        if library.handsOutCopies {
            Journal.write(
                .warning,
                "This process may not make a read-only view of the library's folder: sandboxed apps get copies of files, in memory."
            )
        }
        signals = SignalDispatcher(bus, connections, of: library.user)
        let audit = AuditLog(
            of: library, settings.audit, after: suspended?.audit, now: clock.now
        ) { entries in hosts.record(entries, endedLateIn: library.user) }
        grantTable = try await GrantTable(
            of: library, closed: suspended?.closed, connections: connections, peers: services.peers, signals: signals,
            policy: services.policy, busID: bus.busID, clock: clock)
        held =
            suspended?.held
            ?? HeldContent(
                memory: services.environment.contentMemory,
                UserDescriptors(of: library.user, in: services.descriptors))
        let results = ResultRegistry(limits: settings.results, connections, of: library.user, held.descriptors)

        trash = TrashPurger(of: library, keeping: settings.trashDays, undo: settings.historyDays, clock: clock) {
            [signals] in signals.inboxChanged()
        }
        history = HistoryPruner(of: library, keeping: settings.historyDays, clock: clock)
        placeNamer = PlaceNamer(of: library, clock: clock)

        tickets = suspended?.tickets ?? EditTickets()
        let requests = RequestRegistry(
            bus, connections, of: library.user, limit: settings.requests, holding: held.memory)
        coordinator = PromptCoordinator(
            bus, connections, of: library.user,
            suspended?.prompts ?? PromptMachine(limits: settings.prompts, countingFrom: .random(in: 0...UInt64.max)),
            sessions: services.environment.sessions, clock: clock)

        gate = Gate(
            peers: services.peers, grantTable: grantTable, audit: audit, refusals: services.refusals,
            connections: connections, connectionLimit: settings.connections,
            readings: KeyedLimiter(width: 8, loop: BrokerActor.loop), authorizations: services.authorizations,
            tripwires: Tripwires(grantTable, audit, clock: clock),
            owners: services.owners, owner: library.user)
        let appInfo = AppInfoProvider(desktopFiles: services.applications, library: library)
        let prompts = PromptAudit(log: audit)
        let authorization = AnswerAuthorization(authorizations: services.authorizations, owners: services.owners)
        let asking = RequestAccess(
            grantTable: grantTable, coordinator: coordinator, requests: requests, appInfo: appInfo, library: library,
            audit: prompts,
            authorization: authorization, clock: clock)
        gate.tripwires.ask = { client, connection in asking.askAboutPaused(client, on: connection) }
        let editing = EditSelection(
            grantTable: grantTable, coordinator: coordinator, requests: requests, appInfo: appInfo, library: library,
            audit: prompts,
            authorization: authorization)
        let opensSettings = OpenSettings(
            grantTable: grantTable, coordinator: coordinator, appInfo: appInfo, audit: prompts)
        let fetching = Fetching(library: library, results: results, now: clock.now)
        unkept =
            suspended?.unkept ?? UnkeptContent(limits: settings.unkept, sinceBoot: clock.sinceBoot)
        let ingest = Ingest(
            library: library, workers: services.workers, limits: StagingLimits(bytes: settings.resourceBytes))
        let maker = ImageMaker(of: library, by: services.workers, in: held)
        preparation = ImagePreparation(
            gate: gate, library: library, maker: maker, preparesAdditions: settings.preparesImages)
        let changing = PerformChanges(
            gate: gate, library: library, ingest: ingest,
            confirming: ConfirmChanges(
                grantTable: grantTable, coordinator: coordinator, appInfo: appInfo,
                previews: ContentPreviews(library, maker, services.workers), audit: prompts),
            turns: KeyedLimiter(loop: BrokerActor.loop), unkept: unkept,
            preparation: preparation, signals: signals, now: clock.now)
        observers = Observers(of: library, gate: gate, signals: signals, connections)
        grantAdministration = GrantAdministration(
            library: library, grantTable: grantTable, audit: audit, tickets: tickets, clock: clock)
        explaining = ExplainAccess(grantTable: grantTable, policy: services.policy, library: library)
        replaying = ReplayPolicy(
            library: library, grantTable: grantTable, audit: audit)
        undoing = UndoChanges(library: library, audit: audit, signals: signals, now: clock.now)
        inbox = Inbox(library: library, audit: audit, signals: signals, now: clock.now)
        let receipts = Receipts(
            library: library, audit: audit, unkept: unkept, grantTable: grantTable, signals: signals, now: clock.now)
        let opening = OpenResource(
            gate: gate, library: library, workers: services.workers, copies: held.copies,
            lending: FileLending(library: library, memory: held.memory))
        let resources = RequestResource(opening: opening, requests: requests)
        let images = RequestImage(gate: gate, library: library, requests: requests, maker: maker)
        let videos = RequestVideo(
            gate: gate, library: library, requests: requests, workers: services.workers, made: held.videos)
        let picking = PickItems(
            PickerQuestion(gate, library, now: clock.now), coordinator, requests, appInfo, prompts, authorization)
        let adminGate = AdminGate(services: services, hosts: hosts, gate: gate, grantTable: grantTable)
        objects = LibraryObjects(
            root: [
                AuthorizationObject(gate: gate, asking: asking, editing: editing, settings: opensSettings).interface,
                AgentManagerObject(gate: gate, coordinator: coordinator).interface,
                LibraryObject(
                    gate: gate, fetching: fetching, changing: changing,
                    capabilities: Capabilities(library: library, now: clock.now), receipts: receipts
                ).interface,
                ResourcesObject(
                    gate: gate, library: library, opening: opening,
                    requesting: resources,
                    reading: GetMetadata(gate: gate, library: library, workers: services.workers)
                ).interface,
                ImagesObject(
                    gate: gate,
                    images: images,
                    videos: videos,
                    preparation: preparation
                ).interface,
                PickerObject(
                    gate: gate, picking: picking,
                    items: PickedItems(library, resources, images, videos)
                ).interface,
                EditingObject(
                    gate: gate, beginning: BeginEditing(opening, images, tickets, sinceBoot: clock.sinceBoot)
                ).interface,
                ObservationObject(gate: gate, library: library, observers: observers).interface,
                AdminObject(adminGate: adminGate).interface,
                MaintenanceObject(adminGate: adminGate).interface,
                BackupObject(adminGate: adminGate).interface,
            ],
            result: FetchResultObject(gate: gate, fetching: fetching).interface,
            request: RequestObject(gate: gate).interface,
            editSession: EditSessionObject(
                gate: gate, finishing: FinishEditing(gate, ingest, unkept, changing)
            ).interface,
            connections: connections)
    }
}

extension LibraryHost {
    // MARK: Opening and closing

    /// Starts notifying connections of changes, and ends grants that expired while the library was closed. The caller
    /// must forward events to `left`, `drained` and `policyChanged` from before this call on.
    ///
    /// A connection that loses its access loses its open results.
    func begin() async throws {
        grantTable.watch { [coordinator] change in
            if change.endsReading {
                change.connection.results.closeAll()
                change.connection.edits.endOwn()
            }
            coordinator.accessChanged(of: change.client, to: change.after)
        }
        // Weak, because the observers refer to these objects, and a closed host must be freed.
        grantTable.watchGrants { [weak observers] in observers?.accessChanged() }
        coordinator.watchAgents { [weak observers] in observers?.accessChanged() }
        library.watchChanges { [weak observers] in observers?.libraryChanged() }
        try grantTable.beginTerms(present: Set(await services.bus.otherConnections()))
    }

    /// Removes files that no photo needs, unless that was done before, and starts the periodic work.
    ///
    /// - Returns: whether such files have been removed.
    @discardableResult
    func startMaintenance(isSwept: Bool = false) async -> Bool {
        var isSwept = isSwept
        do {
            if !isSwept { try await library.sweep() }
            isSwept = true
        } catch {
            Journal.write(.error, "Files that no photo needs could not be swept up: \(error)")
        }
        trash.begin()
        history.begin()
        placeNamer.begin()
        return isSwept
    }

    /// Saves what must survive this process, and closes the library.
    ///
    /// - Returns: the state with which the library is opened again.
    @discardableResult
    func close() async -> SuspendedState {
        endRequests()
        observers.end()
        await restoring.end()
        await preparation.end()
        await trash.end()
        await history.end()
        await placeNamer.end()
        let closed = services.clock.sinceBoot()
        do {
            try await grantTable.noteRemaining()
        } catch {
            Journal.write(.warning, "What is left of grants could not be written down: \(error)")
        }
        let batch = await audit.end()
        await library.close()
        return SuspendedState(
            closed: closed, audit: batch, prompts: coordinator.machine, unkept: unkept, held: held, tickets: tickets)
    }

    // MARK: Events

    /// Ends the grants and the agent of a connection that has left the bus.
    ///
    /// - Parameter connection: its dropped state; nil if it had not called. A grant from an earlier broker may still
    ///   belong to it.
    func left(_ name: BusName, _ connection: ClientConnection?) {
        restoring.left(name)
        grantTable.left(name)
        if let connection { coordinator.unregister(connection) }
    }

    /// Sends a connection what it is still owed, once it has read earlier messages.
    func drained(_ connection: ClientConnection) {
        signals.drained(connection)
        connection.requests.endWaits(haveRoom: true)
        if connection.statusSubscription?.client.user == library.user { observers.drained(connection) }
    }

    /// Ends everything that is open in the library, because a restored one takes its place.
    func endAll() {
        endRequests()
        for connection in services.connections.clients(of: library.user) {
            connection.results.closeAll()
            connection.caching = CachingTargets()
            connection.picks = HeldPicks()
            connection.edits.endAll()
        }
    }

    /// Ends all questions and requests, so that the log has their ends before it is closed.
    func endRequests() {
        // Those in line first: none of them is shown any more.
        for prompt in coordinator.machine.prompts.reversed() { coordinator.settle(prompt.id) }
        for connection in services.connections.clients(of: library.user) { connection.requests.cancelAll() }
    }

    /// Tells everyone what differs in this library, which took the place of a different one.
    func tellReplaced() {
        grantTable.tellGrantsChanged()
        for connection in services.connections.clients(of: library.user) { connection.subscription.isDue = true }
        observers.libraryChanged()
    }

    func policyChanged() {
        library.noteVisibilityLoss()
        grantTable.endTerms()
        grantTable.endOutdatedPicks()
        grantTable.tellGrantsChanged()
        coordinator.rulesChanged(in: grantTable)
    }
}
