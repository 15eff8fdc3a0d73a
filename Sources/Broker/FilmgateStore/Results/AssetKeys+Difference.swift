import FilmgateModel

extension AssetKeys {
    /// Returns the difference from these to others. Returns nil if it would list more than the limit.
    ///
    /// The time depends on the runs that the two do not share.
    ///
    /// - Parameter mayDiffer: rows whose position may have changed; a hint.
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

    /// Returns the number of keys in runs that are not shared, in both orders together.
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

    private func keys(in shared: CommonStretch) -> Range<Int> { keys(in: shared.old..<shared.oldEnd) }

    /// Returns the runs that both orders share, by number, ascending in both.
    private func sharedRuns(with others: AssetKeys) -> [CommonStretch] {
        let most = Swift.min(runs.count, others.runs.count)
        var (front, back) = (0, 0)
        while front < most, runs[front] === others.runs[front] { front += 1 }
        while back < most - front, runs[runs.count - 1 - back] === others.runs[others.runs.count - 1 - back] {
            back += 1
        }
        var shared = [CommonStretch(old: 0, new: 0, count: front)]
        let (left, right) = (front..<runs.count - back, front..<others.runs.count - back)
        if left.count > 1, right.count > 1 {
            let numbers = Dictionary(uniqueKeysWithValues: left.map { (ObjectIdentifier(runs[$0]), $0) })
            var next = left.lowerBound
            for number in right {
                guard let found = numbers[ObjectIdentifier(others.runs[number])], found >= next else { continue }
                shared.append(CommonStretch(old: found, new: number, count: 1))
                next = found + 1
            }
        }
        shared.append(CommonStretch(old: left.upperBound, new: right.upperBound, count: back))
        return shared
    }
}
