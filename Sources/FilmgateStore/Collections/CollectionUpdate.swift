public import FilmgateModel
public import FilmgatePolicy
internal import FilmgateSQLite

/// The albums or folders of a result, in its order.
public struct CollectionKeys: Equatable, Sendable {
    public var ids: [ObjectID]
    /// The last change that had been made when they were found.
    var change: Int64 = 0

    public init(_ ids: [ObjectID] = []) { self.ids = ids }

    init(ids: [ObjectID], change: Int64) { (self.ids, self.change) = (ids, change) }
}

/// What a result of albums or folders holds now, and what leads there from what it held.
public struct CollectionUpdate: Sendable {
    public let keys: CollectionKeys
    public let difference: FetchDifference
}

extension Library {
    /// Looks for what the query of a result finds now, and how that differs from what the result holds.
    ///
    /// The change log tells what happened to those that somebody made; what the library made up may have other values at any time.
    /// - Throws: as `collections`.
    public func update(
        _ old: CollectionKeys, to query: CollectionQuery, transients: [TransientAlbum] = [],
        visibleTo visibility: Visibility, for client: ClientID, at now: Timestamp
    ) async throws -> CollectionUpdate {
        try await looking(for: query, transients: transients, visibleTo: visibility, for: client, at: now) {
            keys, sight, database in
            let changed = try database.collectionsChanged(of: sight, after: old.change, upTo: keys.change)
            return CollectionUpdate(keys: keys, difference: old.difference(to: keys, changed: changed))
        }
    }

    /// The same for a result whose folder or asset is there no more, or may be seen no more: nothing is left of it.
    public func emptied(_ old: CollectionKeys) async throws -> CollectionUpdate {
        let keys = CollectionKeys(ids: [], change: try await database.read { try $0.lastChange() })
        return CollectionUpdate(keys: keys, difference: .emptying(old.ids.count))
    }
}

extension CollectionKeys {
    /// What leads from these to others.
    ///
    /// - Parameter changed: those that may have other values; nil where nobody knows.
    func difference(to others: CollectionKeys, changed: Set<ObjectID>?) -> FetchDifference {
        let limit = FetchDifference.limit(ids.count, others.ids.count)
        // By numbers, in the order before.
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

extension Connection {
    /// Albums and folders that something happened to, as far as they exist for whoever asks; nil where the log does not tell.
    fileprivate func collectionsChanged(
        of sight: SQLScope, after change: Int64, upTo last: Int64
    ) throws -> Set<ObjectID>? {
        guard case .everything = sight, change != last else { return [] }
        guard try logReaches(back: change, within: .max) else { return nil }
        let ids: [ObjectID] = try identifiers(
            """
            SELECT id FROM change WHERE number > \(change) AND number <= \(last)
            AND kind IN ('album-updated', 'folder-updated')
            """)
        return Set(ids)
    }
}
