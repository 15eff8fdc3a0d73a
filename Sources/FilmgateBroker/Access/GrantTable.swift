internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateStore
internal import FilmgateWire

/// Holds the library's grants in memory for every call, and is the only writer of those in the store.
///
/// A change is in the store before it is here, and here before any client hears of it.
@BrokerActor final class GrantTable {
    let library: Library
    let clock: Clock
    let signals: SignalDispatcher
    let policy: PolicyMonitor
    /// The bus' own identifier, which is part of a connection's.
    let busID: String
    var held: [Holder: ActiveGrant] = [:]
    let connections: ConnectionTable
    private var observers: [@BrokerActor (AccessChange) -> Void] = []
    private var watcher: (@BrokerActor () -> Void)?
    var alarms: TermAlarms?
    /// Whose grants are being written, one of each client at a time: the store may have what is not known here yet.
    private var written: Set<ClientID> = []
    let turns: KeyedLimiter<ClientID>

    /// - Parameter closed: when since the boot the library was closed, where this broker did that.
    init(
        of library: Library, closed: Int64?, connections: ConnectionTable, signals: SignalDispatcher,
        policy: PolicyMonitor, busID: String, clock: Clock
    ) async throws {
        self.library = library
        self.connections = connections
        self.signals = signals
        self.policy = policy
        self.busID = busID
        self.clock = clock
        turns = KeyedLimiter(loop: BrokerActor.loop)
        let passed = ActiveGrant.passed(since: try await library.termClock(), closed: closed, by: clock)
        let boot = clock.sinceBoot()
        for record in try await library.grants() {
            held[record.holder] = ActiveGrant(record, writtenDown: passed, ago: boot)
        }
    }

    /// Calls `body` whenever the access of a connection that has called changes, before the next call is served.
    func watch(_ body: @escaping @BrokerActor (AccessChange) -> Void) { observers.append(body) }

    /// Calls `body` after any grant, its rights or its expiry may have changed, once the clients whose access changed have been told.
    func watchGrants(_ body: @escaping @BrokerActor () -> Void) { watcher = body }

    // MARK: What stands

    /// What a client goes by at this moment: what was decided about it, as far as policy lets it be.
    func grant(of client: Client) -> Grant { grant(under: record(for: client), of: client) }

    /// What a person or an administrator decided, whatever policy makes of it: what a further decision is added to.
    func decidedGrant(of client: Client) -> Grant { record(for: client)?.grant ?? .undetermined }

    /// What the policy files say of a client.
    func rules(of client: ClientID) -> ClientRules { policy.rules(for: client) }

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

    /// Returns what stands for a caller, and subscribes its connection to changes.
    ///
    /// - Parameter isUse: whether the grant is being used, which is noted.
    func standing(of caller: Gate.Caller, isUse: Bool) -> Standing {
        welcome(caller.peer, on: caller.connection)
        let record = record(for: caller.client)
        let grant = grant(under: record, of: caller.client)
        if isUse, let record { noteUse(by: record.holder) }
        return Standing(grant: grant, visibilityEpoch: library.visibilityEpoch)
    }

    /// Subscribes a caller's connection to changes of its status.
    ///
    /// - Parameter peer: who it is by itself, not as an agent.
    func welcome(_ peer: Client, on connection: ClientConnection) {
        if connection.caller == nil { connection.caller = Caller(client: peer, told: Statuses(grant(of: peer))) }
    }

    /// Who has called and is connected.
    var callers: some Sequence<Client> { connections.clients(of: library.user).lazy.compactMap(\.caller?.client) }

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
        signals.grantsChanged()
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
        signals.grantsChanged()
    }

    /// Tells every connection whose access is not any more what it was last told, and whoever watches.
    func tellChanges() {
        for connection in connections.clients(of: library.user) {
            guard let caller = connection.caller else { continue }
            let statuses = Statuses(grant(of: caller.client))
            guard statuses != caller.told else { continue }
            connection.caller?.told = statuses
            let change = AccessChange(
                connection: connection, client: caller.client, before: caller.told, after: statuses)
            signals.statusChanged(change)
            for observer in observers { observer(change) }
        }
    }

    /// A connection has left the bus, and with it go the grants that were its own.
    func left(_ name: BusName) { endConnection(busID + name.rawValue) }

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

/// What the access of a connection has become.
struct AccessChange {
    let connection: ClientConnection
    let client: Client
    let before: Statuses
    let after: Statuses

    var endsReading: Bool { !after.readWrite.allowsReading }
}
