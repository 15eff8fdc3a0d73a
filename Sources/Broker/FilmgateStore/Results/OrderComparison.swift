import FilmgateModel

/// Compares two orders of distinct numbers, part by part in the new order. Skips parts that are known to be equal.
struct OrderComparison {
    private let (before, after): (Int, Int)
    /// Equal parts, in the new order.
    private var stretches: [CommonStretch] = []
    /// Numbers that can be anywhere in the other order, or missing.
    private var old: [(number: Int64, index: Int)] = []
    private var new: [(number: Int64, index: Int)] = []

    init(before: Int, after: Int) { (self.before, self.after) = (before, after) }

    /// Adds a part that is equal in both orders.
    mutating func addCommon(old: Int, new: Int, count: Int) {
        guard count > 0 else { return }
        if let last = stretches.last, last.oldEnd == old, last.newEnd == new {
            stretches[stretches.count - 1].count += count
        } else {
            stretches.append(CommonStretch(old: old, new: new, count: count))
        }
    }

    /// Adds corresponding parts of both orders, which begin at these indexes.
    ///
    /// - Parameter mayDiffer: numbers whose position may have changed. Usually all others are in the same order. If
    ///   they are not, only the running time is affected.
    mutating func add(
        _ old: ArraySlice<Int64>, at oldIndex: Int, _ new: ArraySlice<Int64>, at newIndex: Int,
        mayDiffer: Set<Int64> = []
    ) {
        let (toOld, toNew) = (oldIndex - old.startIndex, newIndex - new.startIndex)
        var (left, right) = (old, new)
        var end = 0
        while let last = left.last, last == right.last {
            left.removeLast()
            right.removeLast()
            end += 1
        }
        var (from, to) = (left.startIndex, right.startIndex)
        while from < left.endIndex, to < right.endIndex {
            if left[from] == right[to] {
                addCommon(old: from + toOld, new: to + toNew, count: 1)
                from += 1
                to += 1
            } else if mayDiffer.contains(right[to]) {
                self.new.append((right[to], to + toNew))
                to += 1
            } else if mayDiffer.contains(left[from]) {
                self.old.append((left[from], from + toOld))
                from += 1
            } else {
                break
            }
        }
        for index in from..<left.endIndex { self.old.append((left[index], index + toOld)) }
        for index in to..<right.endIndex { self.new.append((right[index], index + toNew)) }
        addCommon(old: left.endIndex + toOld, new: right.endIndex + toNew, count: end)
    }

    /// Returns the difference from the old order to the new one with the fewest moves. Returns nil if it would list more than
    /// `limit`.
    func difference(atMost limit: Int) -> FetchDifference? {
        var difference = FetchDifference(count: after)
        var places: [Int64: Int] = [:]
        places.reserveCapacity(old.count)
        for (number, index) in old { places[number] = index }
        var common: [CommonStretch] = []
        common.reserveCapacity(stretches.count + new.count)
        var rest = stretches[...]
        for (number, index) in new {
            while let next = rest.first, next.new < index { common.append(rest.removeFirst()) }
            if let place = places.removeValue(forKey: number) {
                common.append(CommonStretch(old: place, new: index, count: 1))
            } else {
                difference.inserted.append(index)
            }
        }
        common += rest
        guard places.count + difference.inserted.count <= limit else { return nil }
        difference.removed = places.values.sorted()

        let staying = CommonStretch.staying(of: common)
        for (stretch, stays) in zip(common, staying) where !stays {
            guard difference.size + stretch.count <= limit else { return nil }
            for offset in 0..<stretch.count {
                difference.moves.append(FetchDifference.Move(from: stretch.old + offset, to: stretch.new + offset))
            }
        }
        return difference
    }
}
