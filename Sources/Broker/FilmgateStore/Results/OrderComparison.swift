import FilmgateModel

/// Compares two orders of distinct numbers. The caller adds corresponding parts of both orders, from the start to the
/// end of the new order. Parts that are known to be equal are not compared.
struct OrderComparison {
    private let (before, after): (Int, Int)
    /// The ranges that are equal in both orders, sorted by the new order.
    private var stretches: [CommonRange] = []
    /// The remaining numbers. They can have any position in the other order, or be missing there.
    private var old: [(number: Int64, index: Int)] = []
    private var new: [(number: Int64, index: Int)] = []

    init(before: Int, after: Int) { (self.before, self.after) = (before, after) }

    /// Adds a range that is equal in both orders.
    mutating func addCommon(old: Int, new: Int, count: Int) {
        guard count > 0 else { return }
        if let last = stretches.last, last.oldEnd == old, last.newEnd == new {
            stretches[stretches.count - 1].count += count
        } else {
            stretches.append(CommonRange(old: old, new: new, count: count))
        }
    }

    /// Adds corresponding parts of both orders, which begin at these indexes.
    ///
    /// - Parameter mayDiffer: the numbers whose position may have changed. If other numbers also moved, the comparison
    ///   is only slower.
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

    /// Returns the difference from the old order to the new one, with as few moves as possible. Returns nil if the
    /// difference would list more than `limit` entries.
    func difference(atMost limit: Int) -> FetchDifference? {
        var difference = FetchDifference(count: after)
        var places: [Int64: Int] = [:]
        places.reserveCapacity(old.count)
        for (number, index) in old { places[number] = index }
        var common: [CommonRange] = []
        common.reserveCapacity(stretches.count + new.count)
        var rest = stretches[...]
        for (number, index) in new {
            while let next = rest.first, next.new < index { common.append(rest.removeFirst()) }
            if let place = places.removeValue(forKey: number) {
                common.append(CommonRange(old: place, new: index, count: 1))
            } else {
                difference.inserted.append(index)
            }
        }
        common += rest
        guard places.count + difference.inserted.count <= limit else { return nil }
        difference.removed = places.values.sorted()

        let staying = CommonRange.staying(of: common)
        for (stretch, stays) in zip(common, staying) where !stays {
            guard difference.size + stretch.count <= limit else { return nil }
            for offset in 0..<stretch.count {
                difference.moves.append(FetchDifference.Move(from: stretch.old + offset, to: stretch.new + offset))
            }
        }
        return difference
    }
}

/// A range of numbers that is equal in two orders.
struct CommonRange: Equatable {
    var old: Int
    var new: Int
    var count: Int

    var oldEnd: Int { old + count }
    var newEnd: Int { new + count }

    /// Returns whether each range stays. The other ranges are moved. The ranges must be sorted by the new order. The
    /// ranges that stay ascend in the old order, too, and contain as many numbers as possible. Ranges are never split,
    /// because splitting cannot increase this number.
    static func staying(of stretches: [CommonRange]) -> [Bool] {
        if zip(stretches, stretches.dropFirst()).allSatisfy({ $0.old < $1.old }) {
            return Array(repeating: true, count: stretches.count)
        }
        // For each range, finds the ascending sequence with the most numbers that ends with this range. A tree of
        // maxima over the old order finds the predecessor.
        var ranks = [Int](repeating: 0, count: stretches.count)
        let inOldOrder = stretches.indices.sorted { stretches[$0].old < stretches[$1].old }
        for (rank, stretch) in inOldOrder.enumerated() { ranks[stretch] = rank }
        var heaviest = FenwickTree(count: stretches.count)
        var weights = [Int](repeating: 0, count: stretches.count)
        var predecessors = [Int?](repeating: nil, count: stretches.count)
        var last: Int?
        for (index, stretch) in stretches.enumerated() {
            let predecessor = heaviest.greatest(before: ranks[index], by: weights)
            predecessors[index] = predecessor
            weights[index] = stretch.count + (predecessor.map { weights[$0] } ?? 0)
            heaviest.put(index, at: ranks[index], by: weights)
            if last.map({ weights[$0] < weights[index] }) ?? true { last = index }
        }
        var stays = [Bool](repeating: false, count: stretches.count)
        while let index = last {
            stays[index] = true
            last = predecessors[index]
        }
        return stays
    }
}

/// A Fenwick tree. It finds the maximum of all entries before a position in logarithmic time.
private struct FenwickTree {
    private var nodes: [Int32]

    init(count: Int) { nodes = Array(repeating: -1, count: count + 1) }

    mutating func put(_ index: Int, at place: Int, by weights: [Int]) {
        var node = place + 1
        while node < nodes.count {
            if nodes[node] < 0 || weights[Int(nodes[node])] < weights[index] { nodes[node] = Int32(index) }
            node += node & -node
        }
    }

    func greatest(before place: Int, by weights: [Int]) -> Int? {
        var found: Int?
        var node = place
        while node > 0 {
            let candidate = Int(nodes[node])
            if candidate >= 0, found.map({ weights[$0] < weights[candidate] }) ?? true { found = candidate }
            node -= node & -node
        }
        return found
    }
}
