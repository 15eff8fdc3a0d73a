internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateSessions
internal import FilmgateStore
internal import FilmgateWire

/// The parts of one user's library, put together: who needs whom is written here and nowhere else.
struct House: Sendable {
    let tree: HouseTree
    let library: Library
    let gate: Gate
    let administer: Administer
    let explaining: ExplainAccess
    let announcer: Announcer
    let results: ResultRegistry
    let requests: RequestRegistry
    let observers: Observers
    var audit: AuditLog { gate.audit }
    private let grounds: Grounds
    let ledger: GrantLedger
    let desk: PromptDesk
    let connections: ConnectionQuota
    private let unkept: UnkeptContent
    private let trash: TrashDesk
    private let history: HistoryDesk

    /// - Parameters:
    ///   - remains: of when it was open before.
    ///   - houses: for those of its user who administer, which may be another's.
    init(on grounds: Grounds, _ library: Library, after remains: Remains?, among houses: Houses) async throws {
        let (settings, connection, loop) = (grounds.settings, grounds.connection, grounds.loop)
        self.grounds = grounds
        self.library = library
        announcer = Announcer(connection, loop: loop)
        let audit = AuditLog(
            of: library, settings.audit, after: remains?.audit, loop: loop, now: Clock.system.now)
        ledger = try await GrantLedger(
            of: library, closed: remains?.closed, announcer: announcer, policy: grounds.policy,
            busID: connection.busID, clock: .system, loop: loop)
        results = ResultRegistry(limits: settings.results, loop: loop)

        trash = TrashDesk(of: library, keeping: settings.trashDays, clock: .system, loop: loop)
        history = HistoryDesk(of: library, keeping: settings.historyDays, clock: .system, loop: loop)

        requests = RequestRegistry(connection, limit: settings.requests, loop: loop)
        desk = PromptDesk(
            connection,
            remains?.prompts ?? PromptMachine(limits: settings.prompts, countingFrom: .random(in: 0...UInt64.max)),
            sessions: Logind(), clock: .system, loop: loop
        ) { [results] agent in
            results.assumeIsolated { $0.closeAll(of: agent) }
        }

        connections = ConnectionQuota(limit: settings.connections, loop: loop)
        gate = Gate(
            peers: grounds.peers, ledger: ledger, audit: audit, desk: desk, doubts: grounds.doubts,
            connections: connections, readings: Turns(width: 8, loop: loop), leaves: grounds.leaves,
            owners: grounds.owners, owner: library.user)
        let portraits = Portraits(shelf: grounds.applications, library: library, loop: loop)
        let prompts = PromptAudit(log: audit)
        let authorization = AnswerAuthorization(leaves: grounds.leaves, owners: grounds.owners)
        let asking = RequestAccess(
            ledger: ledger, desk: desk, requests: requests, portraits: portraits, library: library, audit: prompts,
            authorization: authorization, clock: .system)
        let editing = EditSelection(
            ledger: ledger, desk: desk, requests: requests, portraits: portraits, library: library, audit: prompts,
            authorization: authorization)
        let fetching = Fetching(library: library, results: results, now: Clock.system.now)
        unkept =
            remains?.unkept ?? UnkeptContent(limits: settings.unkept, sinceBoot: Clock.system.sinceBoot)
        let ingest = Ingest(
            library: library, workers: grounds.workers, limits: StagingLimits(bytes: settings.resourceBytes))
        let changing = PerformChanges(
            gate: gate, library: library, results: results, ingest: ingest,
            confirming: ConfirmChanges(
                ledger: ledger, desk: desk, portraits: portraits, audit: prompts, waiting: WaitingBatches(loop: loop)),
            turns: Turns(loop: loop), unkept: unkept,
            now: Clock.system.now)
        observers = Observers(of: library, gate: gate, announcer: announcer, loop: loop)
        administer = Administer(library: library, ledger: ledger, audit: audit, clock: .system)
        explaining = ExplainAccess(ledger: ledger, policy: grounds.policy, library: library)
        let door = Door(grounds: grounds, houses: houses, gate: gate, ledger: ledger)
        tree = HouseTree(
            root: [
                AuthorizationObject(gate: gate, asking: asking, editing: editing).interface,
                AgentManagerObject(gate: gate, desk: desk).interface,
                LibraryObject(
                    gate: gate, fetching: fetching, changing: changing,
                    capabilities: Capabilities(library: library, results: results, now: Clock.system.now)
                ).interface,
                ResourcesObject(gate: gate, library: library).interface,
                ObservationObject(gate: gate, library: library, observers: observers).interface,
                AdminObject(door: door).interface,
                MaintenanceObject(door: door).interface,
            ],
            result: FetchResultObject(gate: gate, fetching: fetching).interface, results: results,
            request: RequestObject(gate: gate, requests: requests).interface, requests: requests)
    }
}

extension House {
    // MARK: From the first call to the last

    /// Has everybody hear of what concerns them, and ends what ended while the library was closed. From before it on `departed`,
    /// `relieved` and `policyChanged` must be called.
    ///
    /// What was open ends with the access.
    func begin() async throws {
        await ledger.watch { [results, desk] change in
            if change.endsReading { results.assumeIsolated { $0.closeAll(of: change.name) } }
            desk.assumeIsolated { $0.accessChanged(of: change.client, to: change.after) }
        }
        // Weakly, for they hold on to all of these: a house that was closed is to go.
        await ledger.watchGrants { [weak observers] in observers?.assumeIsolated { $0.accessChanged() } }
        await desk.watchAgents { [weak observers] in observers?.assumeIsolated { $0.accessChanged() } }
        library.watchChanges { [weak observers] in observers?.libraryChanged() }
        try await ledger.beginTerms(present: Set(grounds.connection.otherConnections()))
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
    /// - Returns: what must outlast the house, where it is opened again.
    @discardableResult
    func close() async -> Remains {
        await observers.end()
        await trash.settle()
        await history.settle()
        let closed = Clock.system.sinceBoot()
        do {
            try await ledger.noteRemaining()
        } catch {
            Journal.write(.warning, "What is left of grants could not be written down: \(error)")
        }
        await audit.flush(all: true)
        await library.close()
        return Remains(closed: closed, audit: await audit.batch, prompts: await desk.machine, unkept: unkept)
    }

    // MARK: What happens, on the loop

    func departed(_ name: BusName) {
        observers.assumeIsolated { $0.unsubscribe(name) }
        ledger.assumeIsolated { $0.departed(name) }
        results.assumeIsolated { $0.departed(name) }
        requests.assumeIsolated { $0.departed(name) }
        desk.assumeIsolated { $0.unregister(name) }
        announcer.assumeIsolated { $0.departed(name) }
        audit.assumeIsolated { $0.departed(name) }
        connections.assumeIsolated { $0.departed(name) }
    }

    /// A connection has taken in what it was sent.
    func relieved(_ name: BusName) {
        announcer.assumeIsolated { $0.relieved(name) }
        observers.assumeIsolated { $0.relieved(name) }
    }

    func policyChanged() {
        library.noteDeparture()
        ledger.assumeIsolated { ledger in
            ledger.endTerms()
            ledger.tellGrantsChanged()
        }
        desk.assumeIsolated { $0.rulesChanged(in: ledger) }
    }
}
