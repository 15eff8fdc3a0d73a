internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgatePeers
internal import FilmgatePolicy
internal import FilmgateStore
internal import FilmgateSystem

/// Wakes the grant table when the next term ends, by either clock.
struct TermAlarms: Sendable {
    let wall: Alarm
    let boot: Alarm
    let watches: [Watch]
    /// When the remaining time of the terms is written next.
    var notes: Timer?
}

/// The ways in which grants end by themselves: at a time, after a duration, or with a connection.
extension GrantTable {
    /// How often the remaining time of the terms is written.
    private static let noteInterval: Duration = .seconds(300)

    /// Ends the grants that expired while no broker ran, and from now on each grant when its term ends.
    ///
    /// - Parameter present: the connections to the bus.
    func beginTerms(present: Set<BusName>) async throws {
        let (wall, boot) = (try Alarm(by: .wall), try Alarm(by: .boot))
        let watches = try [wall, boot].map { alarm in
            try BrokerActor.watch(alarm.descriptor) { [weak self] in
                alarm.acknowledge()
                self?.endTerms()
            }
        }
        alarms = TermAlarms(wall: wall, boot: boot, watches: watches)
        let connections = Set(present.map { busID + $0.rawValue })
        let holding = held.values.flatMap { grant in
            grant.record.terms.all.compactMap { if case .connection(let name) = $0 { name } else { nil } }
        }
        for gone in library.connections.union(holding).subtracting(connections) { endConnection(gone) }
        endTerms()
        await endUnconnected()?.value
    }

    /// When the grants that end with their clients' last connections were given.
    var endingWithConnections: [Holder: Timestamp] {
        held.filter { $0.value.record.terms.all.contains(.lastConnection) }.mapValues(\.record.grantedDate)
    }

    /// Whether a client has a connection to the bus, on which it may not have called yet.
    func isConnected(_ client: ClientID) async -> Bool { await connected(among: peers.names).contains(client) }

    private func connected(among names: Set<BusName>) async -> Set<ClientID> {
        let user = library.user
        return Set(await peers.clients(behind: names).compactMap { $0.user == user ? $0.id : nil })
    }

    /// Ends the grants of clients whose last connections have ended.
    ///
    /// - Parameter left: the connection that has just left, of which the registry may not have heard.
    /// - Returns: the task that does it, or nil if there are no such grants.
    @discardableResult
    func endUnconnected(_ left: BusName? = nil) -> Task<Void, Never>? {
        let ending = endingWithConnections
        guard !ending.isEmpty else { return nil }
        // A connection that comes later does not prolong them.
        let names = peers.assumeIsolated { $0.names }.filter { $0 != left }
        return Task {
            let connected = await connected(among: names)
            end { holder, term in
                term == .lastConnection && !connected.contains(holder.client)
                    && ending[holder] == held[holder]?.record.grantedDate
            }
        }
    }

    /// Ends a connection's grants in memory now, and in the store soon after.
    func endConnection(_ connection: String) {
        let left = held.filter { holder, _ in holder.connection != connection }
        if left.count < held.count {
            held = left
            setAlarms()
            tellGrantsChanged()
        }
        end { $1 == .connection(connection) }
        guard library.connections.contains(connection) else { return }
        write { library in try await library.endConnection(connection) }
    }

    /// Ends what has expired by now. Also called when a different policy is in force, under which grants may lapse
    /// sooner.
    func endTerms() {
        for (holder, grant) in held { replace(grant, by: standingFromNow(of: holder), of: holder) }
        setAlarms()
    }

    private func end(where isOver: (Holder, Term) -> Bool) {
        // Runs for every connection that leaves; few of them have grants.
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
        tellGrantsChanged()
    }

    /// The change is already made in memory: calls get the new answer, and after a crash it is written again.
    private func write(_ change: @escaping @Sendable (Library) async throws -> Void) {
        Task {
            do {
                try await change(library)
            } catch {
                Journal.write(.error, "The end of a grant could not be written to the library: \(error)")
            }
        }
    }

    func setAlarms() {
        guard let alarms else { return }
        let deadlines = held.values.compactMap(\.deadline)
        // Use postpones a lapse: then the alarm finds nothing to end, and is set again.
        let lapses = held.compactMap { holder, grant in
            rules(of: holder.client).daysToLapse.flatMap { grant.record.lapses(afterDays: $0) }
        }
        do {
            try alarms.wall.set((deadlines.map(\.wall) + lapses).map(\.rawValue).min())
            try alarms.boot.set(deadlines.map(\.boot).min())
        } catch {
            Journal.write(.error, "The timer for the end of grants failed; they end only when they are used: \(error)")
        }
        guard !deadlines.isEmpty, alarms.notes == nil else { return }
        self.alarms?.notes = BrokerActor.after(Self.noteInterval) { [weak self] in
            guard let self else { return }
            self.alarms?.notes = nil
            Task {
                do {
                    try await noteRemaining()
                } catch {
                    Journal.write(.warning, "The time left of grants could not be written to the library: \(error)")
                }
            }
            setAlarms()
        }
    }

    /// Writes the remaining time of all terms, so that setting the clock back while no broker runs prolongs none.
    func noteRemaining() async throws {
        let records = held.values.compactMap {
            $0.deadline == nil ? nil : $0.standingFromNow(by: clock, lapsingAfter: nil)
        }
        guard !records.isEmpty else { return }
        try await library.noteRemaining(records, at: clock.now())
    }
}
