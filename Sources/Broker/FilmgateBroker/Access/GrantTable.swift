import FilmgateDBus
import FilmgateModel
import FilmgatePeers
import FilmgatePolicy
import FilmgateStore

/// Holds the grants of a library in memory, and is the only writer of grants in the store.
///
/// A decision is first written to the store, then applied here, and then reported to clients.
@BrokerActor final class GrantTable {
    let library: Library
    let signals: SignalDispatcher
    private let services: SharedServices
    var held: [Holder: ActiveGrant] = [:]
    /// Clients that read nothing until a person or an administrator decides about them, or until a given time.
    var pauses: [ClientID: ClientPause]
    /// Clients that may not make the broker ask the person.
    var mutes: Set<ClientID>
    /// The paths of the owner's tools and of the programs that can be agents, without symbolic links.
    let ownersPrograms: Set<String>
    private var observers: [@BrokerActor (AccessChange) -> Void] = []
    private var watcher: (@BrokerActor () -> Void)?
    var alarms: GrantExpiryTimer?
    /// Clients whose grants are being written. Until the write ends, the store may be newer than this table.
    private var written: Set<ClientID> = []
    let turns = KeyedLimiter<ClientID>(loop: BrokerActor.loop)

    /// - Parameter closed: the time since boot at which this broker closed the library; nil if this broker did not
    ///   close it.
    init(
        of library: Library, _ services: SharedServices, _ signals: SignalDispatcher, closed: Int64?
    ) async throws {
        self.library = library
        self.services = services
        self.signals = signals
        ownersPrograms = await services.peers.programPaths()
        pauses = try await library.pauses()
        mutes = try await library.mutes()
        let passed = ActiveGrant.passed(since: try await library.termClock(), closed: closed, by: services.clock)
        let boot = services.clock.sinceBoot()
        for record in try await library.grants() {
            held[record.holder] = ActiveGrant(record, writtenDown: passed, ago: boot)
        }
    }

    var clock: Clock { services.clock }
    var policy: PolicyMonitor { services.policy }
    var peers: PeerRegistry { services.peers }
    var connections: ConnectionTable { services.connections }
    /// The bus's own identifier, which is part of a connection's identifier.
    var busID: String { services.bus.busID }

    /// Calls `body` when the access of a connection changes, if the connection has made a call. `body` runs before the
    /// connection's next call.
    func watch(_ body: @escaping @BrokerActor (AccessChange) -> Void) { observers.append(body) }

    /// Calls `body` after any grant, its rights or its expiry may have changed. The clients whose access changed have
    /// been notified by then.
    func watchGrants(_ body: @escaping @BrokerActor () -> Void) { watcher = body }

    // MARK: Grants in force

    /// Returns the grant in force for a client: the decided grant or the policy's preset, limited by policy and pauses.
    func grant(of client: Client) -> Grant { grant(under: record(for: client), of: client) }

    /// Returns a connected client's level, and the reason if it is paused. Returns nil for the owner's own programs.
    func access(of client: Client) -> (level: Level, pause: String?)? {
        guard !client.isOwnersTool, !client.isAgentProgram else { return nil }
        let grant = effective(record(for: client)?.grant, under: rules(of: client.id), for: client.id.kind)
        return (Level(inForce(grant, of: client.id)), pause(of: client.id, under: grant)?.reason)
    }

    /// Returns the decided grant, from which new decisions start. Applies pauses, but not the limits of policy.
    func decidedGrant(of client: Client) -> Grant {
        inForce(record(for: client)?.grant ?? .undetermined, of: client.id)
    }

    func rules(of client: ClientID) -> ClientRules { policy.rules(for: client) }

    /// Returns how much a client may add within a day, or nil for the owner's tools.
    func quota(of client: Client) -> AdditionQuota? {
        client.isOwnersTool ? nil : AdditionQuota(rules(of: client.id))
    }

    /// Returns whether a client's additions wait in the inbox.
    func quarantinesAdditions(of client: Client) -> Bool {
        !client.isOwnersTool && rules(of: client.id).quarantinesAdditions
    }

    /// Returns the grant in force for a client with this record. Policy does not apply to the owner's tools.
    private func grant(under record: GrantRecord?, of client: Client) -> Grant {
        if client.isOwnersTool { return record?.grant ?? .undetermined }
        let grant = effective(record?.grant, under: rules(of: client.id), for: client.id.kind)
        return inForce(grant, of: client.id)
    }

    /// Returns the holder under which a client's grant and additions are recorded.
    func holder(of client: Client) -> Holder { FilmgatePolicy.holder(for: client, under: grant(of: client)) }

    /// Returns the record that applies to a client. For an unverified client, an administrator's grant to the program
    /// precedes a person's grant to the connection.
    private func record(for client: Client) -> GrantRecord? {
        let own = standing(of: .client(client.id))
        if client.isVerified || own?.grant.grantor == .admin { return own }
        return standing(of: .connection(client.connection, of: client.id))
    }

    /// Returns a holder's grant, reduced to the statuses that are in force now, or nil if none is.
    func standing(of holder: Holder) -> GrantRecord? {
        held[holder]?.standing(by: clock, lapsingAfter: rules(of: holder.client).daysToLapse)
    }

