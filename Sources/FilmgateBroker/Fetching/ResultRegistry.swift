internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateStore
internal import FilmgateWire

/// The open fetch results of every connection, on the event loop.
actor ResultRegistry {
    struct OpenResult: Sendable {
        let client: ClientID
        /// What it was fetched with.
        let query: FetchArguments
        /// Of whoever it was last looked for.
        var rights: Rights
        var content: Content
        /// How often it has moved on.
        var updates: UInt64 = 0
        /// The library's `visibilityEpoch` when all of the content was last known to be visible.
        var checkedAt: UInt64
        /// For whom and until when that is known of assets, as the store keeps it.
        var sighting: VisibilityCheckpoint?
    }

    /// What was fetched.
    enum Content: Sendable {
        case assets(AssetKeys)
        case collections(CollectionKeys)

        var count: Int {
            switch self {
            case .assets(let keys): keys.count
            case .collections(let keys): keys.ids.count
            }
        }
    }

    private let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

    private let limits: ResultLimits
    /// The transient albums of each connection, which count as open results do.
    private var transients: [BusName: [Transient]] = [:]
    private var results: [BusName: [ObjectPath: OpenResult]] = [:]
    private var snapshots: GivenSnapshots
    /// How many results each connection has had: a number for all would tell one of another's.
    private var serials: [BusName: UInt64] = [:]
    /// Another with every start: what a client still holds of an earlier broker's names nothing here, so that closing it closes
    /// nothing else.
    private let broker = "b" + String(UInt32.random(in: .min ... .max), radix: 36)

    init(limits: ResultLimits, loop: EventLoop) {
        self.limits = limits
        self.loop = loop
        snapshots = GivenSnapshots(limits: limits)
    }

    /// What was found, for whom, and how that was known to be all visible.
    struct Finding: Sendable {
        let content: Content
        let rights: Rights
        /// The library's, from before it was looked for, so that what changed meanwhile is looked at again.
        let visibilityEpoch: UInt64
        let sighting: VisibilityCheckpoint?
    }

    /// - Throws: `limitsExceeded` where the client or the user holds too many, `CancellationError` for a caller that has left.
    func open(
        _ found: Finding, by query: FetchArguments, of client: ClientID, for name: BusName
    ) throws -> ObjectPath {
        // Looked at here, or whoever leaves on the way would leave the result behind.
        try Task.checkCancellation()
        try checkLimits(client, opening: name, adding: found.content, found.sighting, asking: query)
        serials[name, default: 0] += 1
        let path = Paths.result(serials[name, default: 0], of: name, at: broker)
        results[name, default: [:]][path] = OpenResult(
            client: client, query: query, rights: found.rights, content: found.content,
            checkedAt: found.visibilityEpoch,
            sighting: found.sighting)
        return path
    }

    /// Has a result hold something else from now on, unless it has moved on already since it was looked at.
    ///
    /// - Parameter isSame: whether it is what it held, so that whoever looks at the same time need not look again.
    /// - Returns: whether it does.
    /// - Throws: `limitsExceeded` where the client would hold too much; then it holds what it held.
    func move(
        _ path: ObjectPath, of name: BusName, from updates: UInt64, to found: Finding, isSame: Bool
    ) throws -> Bool {
        var result = try result(at: path, of: name)
        guard result.updates == updates else { return false }
        try checkLimits(
            result.client, opening: name, adding: found.content, found.sighting, asking: result.query, inPlaceOf: path)
        result.content = found.content
        result.rights = found.rights
        result.checkedAt = found.visibilityEpoch
        result.sighting = found.sighting
        if !isSame { result.updates += 1 }
        results[name]?[path] = result
        return true
    }

    func result(at path: ObjectPath, of name: BusName) throws -> OpenResult {
        guard let result = results[name]?[path] else { throw ErrorReply.unknownObject("There is no object \(path).") }
        return result
    }

    func exists(_ path: ObjectPath, of name: BusName) -> Bool { results[name]?[path] != nil }

    func noteChecked(
        _ path: ObjectPath, of name: BusName, at visibilityEpoch: UInt64, _ sighting: VisibilityCheckpoint?
    ) {
        results[name]?[path]?.checkedAt = visibilityEpoch
        results[name]?[path]?.sighting = sighting
    }

    func close(_ path: ObjectPath, of name: BusName) {
        results[name]?[path] = nil
        if results[name]?.isEmpty == true { results[name] = nil }
    }

    /// Closes what a connection holds that may not read any more.
    func closeAll(of name: BusName) {
        results[name] = nil
        transients[name] = nil
    }

    func departed(_ name: BusName) {
        closeAll(of: name)
        serials[name] = nil
    }

    func paths(of name: BusName) -> [ObjectPath] { Array((results[name] ?? [:]).keys) }

    /// Open results by connection.
    func counts() -> [BusName: UInt32] { results.mapValues { UInt32(clamping: $0.count) } }

    /// Notes that a client is given a snapshot.
    ///
    /// - Throws: `limitsExceeded` where it has not closed enough of those before.
    func give(_ snapshot: Snapshot, to client: ClientID) throws { try snapshots.add(snapshot, of: client) }

    // MARK: Transient albums

    private struct Transient {
        let client: ClientID
        let album: TransientAlbum
    }

    /// - Throws: `limitsExceeded` as for results.
    func hold(_ album: TransientAlbum, of client: ClientID, for name: BusName) throws {
        try Task.checkCancellation()
        try checkLimits(
            client, opening: name, adding: .collections(CollectionKeys(album.assets.map { ObjectID($0) })), nil)
        transients[name, default: []].append(Transient(client: client, album: album))
    }

    /// Those that a connection made, the oldest first.
    func transientAlbums(of name: BusName) -> [TransientAlbum] { (transients[name] ?? []).map(\.album) }

    private func checkLimits(
        _ client: ClientID, opening name: BusName, adding content: Content, _ sighting: VisibilityCheckpoint?,
        asking query: FetchArguments? = nil, inPlaceOf replaced: ObjectPath? = nil
    ) throws {
        var own = ResultTally()
        var others: (open: Int, clients: Set<ClientID>) = (0, [])
        for (holder, results) in results {
            for (path, result) in results where holder != name || path != replaced {
                if result.client == client {
                    own.add(
                        result.content, result.query, at: holder == name ? path : nil,
                        seesEverything: result.sighting?.isOfEverything ?? false)
                } else {
                    others.open += 1
                    others.clients.insert(result.client)
                }
            }
        }
        for transient in transients.values.lazy.joined() {
            if transient.client == client {
                own.add(rows: transient.album.assets.count)
            } else {
                others.open += 1
                others.clients.insert(transient.client)
            }
        }
        own.add(content, query, at: nil, seesEverything: sighting?.isOfEverything ?? false)
        try limits.check(own, others: (others.open, others.clients.count))
    }
}
