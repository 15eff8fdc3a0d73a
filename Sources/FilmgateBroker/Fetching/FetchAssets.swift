internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateStore
internal import FilmgateWire

/// Fetches, and what is read of their results.
struct FetchAssets: Sendable {
    let library: Library
    let results: ResultRegistry

    func fetch(_ query: AssetQuery, for call: MethodCall, _ admission: Admission) async throws -> (ObjectPath, UInt32) {
        let keys = try await library.fetch(query, visibleTo: admission.visibility)
        // Whoever has left meanwhile would leave the result behind.
        try Task.checkCancellation()
        let path = try await results.open(
            keys, of: admission.client.id, for: call.sender, checkedAt: admission.departures)
        return (path, UInt32(clamping: keys.count))
    }

    func read(
        _ offset: UInt32, _ count: UInt32, _ properties: Set<AssetProperty>, of call: MethodCall, _ admission: Admission
    ) async throws -> [AssetRow] {
        guard count <= Bounds.rowsInRead else {
            throw WireError.limitsExceeded(
                "Read gives at most \(Bounds.rowsInRead) rows a call; read on with 'offset'.")
        }
        let keys = try await visibleKeys(of: call, admission)
        let first = min(Int(offset), keys.count)
        let page = keys[first..<min(first + Int(count), keys.count)]
        guard let rows = try await library.rows(page, properties: properties, visibleTo: admission.visibility) else {
            throw WireError.accessDenied
        }
        return rows
    }

    func index(of id: AssetID, in call: MethodCall, _ admission: Admission) async throws -> Int32 {
        let keys = try await visibleKeys(of: call, admission)
        guard let key = try await library.key(of: id, visibleTo: admission.visibility) else { return -1 }
        return keys.firstIndex(of: key).map { Int32(clamping: $0) } ?? -1
    }

    /// The result's keys, every one of them still visible.
    ///
    /// - Throws: `accessDenied` while the result holds anything that the client may no longer see.
    private func visibleKeys(of call: MethodCall, _ admission: Admission) async throws -> [AssetKey] {
        let result = try await results.result(at: call.path, of: call.sender)
        let departures = library.departures
        if result.checkedAt != departures {
            guard try await library.allVisible(result.keys, to: admission.visibility) else {
                throw WireError.accessDenied
            }
            await results.noteChecked(call.path, of: call.sender, at: departures)
        }
        return result.keys
    }
}