    /// Returns the same as `standing(of:)`, but with the remaining time of the grant's terms counted from this moment.
    func standingFromNow(of holder: Holder) -> GrantRecord? {
        held[holder]?.standingFromNow(by: clock, lapsingAfter: rules(of: holder.client).daysToLapse)
    }

    /// Returns all grants of a client and its connections that are in force now.
    func grants(of client: ClientID) -> ClientGrants {
        let connections = held.keys.filter { $0.client == client && $0.connection != nil }
        return ClientGrants(
            own: standing(of: .client(client)), connections: connections.compactMap { standing(of: $0) })
    }

    /// The input for a decision about a call.
    struct DecisionInput: Sendable {
        let grant: Grant
        let visibilityEpoch: UInt64
    }

    /// Returns the grant in force for a caller, and subscribes the caller's connection to changes of its status.
    ///
    /// - Parameter isUse: whether the call uses the grant. If so, the date of use is recorded.
    func standing(of caller: Gate.Caller, isUse: Bool) -> DecisionInput {
        subscribeToStatus(caller.peer, on: caller.connection)
        let record = record(for: caller.client)
        let grant = grant(under: record, of: caller.client)
        if isUse, let record { noteUse(by: record.holder) }
        return DecisionInput(grant: grant, visibilityEpoch: library.visibilityEpoch)
    }

    /// Subscribes a caller's connection to changes of its status.
    ///
    /// - Parameter peer: the client as it was identified, even if the connection is a registered agent.
    func subscribeToStatus(_ peer: Client, on connection: ClientConnection) {
        guard connection.statusSubscription == nil else { return }
        connection.statusSubscription = StatusSubscription(client: peer, sent: AuthorizationStatuses(grant(of: peer)))
    }

    /// The connected clients of the library's owner that have made a call.
    var callers: some Sequence<Client> {
        connections.clients(of: library.user).lazy.compactMap(\.statusSubscription?.client)
    }

    /// Returns all grants in force, ordered by client, and for each client by date, newest first.
    func all() async throws -> [GrantRecord] {
        try await library.grants().compactMap { stored in
            guard var record = standing(of: stored.holder) else { return nil }
            record.lastUsed = stored.lastUsed
            record.selectionCount = stored.selectionCount
            record.selectedAlbums = stored.selectedAlbums
            return record
        }.sorted {
            ($0.holder.client.description, $1.grantedDate) < ($1.holder.client.description, $0.grantedDate)
        }
    }

    // MARK: Notifying of changes

    /// Notifies the affected connections, the observers and the watcher of a change of grants.
    func notifyOfGrants() {
        notifyOfStatuses()
        watcher?()
        signals.grantsChanged()
    }

    // MARK: Writing

    /// Returns whether the store may already hold a grant that differs from the client's grant in force.
    func isWriting(_ client: ClientID) -> Bool { written.contains(client) }

    /// Marks a client's grant as being written. The caller must hold the client's turn in `turns`.
    func beginWriting(_ client: ClientID) { written.insert(client) }

    /// Ends the write and notifies the watcher, which checks the deliveries that waited for the write.
    func endWriting(_ client: ClientID) {
        written.remove(client)
        watcher?()
    }

    /// Notifies the connections and observers affected by a written grant. `endWriting` notifies the watcher.
    func notifyOfWrittenGrant() {
        notifyOfStatuses()
        signals.grantsChanged()
    }

    /// Notifies the observers, and every connection whose statuses differ from those last sent to it.
    ///
    /// Skips the owner's tools and agents, because grants do not affect them.
    func notifyOfStatuses() {
        for connection in connections.clients(of: library.user) where connection.agent == nil {
            guard let subscription = connection.statusSubscription, !subscription.client.isOwnersTool else { continue }
            let statuses = AuthorizationStatuses(grant(of: subscription.client))
            guard statuses != subscription.sent else { continue }
            connection.statusSubscription?.sent = statuses
            let change = AccessChange(
                connection: connection, client: subscription.client, before: subscription.sent, after: statuses)
            signals.statusChanged(change)
            for observer in observers { observer(change) }
        }
    }

    /// Ends the grants that end with this connection, which has left the bus.
    func left(_ name: BusName) {
        endConnection(busID + name.rawValue)
        endUnconnected(withoutLeft: name)
    }

    // MARK: Use

    /// Records the use of a grant at most once a minute. The caller does not wait for the disk.
    private func noteUse(by holder: Holder) {
        let moment = clock.now()
        if let last = held[holder]?.record.lastUsed, (last...last.advanced(bySeconds: 60)).contains(moment) { return }
        held[holder]?.record.lastUsed = moment
        Task {
            await Journal.noting("The use of a grant could not be recorded", as: .warning) {
                try await library.noteUse(of: holder, at: moment)
            }
        }
    }
}

/// A change of a connection's access.
struct AccessChange {
    let connection: ClientConnection
    let client: Client
    let before: AuthorizationStatuses
    let after: AuthorizationStatuses

    var endsReading: Bool { !after.readWrite.allowsReading }
}
