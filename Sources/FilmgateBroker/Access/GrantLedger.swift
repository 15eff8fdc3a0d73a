internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgateStore
internal import FilmgateWire

/// The library's grants, held in memory for every call's sake, and the only writer of those in the store.
///
/// Lives on the event loop. A change is in the store before it is here, and here before anybody hears of it.
actor GrantLedger {
    private let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

    private let library: Library
    private let announcer: Announcer
    private let now: @Sendable () -> Timestamp
    private var records: [ClientID: GrantRecord]
    /// The connections of each client that have called.
    private var callers: [ClientID: Set<BusName>] = [:]
    private var lastUses: [ClientID: Timestamp] = [:]

    init(of library: Library, announcer: Announcer, loop: EventLoop, now: @escaping @Sendable () -> Timestamp)
        async throws
    {
        self.library = library
        self.announcer = announcer
        self.loop = loop
        self.now = now
        records = Dictionary(try await library.grants().map { ($0.client, $0) }) { $1 }
    }

    /// What stands for the client at this moment; an expired grant is none.
    func grant(of client: ClientID) -> Grant {
        guard let record = records[client] else { return .undetermined }
        if let expires = record.expires, expires <= now() { return .undetermined }
        return record.grant
    }

    /// What a decision is made on.
    struct Standing: Sendable {
        let grant: Grant
        let departures: UInt64
    }

    /// What stands for a caller, whose connection will hear of changes from now on.
    ///
    /// - Parameter isUse: whether the grant is being used, which is noted.
    func standing(of client: Client, calling name: BusName, isUse: Bool) -> Standing {
        callers[client.id, default: []].insert(name)
        if isUse, records[client.id] != nil { noteUse(by: client.id) }
        return Standing(grant: grant(of: client.id), departures: library.departures)
    }

    /// At most once a minute, and without keeping the caller waiting for the disk.
    private func noteUse(by client: ClientID) {
        let moment = now()
        if let last = lastUses[client], (last...last.advanced(bySeconds: 60)).contains(moment) { return }
        lastUses[client] = moment
        Task {
            do {
                try await library.noteUse(of: client, at: moment)
            } catch {
                Journal.write(.warning, "The use of a grant could not be noted: \(error)")
            }
        }
    }

    func departed(_ name: BusName) {
        callers = callers.compactMapValues { names in
            let left = names.subtracting([name])
            return left.isEmpty ? nil : left
        }
    }

    /// All grants that anybody made, as the store has them, by name.
    func all() async throws -> [GrantRecord] {
        try await library.grants().sorted { $0.client.description < $1.client.description }
    }

    func set(_ grant: Grant, for client: ClientID, selection: [AssetID]?, expires: Timestamp?) async throws {
        let before = self.grant(of: client)
        try await library.setGrant(client, grant: grant, selection: selection, expires: expires, at: now())
        try await reload(client, changedFrom: before)
    }

    func reset(_ client: ClientID) async throws {
        let before = grant(of: client)
        try await library.resetGrant(client, at: now())
        try await reload(client, changedFrom: before)
    }

    func changeSelection(of client: ClientID, adding: [AssetID], removing: [AssetID]) async throws {
        let before = grant(of: client)
        guard before.readWrite == .limited else {
            throw WireError.invalidArgument(
                "\(client) has no limited access, so there is no selection; set the level 'limited' first.")
        }
        try await library.changeSelection(of: client, adding: adding, removing: removing, at: now())
        try await reload(client, changedFrom: before)
    }

    private func reload(_ client: ClientID, changedFrom before: Grant) async throws {
        records[client] = try await library.grants().first { $0.client == client }
        let after = grant(of: client)
        let names = callers[client] ?? []
        if before.addOnly != after.addOnly {
            await announcer.statusChanged(.addOnly, to: after.addOnly.rawValue, for: names)
        }
        if before.readWrite != after.readWrite {
            await announcer.statusChanged(.readWrite, to: after.readWrite.rawValue, for: names)
        }
        await announcer.grantsChanged()
    }
}
