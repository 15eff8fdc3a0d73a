import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateWire

/// Updates results to the current content of the library.
extension Fetcher {
    /// - Throws: the errors of a fetch; the result then stays unchanged.
    func update(of call: MethodCall, _ admission: Admission) async throws -> FetchDifference {
        while true {
            let result = try admission.connection.results.result(at: call.path)
            let (fetched, changed) = try await fetchAgain(result, admission)
            try Task.checkCancellation()
            // A change of rights or limits can affect every value, so the client must read all values again.
            let difference = result.reading == fetched.reading ? changed : .reload(count: changed.count)
            // If `move` returns false, a concurrent call has updated the result, so the difference is outdated.
            if try results.move(
                call.path, of: admission.connection, from: result.updates, to: fetched, isSame: difference.isEmpty)
            {
                return difference
            }
        }
    }

    private func fetchAgain(
        _ result: ResultRegistry.OpenResult, _ admission: Admission
    ) async throws -> (ResultRegistry.FetchedContent, FetchDifference) {
        switch (result.content, result.query) {
        case (.assets(let keys), .assets(let options)):
            let update = try await update(of: keys, to: options.query, admission)
            let checkpoint = update.keys.checkpoint(by: admission.visibility)
            return (ResultRegistry.FetchedContent(.assets(update.keys), for: admission, checkpoint), update.difference)
        case (.collections(let keys), .collections(let options)):
            let update = try await update(of: keys, to: options.query, admission)
            return (ResultRegistry.FetchedContent(.collections(update.keys), for: admission, nil), update.difference)
        case (.assets, .collections), (.collections, .assets):
            preconditionFailure("a result is of what was asked for")
        }
    }

    private func update(
        of keys: AssetKeys, to query: AssetQuery, _ admission: Admission
    ) async throws -> AssetResultUpdate {
        do {
            return try await core.library.update(
                keys, to: try await resolve(query, admission), visibleTo: admission.visibility,
                inTurnOf: admission.client.id)
        } catch is NoSuchAlbum {
            return try await core.library.emptied(keys)
        }
    }

    private func update(
        of keys: CollectionKeys, to query: CollectionQuery, _ admission: Admission
    ) async throws -> CollectionResultUpdate {
        do {
            return try await core.library.update(
                keys, to: query, transients: admission.connection.results.transientAlbums,
                visibleTo: admission.visibility, for: admission.client.id, at: core.clock.now())
        } catch is NoSuchFolder {
            return try await core.library.emptied(keys)
        } catch is NoSuchAsset {
            return try await core.library.emptied(keys)
        }
    }
}

extension ResultRegistry.FetchedContent {
    init(_ content: ResultRegistry.Content, for admission: Admission, _ checkpoint: VisibilityCheckpoint?) {
        self.init(
            content: content, reading: admission.visibility.reading, visibilityEpoch: admission.visibilityEpoch,
            checkpoint: checkpoint)
    }
}
