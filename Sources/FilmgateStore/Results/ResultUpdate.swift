public import FilmgateModel
public import FilmgatePolicy
internal import FilmgateSQLite

/// What a result holds now, and what leads there from what it held.
public struct AssetUpdate: Sendable {
    public let keys: AssetKeys
    public let difference: FetchDifference
}

extension Library {
    /// Looks for what the query of a result finds now, and how that differs from what the result holds.
    ///
    /// It takes as long as a fetch, and as what has happened since is long. What may be seen no more is removed; what happened to an
    /// asset is told where it happened before the eyes of whoever asks.
    /// - Throws: as `fetch`.
    public func update(
        _ old: AssetKeys, to query: AssetQuery, visibleTo visibility: Visibility, inTurnOf client: ClientID? = nil
    ) async throws -> AssetUpdate {
        try await looking(for: query, visibleTo: visibility, inTurnOf: client) { [orders] found in
            try found.update(of: old, orders.current.listing)
        }
    }

    /// The same for a result whose album is there no more, or may be seen no more: nothing is left of it.
    public func emptied(_ old: AssetKeys) async throws -> AssetUpdate {
        let keys = AssetKeys(runs: [], asOf: try await database.read { try $0.lastChange() })
        return AssetUpdate(keys: keys, difference: .emptying(old.count))
    }
}

extension FetchDifference {
    /// How much it may list: beyond as many as there are, reading everything anew is less work.
    static func limit(_ before: Int, _ after: Int) -> Int { min(max(before, after), Bounds.indexesInDifference) }

    /// That nothing is left of so many.
    static func emptying(_ before: Int) -> FetchDifference {
        guard before <= limit(before, 0) else { return .reload(count: 0) }
        var difference = FetchDifference(count: 0)
        difference.removed = Array(0..<before)
        return difference
    }
}

extension Library.Found {
    /// More than this is compared where nobody else waits for it.
    private static let shortWork = 20_000

    /// Nil where it would take long.
    fileprivate func update(of old: AssetKeys, _ held: Listing?) throws -> AssetUpdate? {
        guard isLong || old.loose(beside: keys) + events(after: old.change) <= Self.shortWork else { return nil }
        let limit = FetchDifference.limit(old.count, keys.count)
        let changed = try database.assetsChanged(of: question.sight, after: old.change, upTo: keys.change)
        guard let changed, var difference = old.difference(to: keys, mayDiffer: changed, atMost: limit) else {
            return AssetUpdate(keys: keys, difference: .reload(count: keys.count))
        }
        difference.changed = indexes(of: changed, held).subtracting(difference.inserted).sorted()
        return AssetUpdate(
            keys: keys, difference: difference.size <= limit ? difference : .reload(count: keys.count))
    }

    /// About how many the log has since.
    private func events(after change: Int64) -> Int {
        guard case .everything = question.sight else { return 0 }
        return Int(clamping: keys.change - change)
    }

    /// Where these rows stand, those that do.
    private func indexes(of rows: Set<Int64>, _ held: Listing?) -> Set<Int> {
        if rows.isEmpty { return [] }
        if let held, question.isListing, held.change == keys.change {
            return Set(rows.compactMap { held.index(of: $0) }.filter { $0 < keys.count })
        }
        return Set(keys.indexes(of: rows))
    }
}
