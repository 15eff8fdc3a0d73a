internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateStore
internal import FilmgateWire

/// Fetches, and what is read of their results.
struct Fetching: Sendable {
    let library: Library
    let results: ResultRegistry

    func fetch(_ kind: FetchKind, _ query: AssetQuery, for call: MethodCall, _ admission: Admission) async throws -> (
        ObjectPath, UInt32
    ) {
        let content: ResultRegistry.Content =
            switch kind {
            case .asset: .assets(try await library.fetch(query, visibleTo: admission.visibility))
            case .album: .albums(try await albums(query, admission.visibility))
            }
        // Whoever has left meanwhile would leave the result behind.
        try Task.checkCancellation()
        let path = try await results.open(
            content, of: admission.client.id, for: call.sender, checkedAt: admission.departures)
        return (path, UInt32(clamping: content.count))
    }

    private func albums(_ query: AssetQuery, _ visibility: Visibility) async throws -> [AlbumID] {
        guard query.sort.isEmpty, query.album == nil, !query.includesHidden, !query.includesTrashed else {
            throw WireError.invalidArgument("Fetch: albums are found by 'identifiers' and 'limit' alone.")
        }
        let wanted = query.identifiers?.map { AlbumID(uuid: $0.uuid) }
        let found = try await library.albums(wanted, visibleTo: visibility).map(\.id)
        return query.limit == 0 ? found : Array(found.prefix(Int(query.limit)))
    }

    func read(
        _ offset: UInt32, _ count: UInt32, _ names: [String], of call: MethodCall, _ admission: Admission
    ) async throws -> [ResultRow] {
        guard count <= Bounds.rowsInRead else {
            throw WireError.limitsExceeded(
                "Read gives at most \(Bounds.rowsInRead) rows a call; read on with 'offset'.")
        }
        switch try await visibleContent(of: call, admission) {
        case .assets(let keys):
            let properties = try PropertyNames(representation: names).properties
            let page = page(of: keys, offset, count)
            guard let rows = try await library.rows(page, properties: properties, visibleTo: admission.visibility)
            else { throw WireError.accessDenied }
            return rows.map { ResultRow(AssetValues($0.values).representation, of: ObjectID($0.id)) }
        case .albums(let ids):
            let properties = try AlbumProperty.named(names)
            let page = Array(page(of: ids, offset, count))
            let albums = try await library.albums(page, visibleTo: admission.visibility)
            guard albums.count == page.count else { throw WireError.accessDenied }
            return albums.map { ResultRow($0.values(properties), of: ObjectID($0.id)) }
        }
    }

    private func page<Key>(of keys: [Key], _ offset: UInt32, _ count: UInt32) -> ArraySlice<Key> {
        let first = min(Int(offset), keys.count)
        return keys[first..<min(first + Int(count), keys.count)]
    }

    func index(of id: ObjectID, in call: MethodCall, _ admission: Admission) async throws -> Int32 {
        let index: Int?
        switch try await visibleContent(of: call, admission) {
        case .assets(let keys):
            let key = try await library.key(of: AssetID(uuid: id.uuid), visibleTo: admission.visibility)
            index = key.flatMap { keys.firstIndex(of: $0) }
        case .albums(let ids): index = ids.firstIndex(of: AlbumID(uuid: id.uuid))
        }
        return index.map { Int32(clamping: $0) } ?? -1
    }

    /// What the result holds, all of it still visible.
    ///
    /// - Throws: `accessDenied` while the result holds anything that the client may no longer see.
    private func visibleContent(of call: MethodCall, _ admission: Admission) async throws -> ResultRegistry.Content {
        let result = try await results.result(at: call.path, of: call.sender)
        let departures = library.departures
        if result.checkedAt != departures {
            guard try await areVisible(result.content, to: admission.visibility) else { throw WireError.accessDenied }
            await results.noteChecked(call.path, of: call.sender, at: departures)
        }
        return result.content
    }

    private func areVisible(_ content: ResultRegistry.Content, to visibility: Visibility) async throws -> Bool {
        switch content {
        case .assets(let keys): try await library.allVisible(keys, to: visibility)
        case .albums(let ids): try await library.albums(ids, visibleTo: visibility).count == ids.count
        }
    }
}
