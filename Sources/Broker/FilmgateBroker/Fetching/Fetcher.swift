import FilmgateDBus
import FilmgateModel
import FilmgateStore
import FilmgateWire

/// Fetches assets and collections, and reads results.
@BrokerActor struct Fetcher: Sendable {
    let core: LibraryCore
    let results: ResultRegistry

    func fetch(_ wanted: FetchArguments, _ admission: Admission) async throws -> (ObjectPath, UInt32) {
        let visibility = admission.visibility
        let content: ResultRegistry.Content
        var checkpoint: VisibilityCheckpoint?
        switch wanted {
        case .assets(let options):
            try checkOwnersOptions(of: options.query, in: "Fetch", admission)
            let resolved = try await resolve(options.query, admission)
            let keys = try await core.library.fetch(resolved, visibleTo: visibility, inTurnOf: admission.client.id)
            (content, checkpoint) = (.assets(keys), keys.checkpoint(by: visibility))
        case .collections(let options):
            content = .collections(
                try await core.library.collections(
                    options.query, transients: admission.connection.results.transientAlbums, visibleTo: visibility,
                    for: admission.client.id, at: core.clock.now()))
        }
        let path = try results.open(
            ResultRegistry.FetchedContent(content, for: admission, checkpoint), by: wanted, of: admission.client.id,
            for: admission.connection)
        return (path, UInt32(clamping: content.count))
    }

    func count(
        by property: CountedProperty, of query: AssetQuery, _ admission: Admission
    ) async throws -> [RawValueCount] {
        try checkOwnersOptions(of: query, in: "CountBy", admission)
        let (visibility, client) = (admission.visibility, admission.client.id)
        let resolved = try await resolve(query, admission)
        let counts = try await core.library.count(by: property, of: resolved, visibleTo: visibility, inTurnOf: client)
        return counts.map { Structure($0.value, $0.count) }
    }

    /// Replaces an album in a query with its definition: a condition, dates or assets. Keeps albums that clients fill.
    func resolve(_ query: AssetQuery, _ admission: Admission) async throws -> AssetQuery {
        try await core.library.resolve(
            query, transients: admission.connection.results.transientAlbums, visibleTo: admission.visibility,
            inTurnOf: admission.client.id, at: core.clock.now())
    }

    /// - Throws: `invalidArgument` if a client that is not one of the owner's tools uses `added-by-owner`.
    private func checkOwnersOptions(of query: AssetQuery, in member: String, _ admission: Admission) throws {
        guard query.isAddedByOwner, !admission.client.isOwnersTool else { return }
        throw WireError.invalidArgument("\(member): 'added-by-owner' is for the owner's tools.")
    }

    /// Makes an album that only the caller's connection can use.
    ///
    /// - Throws: `noSuchAsset` if the client cannot see one of the assets, `invalidArgument`, `limitsExceeded`.
    func makeTransient(
        _ title: String, _ assets: [AssetID], _ admission: Admission
    ) async throws -> ObjectID {
        guard ContractLimits.allow(title: title), !title.utf8.contains(0) else {
            throw WireError.invalidArgument("CreateTransient: a title has at most \(ContractLimits.titleBytes) bytes.")
        }
        var named = Set<AssetID>()
        let album = TransientAlbum(
            id: .random(), title: title, assets: assets.filter { named.insert($0).inserted })
        guard try await core.library.allExist(album.assets, visibleTo: admission.visibility) else {
            throw WireError.noSuchAsset
        }
        try results.hold(album, of: admission.client.id, for: admission.connection)
        return album.id
    }

    /// Returns albums and folders; nil if one of them no longer exists or is no longer visible.
    func collections(
        _ ids: [ObjectID], _ properties: Set<CollectionProperty>, _ admission: Admission
    ) async throws -> [PhotoCollection]? {
        let transients = admission.connection.results.transientAlbums
        return try await core.library.collections(
            ids, properties: properties, transients: transients, visibleTo: admission.visibility,
            for: admission.client.id, at: core.clock.now())
    }

    func read(
        _ offset: UInt32, _ count: UInt32, _ names: [String], of call: MethodCall, _ admission: Admission
    ) async throws -> [ResultRow] {
        guard count <= ContractLimits.rowsInRead else {
            throw WireError.limitsExceeded(
                "Read gives at most \(ContractLimits.rowsInRead) rows per call; read on with 'offset'.")
        }
        switch try await visibleContent(of: call, admission) {
        case .assets(let keys):
            let properties = try AssetProperty.inOrder(names)
            let page = keys[page(of: keys, offset, count)]
            let rows = try await core.library.values(of: page, properties: properties, visibleTo: admission.visibility)
            guard let rows else { throw WireError.outOfSight }
            let names = properties.map(\.rawValue)
            return rows.map { ResultRow(names, $0.values, of: ObjectID($0.id)) }
        case .collections(let keys):
            let ids = keys.ids
            let properties = try CollectionProperty.inOrder(names)
            let page = Array(ids[page(of: ids, offset, count)])
            guard let collections = try await collections(page, Set(properties), admission) else {
                throw WireError.outOfSight
            }
            let names = properties.map(\.rawValue)
            return collections.map { collection in
                ResultRow(names, properties.map { collection.value(of: $0) }, of: collection.id)
            }
        }
    }

    /// Returns the range of a page. The range is shorter at the end of the result, and empty beyond the end.
    func page(of keys: some RandomAccessCollection, _ offset: UInt32, _ count: UInt32) -> Range<Int> {
        let first = min(Int(offset), keys.count)
        return first..<min(first + Int(count), keys.count)
    }

    func index(of id: ObjectID, in call: MethodCall, _ admission: Admission) async throws -> Int32 {
        let index: Int?
        switch try await visibleContent(of: call, admission) {
        case .assets(let keys):
            let key = try await core.library.key(of: AssetID(uuid: id.uuid), visibleTo: admission.visibility)
            index = key.flatMap { keys.index(of: $0) }
        case .collections(let keys): index = keys.ids.firstIndex(of: id)
        }
        return index.map { Int32(clamping: $0) } ?? -1
    }

    /// Returns the content of the result, after checking that all of it is still visible.
    ///
    /// - Throws: `outOfSight` if the result holds anything that the client may no longer see.
    func visibleContent(of call: MethodCall, _ admission: Admission) async throws -> ResultRegistry.Content {
        let result = try admission.connection.results.result(at: call.path)
        let visibilityEpoch = core.library.visibilityEpoch
        guard result.checkedAt != visibilityEpoch else { return result.content }
        var checkpoint: VisibilityCheckpoint?
        switch result.content {
        case .assets(let keys):
            checkpoint = try await core.library.stillVisible(
                keys, to: admission.visibility, since: result.checkpoint, inTurnOf: admission.client.id)
            guard checkpoint != nil else { throw WireError.outOfSight }
        case .collections(let keys):
            guard try await collections(keys.ids, [.id], admission) != nil else {
                throw WireError.outOfSight
            }
        }
        admission.connection.results.noteChecked(call.path, at: visibilityEpoch, checkpoint)
        return result.content
    }
}
