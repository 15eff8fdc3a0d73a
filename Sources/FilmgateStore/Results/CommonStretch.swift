/// What stands side by side in two orders, and in the same order in both.
struct CommonStretch: Equatable {
    var old: Int
    var new: Int
    var count: Int

    var oldEnd: Int { old + count }
    var newEnd: Int { new + count }

    /// Which of these, given in the new order, can stay where they are while all others are moved: of those that follow each other
    /// in the old order too, the ones that hold the most together. A part of a stretch never stays without the rest, for whatever can
    /// stay beside the one can stay beside the other.
    static func staying(of stretches: [CommonStretch]) -> [Bool] {
        if zip(stretches, stretches.dropFirst()).allSatisfy({ $0.old < $1.old }) {
            return Array(repeating: true, count: stretches.count)
        }
        // The heaviest ascending sequence: for each stretch the heaviest that ends with it, found among those before it in both
        // orders by a tree of maxima over the old order.
        var ranks = [Int](repeating: 0, count: stretches.count)
        let inOldOrder = stretches.indices.sorted { stretches[$0].old < stretches[$1].old }
        for (rank, stretch) in inOldOrder.enumerated() { ranks[stretch] = rank }
        var heaviest = MaximumTree(count: stretches.count)
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

/// Finds the greatest of all that was put before a place, in steps that grow with the logarithm of their number.
private struct MaximumTree {
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
