import FilmgateDBus
import FilmgateModel
import FilmgatePeers
import FilmgatePolicy
import FilmgateStore
import FilmgateSystem

/// The timers that fire when the next grant ends, by the wall clock or by the time since boot.
struct GrantExpiryTimer: Sendable {
    let wall: TimerDescriptor
    let boot: TimerDescriptor
    let watches: [Watch]
    /// The timer that fires when the remaining time of the terms must be stored again.
    var notes: Timer?
}

/// Ends grants at a date, after a duration, or with a connection, and ends pauses at a date.
extension GrantTable {
    /// The interval at which the remaining time of the terms is stored.
    private static let noteInterval: Duration = .seconds(300)

    /// Ends the grants that expired while the library was closed, and starts the timers that end the other grants.
    ///
    /// - Parameter present: the current connections to the bus.
    func beginTerms(present: Set<BusName>) throws {
        let (wall, boot) = (try TimerDescriptor(by: .wall), try TimerDescriptor(by: .boot))
        let watches = try [wall, boot].map { alarm in
            try BrokerActor.watch(alarm.descriptor) { [weak self] in
                alarm.acknowledge()
                self?.endTerms()
            }
        }
        alarms = GrantExpiryTimer(wall: wall, boot: boot, watches: watches)
        let connections = Set(present.map { busID + $0.rawValue })
        let holding = held.values.flatMap { grant in
            grant.record.terms.all.compactMap { if case .connection(let name) = $0 { name } else { nil } }
        }
        for gone in library.connections.union(holding).subtracting(connections) { endConnection(gone) }
        endTerms()
        // Connections that began while the library was closed do not prolong grants, because the client may have had
        // no connection in between.
        endUnconnected(among: connections)
    }

    // MARK: Ending with the client's last connection

    /// Whether there are grants that end with their clients' last connections.
    var hasEndingWithConnections: Bool {
        held.values.contains { $0.record.terms.all.contains { $0.clientConnections != nil } }
    }

    /// Returns a client's connections to the bus, including those that have made no call; at most
    /// `GrantTerm.mostConnections`.
    func connectionNames(of client: ClientID) async -> Set<String> {
        await connectionNames(of: client, among: peers.names)
    }

    private func connectionNames(of client: ClientID, among names: Set<BusName>) async -> Set<String> {
        let user = library.user
        let found = await peers.clients(behind: names).filter { $0.user == user && $0.id == client }
        return Set(found.map(\.connection).prefix(GrantTerm.mostConnections))
    }

    /// The connections to the bus that the peer registry lists.
    var presentConnections: Set<String> { connections(named: peers.assumeIsolated { $0.names }) }

    private func connections(named names: Set<BusName>) -> Set<String> { Set(names.map { busID + $0.rawValue }) }

    /// Ends the grants that end with a client's last connection, if none of the recorded connections is present.
    ///
    /// - Parameter present: the current connections to the bus.
    func endUnconnected(among present: Set<String>) {
        end { _, term in term.clientConnections?.isDisjoint(with: present) ?? false }
    }

    /// Ends the grants whose last recorded connection has left the bus. If the client has other connections, records
    /// these in the grant instead of ending it.
    func endUnconnected(withoutLeft name: BusName) {
        let gone = busID + name.rawValue
        let naming = held.filter { _, grant in
            grant.record.terms.all.contains { $0.clientConnections?.contains(gone) ?? false }
        }
        guard !naming.isEmpty else { return }
        // Connections that begin after this moment do not prolong the grants. The registry may still list the
        // connection that has left.
        let names = peers.assumeIsolated { $0.names }.filter { $0 != name }
        let present = connections(named: names)
        for (holder, grant) in naming {
            let isLast = grant.record.terms.all.compactMap(\.clientConnections).contains {
                $0.contains(gone) && $0.isDisjoint(with: present)
            }
            guard isLast else { continue }
            Task {
                let others = await connectionNames(of: holder.client, among: names)
                replaceConnections(of: holder, grantedAt: grant.record.grantedDate, by: others)
            }
        }
    }

