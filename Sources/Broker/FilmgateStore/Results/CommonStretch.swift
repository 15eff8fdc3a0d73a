/// A contiguous range that is equal in two orders.
struct CommonStretch: Equatable {
    var old: Int
    var new: Int
    var count: Int

    var oldEnd: Int { old + count }
    var newEnd: Int { new + count }

    /// Decides which stretches, given in the new order, stay while all others are moved: the heaviest sequence that ascends in the
    /// old order, too. A stretch never has to be split, because what can stay with a part of it can stay with all of it.
    static func staying(of stretches: [CommonStretch]) -> [Bool] {
        if zip(stretches, stretches.dropFirst()).allSatisfy({ $0.old < $1.old }) {
            return Array(repeating: true, count: stretches.count)
        }
        // For each stretch, the heaviest ascending sequence that ends with it. Its predecessor is found by a tree of maxima over
        // the old order.
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

/// Finds the maximum of all entries before a place in logarithmic time (a Fenwick tree).
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
