internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateStore
internal import FilmgateWire

/// The library's grants, held in memory for every call's sake, and the only writer of those in the store.
///
/// Lives on the event loop. A change is in the store before it is here, and here before anybody hears of it.
actor GrantTable {
    let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

    let library: Library
    let clock: Clock
    let signals: SignalDispatcher
    let policy: PolicyMonitor
    /// The bus' own identifier, which is part of a connection's.
    let busID: String
    var held: [Holder: ActiveGrant] = [:]
    private(set) var callers: [BusName: Caller] = [:]
    private var observers: [@Sendable (AccessChange) -> Void] = []
    private var watcher: (@Sendable () -> Void)?
    var alarms: TermAlarms?
    /// Whose grants are being written, one of each client at a time: the store may have what is not known here yet.
    private var written: Set<ClientID> = []
    let turns: KeyedLimiter<ClientID>

    /// - Parameter closed: when since the boot the library was closed, where this broker did that.
    init(
        of library: Library, closed: Int64?, signals: SignalDispatcher, policy: PolicyMonitor, busID: String,
        clock: Clock,
        loop: EventLoop
    ) async throws {
        self.library = library
        self.signals = signals
        self.policy = policy
        self.busID = busID
        self.clock = clock
        self.loop = loop
        turns = KeyedLimiter(loop: loop)
        let passed = ActiveGrant.passed(since: try await library.termClock(), closed: closed, by: clock)
        let boot = clock.sinceBoot()
        for record in try await library.grants() {
            held[record.holder] = ActiveGrant(record, writtenDown: passed, ago: boot)
        }
    }

    /// Calls `body` on the loop whenever the access of a connection that has called becomes another, before anybody can call
    /// again.
    func watch(_ body: @escaping @Sendable (AccessChange) -> Void) { observers.append(body) }

    /// Calls `body` on the loop after anything about any grant may have become another, rights and ends among it, once those whose
    /// access it changes have been told.
    func watchGrants(_ body: @escaping @Sendable () -> Void) { watcher = body }

    // MARK: What stands

    /// What a client goes by at this moment: what was decided about it, as far as policy lets it be.
    func grant(of client: Client) -> Grant { grant(under: record(for: client), of: client) }

    /// What a person or an administrator decided, whatever policy makes of it: what a further decision is added to.
    func decidedGrant(of client: Client) -> Grant { record(for: client)?.grant ?? .undetermined }

    /// What the policy files say of a client.
    func rules(of client: ClientID) -> ClientRules { policy.assumeIsolated { $0.rules(for: client) } }

    /// How much it may add within a day; nil for the owner's tools.
    func quota(of client: Client) -> AdditionQuota? {
        client.isOwnersTool ? nil : AdditionQuota(rules(of: client.id))
    }

    /// The owner's tools are not policy's matter.
    private func grant(under record: GrantRecord?, of client: Client) -> Grant {
        if client.isOwnersTool { return record?.grant ?? .undetermined }
        return effective(record?.grant, under: rules(of: client.id), for: client.id.kind)
    }

    /// Whose that grant is, and what it adds.
    func holder(of client: Client) -> Holder { FilmgatePolicy.holder(for: client, under: grant(of: client)) }

    /// An administrator's grant to the program goes before what a person granted to the connection.
    private func record(for client: Client) -> GrantRecord? {
        let own = standing(of: .client(client.id))
        if client.isVerified || own?.grant.grantor == .admin { return own }
        return standing(of: .connection(client.connection, of: client.id))
    }

    /// What stands of a holder's grant at this moment.
    func standing(of holder: Holder) -> GrantRecord? {
        held[holder]?.standing(by: clock, lapsingAfter: rules(of: holder.client).daysToLapse)
    }

    /// The same, with what is left of its terms from this moment on.
    func standingFromNow(of holder: Holder) -> GrantRecord? {
        held[holder]?.standingFromNow(by: clock, lapsingAfter: rules(of: holder.client).daysToLapse)
    }

    /// All that stands of a client at this moment.
    func grants(of client: ClientID) -> ClientGrants {
        let connections = held.keys.filter { $0.client == client && $0.connection != nil }
        return ClientGrants(
            own: standing(of: .client(client)), connections: connections.compactMap { standing(of: $0) })
    }

    /// What a decision is made on.
    struct Standing: Sendable {
        let grant: Grant
        let visibilityEpoch: UInt64
    }

    /// What stands for a caller, whose connection will hear of changes from now on.
    ///
    /// - Parameters:
    ///   - peer: who that is when it is no agent, which may end at any moment.
    ///   - isUse: whether the grant is being used, which is noted.
    /// - Throws: `CancellationError` for a caller that has left, of which nothing is kept.
    func standing(of client: Client, _ peer: Client, calling name: BusName, isUse: Bool) throws -> Standing {
        try welcome(peer, calling: name)
        let record = record(for: client)
        let grant = grant(under: record, of: client)
        if isUse, let record { noteUse(by: record.holder) }
        return Standing(grant: grant, visibilityEpoch: library.visibilityEpoch)
    }

    /// Has a caller's connection hear of changes from now on.
    ///
    /// - Parameter peer: who that is when it is no agent.
    /// - Throws: `CancellationError` for a caller that has left, of which nothing is kept.
    func welcome(_ peer: Client, calling name: BusName) throws {
        try Task.checkCancellation()
        if callers[name] == nil { callers[name] = Caller(client: peer, told: Statuses(grant(of: peer))) }
    }

    /// All grants that stand, by name.
    func all() async throws -> [GrantRecord] {
        try await library.grants().compactMap { stored in
            guard var record = standing(of: stored.holder) else { return nil }
            record.lastUsed = stored.lastUsed
            record.selectionCount = stored.selectionCount
            return record
        }.sorted { $0.holder.client.description < $1.holder.client.description }
    }

    // MARK: What changed

    /// Tells all that follows from a change of grants.
    func tellGrantsChanged() {
        tellChanges()
        watcher?()
        signals.assumeIsolated { $0.grantsChanged() }
    }

    // MARK: What is being written

    /// Whether the store may already know of another grant of a client than is in force.
    func isWriting(_ client: ClientID) -> Bool { written.contains(client) }

    /// In the client's turn.
    func beginWriting(_ client: ClientID) { written.insert(client) }

    /// Whoever watches hears of it, and what was not told of meanwhile is looked at now.
    func endWriting(_ client: ClientID) {
        written.remove(client)
        watcher?()
    }

    /// Tells what follows from a grant that was written, but for what whoever watches hears of when the writing ends.
    func tellGrantWritten() {
        tellChanges()
        signals.assumeIsolated { $0.grantsChanged() }
    }

    /// Tells every connection whose access is not any more what it was last told, and whoever watches.
    func tellChanges() {
        for (name, caller) in callers {
            let statuses = Statuses(grant(of: caller.client))
            guard statuses != caller.told else { continue }
            callers[name]?.told = statuses
            let change = AccessChange(name: name, client: caller.client, before: caller.told, after: statuses)
            signals.assumeIsolated { $0.statusChanged(change) }
            for observer in observers { observer(change) }
        }
    }

    func departed(_ name: BusName) {
        callers[name] = nil
        endConnection(busID + name.rawValue)
    }

    // MARK: Use

    /// At most once a minute, and without keeping the caller waiting for the disk.
    private func noteUse(by holder: Holder) {
        let moment = clock.now()
        if let last = held[holder]?.record.lastUsed, (last...last.advanced(bySeconds: 60)).contains(moment) { return }
        held[holder]?.record.lastUsed = moment
        Task {
            do {
                try await library.noteUse(of: holder, at: moment)
            } catch {
                Journal.write(.warning, "The use of a grant could not be noted: \(error)")
            }
        }
    }
}