    private func replaceConnections(of holder: Holder, grantedAt date: Timestamp, by others: Set<String>) {
        guard let grant = held[holder], grant.record.grantedDate == date else { return }
        guard !others.isDisjoint(with: presentConnections) else {
            return end { other, term in other == holder && term.clientConnections != nil }
        }
        held[holder]?.record.terms = grant.record.terms.belonging(to: others)
        guard let record = held[holder]?.record else { return }
        write { library in try await library.noteConnections(of: record) }
    }

    // MARK: Ending of terms

    /// Ends a connection's grants in memory at once, and in the store soon after.
    func endConnection(_ connection: String) {
        let left = held.filter { holder, _ in holder.connection != connection }
        if left.count < held.count {
            held = left
            setAlarms()
            notifyOfGrants()
        }
        end { $1 == .connection(connection) }
        guard library.connections.contains(connection) else { return }
        write { library in try await library.endConnection(connection) }
    }

    /// Ends all terms and pauses that have expired. Must also be called when a new policy comes into force, because
    /// grants may then expire sooner.
    func endTerms() {
        endPauses()
        for (holder, grant) in held { replace(grant, by: standingFromNow(of: holder), of: holder) }
        setAlarms()
    }

    private func end(where isOver: (Holder, GrantTerm) -> Bool) {
        // This runs for every connection that leaves the bus. Few of these connections have grants.
        let ending = held.filter { holder, grant in grant.record.terms.all.contains { isOver(holder, $0) } }
        guard !ending.isEmpty else { return }
        for (holder, grant) in ending {
            replace(grant, by: standingFromNow(of: holder)?.ending { isOver(holder, $0) }, of: holder)
        }
        setAlarms()
    }

    private func replace(_ grant: ActiveGrant, by left: GrantRecord?, of holder: Holder) {
        guard left?.grant != grant.record.grant else { return }
        held[holder] = left.map { ActiveGrant($0, countedSince: clock.sinceBoot()) }
        let now = clock.now()
        write { library in
            let entry = AuditEntry(
                date: now, client: "", user: library.user, operation: "expire-grant", outcome: .allowed,
                about: holder.client.description)
            try await library.endGrant(
                of: holder, leaving: left, ifGranted: grant.record.grantedDate, at: now, audit: entry)
        }
        notifyOfGrants()
    }

    /// Writes a change that is already applied in memory. If the broker crashes before the write, the next broker makes
    /// the change again.
    func write(_ change: @escaping @Sendable (Library) async throws -> Void) {
        Task {
            await Journal.noting("The end of a grant could not be written to the library") { try await change(library) }
        }
    }

    func setAlarms() {
        guard let alarms else { return }
        let deadlines = held.values.compactMap(\.deadline)
        // A grant that is used meanwhile expires later. The timer then finds nothing to end, and is set again.
        let lapses = held.compactMap { holder, grant in
            rules(of: holder.client).daysToLapse.flatMap { grant.record.lapses(afterDays: $0) }
        }
        do {
            let pauseEnds = pauses.values.compactMap(\.ends)
            try alarms.wall.set((deadlines.map(\.wall) + lapses + pauseEnds).map(\.rawValue).min())
            try alarms.boot.set(deadlines.map(\.boot).min())
        } catch {
            Journal.write(.error, "The timer for the end of grants failed; they end only when they are used: \(error)")
        }
        guard !deadlines.isEmpty, alarms.notes == nil else { return }
        self.alarms?.notes = BrokerActor.after(Self.noteInterval) { [weak self] in
            guard let self else { return }
            self.alarms?.notes = nil
            Task {
                await Journal.noting("The time left of grants could not be written to the library", as: .warning) {
                    try await noteRemaining()
                }
            }
            setAlarms()
        }
    }

    /// Stores the remaining time of all terms, so that setting the clock back while no broker runs does not prolong
    /// the terms.
    func noteRemaining() async throws {
        let records = held.values.compactMap {
            $0.deadline == nil ? nil : $0.standingFromNow(by: clock, lapsingAfter: nil)
        }
        guard !records.isEmpty else { return }
        try await library.noteRemaining(records, at: clock.now())
    }
}
