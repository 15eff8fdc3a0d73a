public import FilmgateModel
public import FilmgatePolicy
import FilmgateSQLite

/// The result of a query for albums or folders, in the query's order.
public struct CollectionKeys: Equatable, Sendable {
    public var ids: [ObjectID]
    /// The number of the library's last change when the query ran.
    var change: Int64 = 0

    public init(_ ids: [ObjectID] = []) { self.ids = ids }

    init(ids: [ObjectID], change: Int64) { (self.ids, self.change) = (ids, change) }
}

/// The new result of a query for albums or folders, and its difference from the old result.
public struct CollectionResultUpdate: Sendable {
    public let keys: CollectionKeys
    public let difference: FetchDifference
}

extension Library {
    /// Runs a query again, and compares the new result with the old one.
    ///
    /// The change log reports changed values only for albums and folders that clients created. Computed albums and
    /// folders have no entries in the log.
    /// - Throws: the errors of `collections`.
    public func update(
        _ old: CollectionKeys, to query: CollectionQuery, transients: [TransientAlbum] = [],
        visibleTo visibility: Visibility, for client: ClientID, at now: Timestamp
    ) async throws -> CollectionResultUpdate {
        try await withResult(of: query, transients: transients, visibleTo: visibility, for: client, at: now) {
            keys, scope, database in
            let changed = try database.collectionsChanged(of: scope, after: old.change, upTo: keys.change)
            return CollectionResultUpdate(keys: keys, difference: old.difference(to: keys, changed: changed))
        }
    }

    /// Returns the update from the old result to an empty result. Call this if the query's folder or asset no longer
    /// exists or is no longer visible.
    public func emptied(_ old: CollectionKeys) async throws -> CollectionResultUpdate {
        let keys = CollectionKeys(ids: [], change: try await database.read { try $0.lastChange() })
        return CollectionResultUpdate(keys: keys, difference: .emptying(old.ids.count))
    }
}

extension CollectionKeys {
    /// Returns the difference between this result and a newer one.
    ///
    /// - Parameter changed: the collections whose values may have changed, or nil if they are unknown.
    func difference(to others: CollectionKeys, changed: Set<ObjectID>?) -> FetchDifference {
        let limit = FetchDifference.limit(ids.count, others.ids.count)
        // The comparison works on integers, so each identifier gets a number.
        var numbers: [ObjectID: Int64] = [:]
        numbers.reserveCapacity(ids.count)
        for id in ids + others.ids where numbers[id] == nil { numbers[id] = Int64(numbers.count) }
        var comparison = OrderComparison(before: ids.count, after: others.ids.count)
        comparison.add(ids.compactMap { numbers[$0] }[...], at: 0, others.ids.compactMap { numbers[$0] }[...], at: 0)
        guard let changed, var difference = comparison.difference(atMost: limit) else {
            return .reload(count: others.ids.count)
        }
        let inserted = Set(difference.inserted)
        difference.changed = others.ids.indices.filter { changed.contains(others.ids[$0]) && !inserted.contains($0) }
        return difference.size <= limit ? difference : .reload(count: others.ids.count)
    }
}

extension DatabaseConnection {
    /// Returns the changed albums and folders that the client can see, or nil if the log starts after `change`.
    fileprivate func collectionsChanged(
        of scope: SQLScope, after change: Int64, upTo last: Int64
    ) throws -> Set<ObjectID>? {
        guard case .everything = scope, change != last else { return [] }
        guard try logReaches(back: change, within: .max) else { return nil }
        let ids: [ObjectID] = try identifiers(
            """
            SELECT id FROM change WHERE number > \(change) AND number <= \(last)
            AND kind IN ('album-updated', 'folder-updated')
            """)
        return Set(ids)
    }
}
