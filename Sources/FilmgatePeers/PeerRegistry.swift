public import FilmgateDBus
public import FilmgateModel
internal import FilmgateProcess
public import FilmgateSystem

/// Who is behind each name on the bus, looked up once, when the name appears.
///
/// Lives on the event loop, and holds no more than the bus holds connections. Whatever is not known for certain is
/// unidentified, which is no access.
public actor PeerRegistry {
    private let loop: EventLoop
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

    private let busID: String
    private let ask: @Sendable (BusName) async throws -> Credentials
    private let lookup: Lookup
    /// Where look-ups wait for files. A desk that hangs is left behind, with its thread, but not for ever.
    private var desk: LookupDesk
    private var sparedDesks = 8
    private let deadline: Duration
    private var record: ConnectionRecord
    private(set) var entries: [BusName: Entry] = [:]
    /// Of those that are known.
    private var parties: [BusName: String] = [:]
    /// Whoever is not identified.
    private static let nobody = "nobody"
    private var lastSearch: UInt64 = 0
    /// Who left while the bus was being asked who is there: its answer may be read after it told of that.
    private var leftAtStart: Set<BusName>? = []

    enum Entry {
        case underWay(Search)
        case known(Peer, ProcessKey?)
    }

    /// A look-up that has not ended. Its number tells it from those of the past.
    struct Search {
        let number: UInt64
        let timer: Timer
        var pid: UInt32?
        /// Where it is waiting for files.
        var desk: LookupDesk?
        var waiting: [CheckedContinuation<Identification, Never>] = []
    }

    /// Knows all names from now on, and those of the connections that are on the bus already and were recorded by the
    /// broker before.
    ///
    /// - Parameters:
    ///   - runtime: the folder of the record, which nobody else may write.
    ///   - owners: whose programs can be what the two below say.
    ///   - ownersTools: paths of the programs that act with their user's full access.
    ///   - agentPrograms: paths of those that may be agents.
    /// - Throws: what `Connection.call` throws, where the bus does not tell who is on it.
    public init(
        _ connection: Connection, loop: EventLoop, runtime: Folder, owners: Owners, ownersTools: Set<String>,
        agentPrograms: Set<String>
    ) async throws {
        try await self.init(
            connection, loop: loop, runtime: runtime,
            lookup: Lookup(owners: owners, ownersTools: ownersTools, agentPrograms: agentPrograms),
            ask: { name in try await connection.credentials(of: name) })
    }

    init(
        _ connection: Connection, loop: EventLoop, runtime: Folder, lookup: Lookup, deadline: Duration = .seconds(5),
        ask: @escaping @Sendable (BusName) async throws -> Credentials
    ) async throws {
        let (record, earlier) = ConnectionRecord.open(in: runtime, bus: connection.busID)
        self.loop = loop
        self.ask = ask
        self.deadline = deadline
        self.record = record
        self.lookup = lookup
        busID = connection.busID
        desk = LookupDesk(lookup)
        try await connection.watchNames { [weak self] change in
            guard change.name.isUnique, let self else { return }
            assumeIsolated { registry in
                if change.newOwner == nil { registry.departed(change.name) } else { registry.appeared(change.name) }
            }
        }
        // Whoever is listed and has not been told of since is older than this broker.
        let others = try await connection.otherConnections()
        for name in others where entries[name] == nil && leftAtStart?.contains(name) == false {
            if let process = earlier[name] {
                begin(name, .exactly(process))
            } else {
                entries[name] = .known(unidentified(name, nil, .olderThanTheBroker), nil)
                parties[name] = Self.nobody
            }
        }
        leftAtStart = nil
    }

    /// Who calls. Waits for a look-up that is under way, at most until its deadline.
    public func identify(_ name: BusName) async -> Identification {
        switch entries[name] {
        case .known(let peer, _): peer.identification
        case nil: .unidentified(.notOnTheBus)
        case .underWay(var search):
            await withCheckedContinuation { continuation in
                search.waiting.append(continuation)
                entries[name] = .underWay(search)
            }
        }
    }

    /// Whom a connection is counted with: the other connections of its client, of another user, of all that are not identified;
    /// while nobody knows, with none.
    public func party(of name: BusName) -> String { parties[name] ?? name.rawValue }

    /// All other connections to the bus whose look-up has ended, in no order.
    public func connections() -> [Peer] {
        entries.values.compactMap { if case .known(let peer, _) = $0 { peer } else { nil } }
    }

    // MARK: Coming and going

    private func appeared(_ name: BusName) { begin(name, .startedBy(.now)) }

    private func departed(_ name: BusName) {
        leftAtStart?.insert(name)
        parties[name] = nil
        guard case .underWay(let search) = entries.removeValue(forKey: name) else { return }
        end(search, .unidentified(.leftTheBus))
    }

    private func begin(_ name: BusName, _ bound: Bound) {
        lastSearch += 1
        let number = lastSearch
        let timer = loop.after(deadline) { [weak self] in
            self?.assumeIsolated { $0.abandon(name, number) }
        }
        entries[name] = .underWay(Search(number: number, timer: timer))
        Task { await look(for: name, bound, number) }
    }

    // MARK: Looking up

    private func look(for name: BusName, _ bound: Bound, _ number: UInt64) async {
        do {
            let credentials = try await ask(name)
            let desk = desk
            guard send(name, number, of: credentials.pid, to: desk) else { return }
            settle(name, number, try await desk.identify(credentials, bound))
        } catch let doubt as Doubt {
            settle(name, number, doubt)
        } catch {
            settle(name, number, .untold("\(error)"))
        }
    }

    /// - Returns: false where nobody needs the result any more.
    private func send(_ name: BusName, _ number: UInt64, of pid: UInt32?, to desk: LookupDesk) -> Bool {
        guard case .underWay(var search) = entries[name], search.number == number else { return false }
        search.pid = pid
        search.desk = desk
        entries[name] = .underWay(search)
        return true
    }

    private func settle(_ name: BusName, _ number: UInt64, _ found: Lookup.Result) {
        guard case .underWay(let search) = entries[name], search.number == number else { return }
        let client = Client(
            id: found.client, user: found.user, isOwnersTool: found.isOwnersTool,
            isAgentProgram: found.isAgentProgram, connection: busID + name.rawValue)
        let peer = Peer(name: name, pid: found.process.pid, identification: .client(client))
        entries[name] = .known(peer, found.process)
        parties[name] = lookup.party(of: found.client, of: found.user)
        record.add(name, found.process) { current() }
        end(search, peer.identification)
    }

    private func settle(_ name: BusName, _ number: UInt64, _ doubt: Doubt) {
        guard case .underWay(let search) = entries[name], search.number == number else { return }
        let peer = unidentified(name, search.pid, doubt)
        entries[name] = .known(peer, nil)
        parties[name] = Self.nobody
        end(search, peer.identification)
    }

    /// What comes after the deadline comes too late.
    private func abandon(_ name: BusName, _ number: UInt64) {
        guard case .underWay(let search) = entries[name], search.number == number else { return }
        if search.desk === desk, sparedDesks > 0 {
            sparedDesks -= 1
            desk = LookupDesk(lookup)
        }
        settle(name, number, .tookTooLong)
    }

    private func end(_ search: Search, _ identification: Identification) {
        search.timer.cancel()
        for waiter in search.waiting { waiter.resume(returning: identification) }
    }

    private func unidentified(_ name: BusName, _ pid: UInt32?, _ doubt: Doubt) -> Peer {
        Peer(name: name, pid: pid, identification: .unidentified(doubt))
    }

    private func current() -> [BusName: ProcessKey] {
        entries.compactMapValues { if case .known(_, let process) = $0 { process } else { nil } }
    }
}
