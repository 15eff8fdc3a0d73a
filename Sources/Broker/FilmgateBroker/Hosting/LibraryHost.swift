import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateStore

/// The objects that serve one user's library. Only this type creates and connects them.
@BrokerActor struct LibraryHost: Sendable {
    let objects: LibraryObjects
    let core: LibraryCore
    let gate: Gate
    let grantAdministration: GrantAdministration
    let explaining: ExplainAccessHandler
    let undoing: UndoChangesHandler
    let inbox: Inbox
    let keptItems: PickedItemKeeper
    let replaying: ReplayPolicyHandler
    let observers: ChangeNotifier
    let coordinator: PromptCoordinator
    let restoring = RestoreSession()
    private let unkept: DiscardedContentQuota
    private let held: LibraryClientFiles
    private let tickets: EditTickets
    private let preparation: ImagePreparer
    private let trash: TrashPurger
    private let history: HistoryPruner
    private let placeNamer: PlaceNamer

    /// - Parameters:
    ///   - suspended: the state of the library's previous host, saved when that host was closed.
    ///   - hosts: the hosts of all libraries, for administration of other users' libraries.
    init(on services: SharedServices, _ library: Library, after suspended: SuspendedState?, among hosts: LibraryHosts)
        async throws
    {
        let (settings, clock) = (services.settings, services.clock)
        if library.handsOutCopies {
            Journal.write(
                .warning,
                "This process may not make a read-only view of the library's folder: sandboxed apps get copies of files, in memory."
            )
        }
        core = try await LibraryCore(of: library, on: services, after: suspended) { entries in
            hosts.record(entries, endedLateIn: library.user)
        }
        held =
            suspended?.held
            ?? LibraryClientFiles(
                memory: services.environment.contentMemory,
                UserDescriptors(of: library.user, in: services.descriptors))
        unkept = suspended?.unkept ?? DiscardedContentQuota(limits: settings.unkept, sinceBoot: clock.sinceBoot)
        tickets = suspended?.tickets ?? EditTickets()

        trash = TrashPurger(of: library, keeping: settings.trashDays, undo: settings.historyDays, clock: clock) {
            [core] in core.signals.inboxChanged()
        }
        history = HistoryPruner(of: library, keeping: settings.historyDays, clock: clock)
        placeNamer = PlaceNamer(of: library, clock: clock)

        gate = Gate(core)
        observers = ChangeNotifier(gate)
        let requests = RequestRegistry(core, holding: held.memory)
        coordinator = PromptCoordinator(
            core,
            suspended?.prompts ?? PromptMachine(limits: settings.prompts, countingFrom: .random(in: 0...UInt64.max)))
        let asking = RequestAccessHandler(core: core, coordinator: coordinator, requests: requests)
        gate.tripwires.ask = { client, connection in asking.askAboutPaused(client, on: connection) }

        let fetcher = Fetcher(core: core, results: ResultRegistry(core, held.descriptors))
        let maker = ImageMaker(of: library, by: services.workers, in: held)
        preparation = ImagePreparer(gate: gate, maker: maker)
        let changing = PerformChangesHandler(
            gate: gate,
            ingest: FileIngester(
                library: library, workers: services.workers, limits: StagingLimits(bytes: settings.resourceBytes)),
            confirming: ChangeConfirmer(
                core: core, coordinator: coordinator, previews: ContentPreviewMaker(core: core, maker: maker)),
            turns: KeyedLimiter(loop: BrokerActor.loop), unkept: unkept, preparation: preparation)
        let opening = OpenResourceHandler(
            gate: gate, copies: held.copies, lender: ClientFileProvider(library: library, memory: held.memory))
        let resources = RequestResourceHandler(opening: opening, requests: requests)
        let images = RequestImageHandler(gate: gate, requests: requests, maker: maker)
        let videos = RequestVideoHandler(gate: gate, requests: requests, made: held.videos)
        let finishing = FinishEditingHandler(changing)

        explaining = ExplainAccessHandler(core: core)
        replaying = ReplayPolicyHandler(core: core)
        undoing = UndoChangesHandler(core: core)
        inbox = Inbox(core: core)
        keptItems = PickedItemKeeper(core: core)
        grantAdministration = GrantAdministration(core: core, tickets: tickets, keptItems: keptItems)
        let adminGate = AdminGate(hosts: hosts, gate: gate)
        objects = LibraryObjects(
            root: [
                AuthorizationObject(
                    gate: gate, asking: asking,
                    editing: EditSelectionHandler(core: core, coordinator: coordinator, requests: requests),
                    settings: OpenSettingsHandler(core: core, coordinator: coordinator)
                ).interface,
                AgentManagerObject(gate: gate, coordinator: coordinator).interface,
                DelegationObject(gate: gate).interface,
                LibraryObject(
                    gate: gate, fetcher: fetcher, changing: changing, capabilities: CapabilityChecker(core: core),
                    receipts: Receipts(core: core, unkept: unkept)
                ).interface,
                ResourcesObject(
                    gate: gate, opening: opening, requesting: resources, reading: MetadataReader(gate: gate)
                ).interface,
                ImagesObject(gate: gate, images: images, videos: videos, preparation: preparation).interface,
                PickerObject(
                    gate: gate,
                    picking: PickHandler(
                        configuring: PickerObjectResolver(gate: gate, keeper: keptItems), coordinator: coordinator,
                        requests: requests),
                    items: PickedItemDeliverer(resources, images, videos, keptItems),
                    reading: MetadataReader(gate: gate)
                ).interface,
                EditingObject(gate: gate, beginning: BeginEditingHandler(opening, images, tickets)).interface,
                ObservationObject(gate: gate, observers: observers).interface,
                AdminObject(adminGate: adminGate).interface,
                MaintenanceObject(adminGate: adminGate).interface,
                BackupObject(adminGate: adminGate).interface,
            ],
            result: FetchResultObject(gate: gate, fetcher: fetcher).interface,
            request: RequestObject(gate: gate).interface,
            editSession: EditSessionObject(
                gate: gate, finishing: finishing, transforming: TransformContentHandler(finishing, within: held.memory)
            ).interface,
            connections: services.connections)
    }
}

