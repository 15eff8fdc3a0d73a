import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateWire

/// Opens fetch results and transient albums, and limits their total size for the clients of a user.
@BrokerActor final class ResultRegistry {
    struct OpenResult: Sendable {
        let client: ClientID
        /// The query that made the result.
        let query: FetchArguments
        /// The client's permissions to read when the content was last fetched.
        var reading: ReadPermissions
        var content: Content
        /// The number of updates so far.
        var updates: UInt64 = 0
        /// The library's `visibilityEpoch` when the whole content was last known to be visible.
        var checkedAt: UInt64
        /// The store's record of the last change at which all assets of the result were known to be visible.
        var checkpoint: VisibilityCheckpoint?
    }

    /// The rows of a result.
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

    private let limits: ResultLimits
    private let connections: ConnectionTable
    /// The owner of the library.
    private let user: UInt32
    private let snapshots: ClientFileTable<DeliveredSnapshot>
    /// A random path element for this process, so that no path of an earlier broker names a result of this broker.
    private let broker = ObjectPaths.brokerElement()

    init(_ core: LibraryCore, _ descriptors: UserDescriptors) {
        limits = core.services.settings.results
        connections = core.services.connections
        user = core.user
        snapshots = ClientFileTable(limit: UInt64(limits.snapshotBytes), of: descriptors)
    }

    /// Fetched content, with the client's permissions and the library's epoch at that time.
    struct FetchedContent: Sendable {
        let content: Content
        let reading: ReadPermissions
        /// The library's `visibilityEpoch`, read before the search. So changes during the search are checked later.
        let visibilityEpoch: UInt64
        let checkpoint: VisibilityCheckpoint?
    }

    /// - Throws: `limitsExceeded` if the client would have too many results or rows, `CancellationError` if the caller
    ///   has left the bus.
    func open(
        _ fetched: FetchedContent, by query: FetchArguments, of client: ClientID, for connection: ClientConnection
    ) throws -> ObjectPath {
        try Task.checkCancellation()
        try checkLimits(client, on: connection, adding: fetched.content, fetched.checkpoint, asking: query)
        connection.results.serial += 1
        let path = ObjectPaths.result(connection.results.serial, of: connection.name, at: broker)
        connection.results.open[path] = OpenResult(
            client: client, query: query, reading: fetched.reading, content: fetched.content,
            checkedAt: fetched.visibilityEpoch,
            checkpoint: fetched.checkpoint)
        return path
    }

    /// Replaces the content of a result, unless another call has updated the result meanwhile.
    ///
    /// - Parameter isSame: whether the content is unchanged. If so, a concurrent call need not update again.
    /// - Returns: whether the content was replaced.
    /// - Throws: `limitsExceeded` if the client would exceed its limit, and the error of `OpenResults.result`.
    func move(
        _ path: ObjectPath, of connection: ClientConnection, from updates: UInt64, to fetched: FetchedContent,
        isSame: Bool
    ) throws -> Bool {
        var result = try connection.results.result(at: path)
        guard result.updates == updates else { return false }
        try checkLimits(
            result.client, on: connection, adding: fetched.content, fetched.checkpoint, asking: result.query,
            inPlaceOf: path)
        result.content = fetched.content
        result.reading = fetched.reading
        result.checkedAt = fetched.visibilityEpoch
        result.checkpoint = fetched.checkpoint
        if !isSame { result.updates += 1 }
        connection.results.open[path] = result
        return true
    }

    /// Records that a client receives a snapshot.
    ///
    /// - Throws: `limitsExceeded` if the client has too many snapshots open, and an error of reopening the file.
    func give(_ snapshot: Snapshot, to client: ClientID) throws {
        try snapshots.note(snapshot, of: client, within: limits)
    }

    /// Adds a transient album to a connection.
    ///
    /// - Throws: `limitsExceeded` if the client would exceed its limit for results and albums; `CancellationError`.
    func hold(_ album: TransientAlbum, of client: ClientID, for connection: ClientConnection) throws {
        try Task.checkCancellation()
        try checkLimits(
            client, on: connection, adding: .collections(CollectionKeys(album.assets.map { ObjectID($0) })), nil)
        connection.results.transients.append(OpenResults.OpenTransientAlbum(client: client, album: album))
    }

    private func checkLimits(
        _ client: ClientID, on connection: ClientConnection, adding content: Content,
        _ checkpoint: VisibilityCheckpoint?, asking query: FetchArguments? = nil, inPlaceOf replaced: ObjectPath? = nil
    ) throws {
        var own = ResultTally()
        var others: (open: Int, clients: Set<ClientID>) = (0, [])
        for holder in connections.clients(of: user) {
            for (path, result) in holder.results.open where holder !== connection || path != replaced {
                if result.client == client {
                    own.add(
                        result.content, result.query, at: holder === connection ? path : nil,
                        seesEverything: result.checkpoint?.isOfEverything ?? false)
                } else {
                    others.open += 1
                    others.clients.insert(result.client)
                }
            }
            for transient in holder.results.transients {
                if transient.client == client {
                    own.add(rows: transient.album.assets.count)
                } else {
                    others.open += 1
                    others.clients.insert(transient.client)
                }
            }
        }
        own.add(content, query, at: nil, seesEverything: checkpoint?.isOfEverything ?? false)
        try limits.check(own, others: (others.open, others.clients.count))
    }
}
