public import FilmgateModel
public import FilmgatePolicy
import FilmgateSQLite

/// The new content of a result, and the difference from the old one.
public struct AssetUpdate: Sendable {
    public let keys: AssetKeys
    public let difference: FetchDifference
}

extension Library {
    /// Runs the query of a result again, and compares the results.
    ///
    /// It takes the time of a fetch, plus time that grows with the number of changes since. Assets that are no longer
    /// visible are removed. Only changes that were visible to the client are reported.
    /// - Throws: the errors of `fetch`.
    public func update(
        _ old: AssetKeys, to query: AssetQuery, visibleTo visibility: Visibility, inTurnOf client: ClientID? = nil
    ) async throws -> AssetUpdate {
        try await withResult(of: query, visibleTo: visibility, inTurnOf: client) { [orders] found in
            try found.update(of: old, orders.current.listing, untold: visibility.untold)
        }
    }

    /// Returns the update of a result whose album no longer exists or is no longer visible: the result is empty.
    public func emptied(_ old: AssetKeys) async throws -> AssetUpdate {
        let keys = AssetKeys(runs: [], asOf: try await database.read { try $0.lastChange() })
        return AssetUpdate(keys: keys, difference: .emptying(old.count))
    }
}

extension FetchDifference {
    /// Returns the limit of listed entries. If a difference listed more entries than the result has, reading everything
    /// again would be less work.
    static func limit(_ before: Int, _ after: Int) -> Int { min(max(before, after), Bounds.indexesInDifference) }

    /// Returns the difference to an empty result.
    static func emptying(_ before: Int) -> FetchDifference {
        guard before <= limit(before, 0) else { return .reload(count: 0) }
        var difference = FetchDifference(count: 0)
        difference.removed = Array(0..<before)
        return difference
    }
}

extension Library.Found {
    /// Above this number of comparisons, a long read is used.
    private static let shortWork = 20_000

    /// Returns nil if it would take too long for a short read.
    fileprivate func update(of old: AssetKeys, _ held: DefaultOrder?, untold: Int64) throws -> AssetUpdate? {
        guard isLong || old.unshared(with: keys) + events(after: old.change) <= Self.shortWork else { return nil }
        let limit = FetchDifference.limit(old.count, keys.count)
        let changed = try database.assetsChanged(
            of: question.scope, after: old.change, upTo: keys.change, untold: untold)
        guard let changed, var difference = old.difference(to: keys, mayDiffer: changed, atMost: limit) else {
            return AssetUpdate(keys: keys, difference: .reload(count: keys.count))
        }
        difference.changed = indexes(of: changed, held).subtracting(difference.inserted).sorted()
        return AssetUpdate(
            keys: keys, difference: difference.size <= limit ? difference : .reload(count: keys.count))
    }

    /// Returns the approximate number of events since a change.
    private func events(after change: Int64) -> Int {
        guard case .everything = question.scope else { return 0 }
        return Int(clamping: keys.change.subtractingClamped(change))
    }

    /// Returns the indexes of the rows that are in the result.
    private func indexes(of rows: Set<Int64>, _ held: DefaultOrder?) -> Set<Int> {
        if rows.isEmpty { return [] }
        if let held, question.isListing, held.change == keys.change {
            return Set(rows.compactMap { held.index(of: $0) }.filter { $0 < keys.count })
        }
        return Set(keys.indexes(of: rows))
    }
}