extension LibraryHost {
    // MARK: Opening and closing

    /// Starts notifying connections of changes, and ends grants that expired while the library was closed. The caller
    /// must already forward events to `left`, `drained` and `policyChanged`.
    ///
    /// From then on, a connection that may no longer read also loses its results and its own editing sessions.
    func begin() async throws {
        // The references are weak, so that a closed host is freed: the coordinator and the observers refer to `core`.
        core.grants.watch { [weak coordinator] change in
            if change.endsReading {
                change.connection.results.closeAll()
                change.connection.edits.endOwn()
            }
            coordinator?.accessChanged(of: change.client, to: change.after)
        }
        core.grants.watchGrants { [weak observers] in observers?.accessChanged() }
        coordinator.watchAgents { [weak observers] in observers?.accessChanged() }
        core.library.watchChanges { [weak observers] in observers?.libraryChanged() }
        try core.grants.beginTerms(present: Set(await core.services.bus.otherConnections()))
    }

    /// Removes the files that no photo needs, unless `isSwept` is true, and starts the periodic work.
    ///
    /// - Returns: false if the files could not be removed.
    @discardableResult
    func startMaintenance(isSwept: Bool = false) async -> Bool {
        var isSwept = isSwept
        do {
            if !isSwept { try await core.library.sweep() }
            isSwept = true
        } catch {
            Journal.write(.error, "Files that no photo needs could not be swept up: \(error)")
        }
        trash.begin()
        history.begin()
        placeNamer.begin()
        return isSwept
    }

    /// Saves the state that must survive this process, and closes the library.
    ///
    /// - Returns: the state with which the library's next host continues.
    @discardableResult
    func close() async -> SuspendedState {
        endRequests()
        observers.end()
        await restoring.end()
        await preparation.end()
        await trash.end()
        await history.end()
        await placeNamer.end()
        let closed = core.clock.sinceBoot()
        do {
            try await core.grants.noteRemaining()
        } catch {
            Journal.write(.warning, "The remaining times of grants could not be stored: \(error)")
        }
        let batch = await core.audit.end()
        await core.library.close()
        return SuspendedState(
            closed: closed, audit: batch, prompts: coordinator.machine, unkept: unkept, held: held, tickets: tickets)
    }

    // MARK: Events

    /// Ends the restoration, the grants and the agent registration of a connection that left the bus.
    ///
    /// - Parameter connection: the state of the connection; nil if it has made no call. A grant from an earlier broker
    ///   may still depend on that connection.
    func left(_ name: BusName, _ connection: ClientConnection?) {
        restoring.left(name)
        core.grants.left(name)
        if let connection { coordinator.unregister(connection) }
    }

    /// Sends a connection its postponed signals, now that it has read earlier messages.
    func drained(_ connection: ClientConnection) {
        core.signals.drained(connection)
        connection.requests.endWaits(haveRoom: true)
        if connection.statusSubscription?.client.user == core.user { observers.drained(connection) }
    }

    /// Ends everything that is open in the library, because a restored library replaces it.
    func endAll() {
        endRequests()
        for connection in core.services.connections.clients(of: core.user) {
            connection.results.closeAll()
            connection.caching = AnnouncedImages()
            connection.picks = PickHandleTable()
            connection.edits.endAll()
        }
    }

    /// Ends all prompts and requests, so that the audit log records their results before it is closed.
    func endRequests() {
        // Ends queued prompts first, so that none of them is shown.
        for prompt in coordinator.machine.prompts.reversed() { coordinator.settle(prompt.id) }
        for connection in core.services.connections.clients(of: core.user) { connection.requests.cancelAll() }
    }

    /// Notifies all affected connections of the changes after this library has replaced an earlier one.
    func notifyOfReplacement() {
        core.grants.notifyOfGrants()
        for connection in core.services.connections.clients(of: core.user) {
            connection.subscription.isDue = true
        }
        observers.libraryChanged()
    }

    func policyChanged() {
        core.library.noteVisibilityLoss()
        core.grants.endTerms()
        core.grants.endOutdatedPicks()
        core.grants.notifyOfGrants()
        coordinator.rulesChanged()
    }
}
