public import FilmgateModel
public import FilmgatePolicy
import FilmgateSQLite

/// The new content of a result, and its difference from the old content.
public struct AssetResultUpdate: Sendable {
    public let keys: AssetKeys
    public let difference: FetchDifference
}

extension Library {
    /// Runs the query of a result again, and compares the new result with the old one.
    ///
    /// Takes the time of a fetch, plus a time that grows with the number of changes since the last update. Removes
    /// assets that are no longer visible. Reports only changes that were visible to the client.
    /// - Throws: the errors of `fetch`.
    public func update(
        _ old: AssetKeys, to query: AssetQuery, visibleTo visibility: Visibility, inTurnOf client: ClientID? = nil
    ) async throws -> AssetResultUpdate {
        try await withResult(of: query, visibleTo: visibility, inTurnOf: client) { [orders] found in
            try found.update(of: old, orders.current.listing, withheld: visibility.withheld)
        }
    }

    /// Returns the update to an empty result. Call this if the query's album no longer exists or is invisible.
    public func emptied(_ old: AssetKeys) async throws -> AssetResultUpdate {
        let keys = AssetKeys(runs: [], asOf: try await database.read { try $0.lastChange() })
        return AssetResultUpdate(keys: keys, difference: .emptying(old.count))
    }
}

extension FetchDifference {
    /// Returns the maximum number of entries in a difference. With more entries than the result has, fetching the
    /// result again would be less work.
    static func limit(_ before: Int, _ after: Int) -> Int {
        min(max(before, after), ContractLimits.indexesInDifference)
    }

    /// Returns the difference from a result with this many assets to an empty result.
    static func emptying(_ before: Int) -> FetchDifference {
        guard before <= limit(before, 0) else { return .reload(count: 0) }
        var difference = FetchDifference(count: 0)
        difference.removed = Array(0..<before)
        return difference
    }
}

extension Library.QueryResult {
    /// The number of comparisons above which a long read is used.
    private static let shortWork = 20_000

    /// Returns the update, or nil if computing it would take too long in a short read.
    fileprivate func update(of old: AssetKeys, _ held: DefaultAssetList?, withheld: Int64) throws -> AssetResultUpdate?
    {
        guard isLong || old.unshared(with: keys) + events(after: old.change) <= Self.shortWork else { return nil }
        let limit = FetchDifference.limit(old.count, keys.count)
        let changed = try database.assetsChanged(
            of: question.scope, after: old.change, upTo: keys.change, withheld: withheld)
        guard let changed, var difference = old.difference(to: keys, mayDiffer: changed, atMost: limit) else {
            return AssetResultUpdate(keys: keys, difference: .reload(count: keys.count))
        }
        difference.changed = indexes(of: changed, held).subtracting(difference.inserted).sorted()
        return AssetResultUpdate(
            keys: keys, difference: difference.size <= limit ? difference : .reload(count: keys.count))
    }

    /// Returns the approximate number of events since a change, or 0 if the scope is only a part of the library.
    private func events(after change: Int64) -> Int {
        guard case .everything = question.scope else { return 0 }
        return Int(clamping: keys.change.subtractingClamped(change))
    }

    /// Returns the indexes of rows. Leaves out rows that are not in the result.
    private func indexes(of rows: Set<Int64>, _ held: DefaultAssetList?) -> Set<Int> {
        if rows.isEmpty { return [] }
        if let held, question.isListing, held.change == keys.change {
            return Set(rows.compactMap { held.index(of: $0) }.filter { $0 < keys.count })
        }
        return Set(keys.indexes(of: rows))
    }
}

extension AssetKeys {
    /// Returns the difference between these keys and newer ones, or nil if it would list more entries than the limit.
    ///
    /// The required time depends only on the runs that are not shared.
    ///
    /// - Parameter mayDiffer: the rows whose position may have changed. They only speed up the comparison.
    func difference(to others: AssetKeys, mayDiffer: Set<Int64>, atMost limit: Int) -> FetchDifference? {
        var comparison = OrderComparison(before: count, after: others.count)
        var (old, new) = (0, 0)
        for shared in sharedRuns(with: others) {
            compare(old..<shared.old, others, new..<shared.new, into: &comparison, mayDiffer)
            comparison.addCommon(
                old: start(of: shared.old), new: others.start(of: shared.new), count: keys(in: shared).count)
            (old, new) = (shared.old + shared.count, shared.new + shared.count)
        }
        compare(old..<runs.count, others, new..<others.runs.count, into: &comparison, mayDiffer)
        return comparison.difference(atMost: limit)
    }

    /// Returns the total number of keys in runs that these keys and `others` do not share.
    func unshared(with others: AssetKeys) -> Int {
        sharedRuns(with: others).reduce(count + others.count) { $0 - 2 * keys(in: $1).count }
    }

    private func compare(
        _ part: Range<Int>, _ others: AssetKeys, _ otherPart: Range<Int>, into comparison: inout OrderComparison,
        _ mayDiffer: Set<Int64>
    ) {
        if part.isEmpty, otherPart.isEmpty { return }
        let (range, otherRange) = (keys(in: part), others.keys(in: otherPart))
        comparison.add(
            rows(in: range)[...], at: range.lowerBound, others.rows(in: otherRange)[...], at: otherRange.lowerBound,
            mayDiffer: mayDiffer)
    }

    private func keys(in part: Range<Int>) -> Range<Int> { start(of: part.lowerBound)..<start(of: part.upperBound) }

    private func keys(in shared: CommonRange) -> Range<Int> { keys(in: shared.old..<shared.oldEnd) }

    /// Returns the ranges of shared runs, by the numbers of the runs, in ascending order.
    private func sharedRuns(with others: AssetKeys) -> [CommonRange] {
        let most = Swift.min(runs.count, others.runs.count)
        var (front, back) = (0, 0)
        while front < most, runs[front] === others.runs[front] { front += 1 }
        while back < most - front, runs[runs.count - 1 - back] === others.runs[others.runs.count - 1 - back] {
            back += 1
        }
        var shared = [CommonRange(old: 0, new: 0, count: front)]
        let (left, right) = (front..<runs.count - back, front..<others.runs.count - back)
        if left.count > 1, right.count > 1 {
            let numbers = Dictionary(uniqueKeysWithValues: left.map { (ObjectIdentifier(runs[$0]), $0) })
            var next = left.lowerBound
            for number in right {
                guard let found = numbers[ObjectIdentifier(others.runs[number])], found >= next else { continue }
                shared.append(CommonRange(old: found, new: number, count: 1))
                next = found + 1
            }
        }
        shared.append(CommonRange(old: left.upperBound, new: right.upperBound, count: back))
        return shared
    }
}
