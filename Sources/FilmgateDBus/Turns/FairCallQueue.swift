/// Calls that came faster than they are served: each party's in the order in which they came, the parties in turn.
struct FairCallQueue {
    struct Entry {
        let call: MethodCall
        let message: IncomingMessage
        let wantsReply: Bool
    }

    private struct Queue {
        var entries: [Entry] = []
        /// Those before it have been taken.
        var first = 0
        var weight = CallWeight()
    }

    private var queues: [String: Queue] = [:]
    /// The parties that have calls here, and whose turn it is.
    private var quotaGroups: [String] = []
    private var turn = 0

    var isEmpty: Bool { quotaGroups.isEmpty }
    var isOfOneGroup: Bool { quotaGroups.count == 1 }

    /// - Returns: false where the party has more calls waiting than it may.
    mutating func add(_ entry: Entry, of quotaGroup: String, under limits: ServiceLimits) -> Bool {
        var queue = queues.removeValue(forKey: quotaGroup) ?? Queue()
        defer { queues[quotaGroup] = queue }
        guard !queue.entries.isEmpty else {
            quotaGroups.append(quotaGroup)
            queue.entries.append(entry)
            queue.weight = entry.message.weight
            return true
        }
        let weight = queue.weight + entry.message.weight
        guard queue.entries.count - queue.first < limits.callsInLine, weight.isBearable(under: limits) else {
            return false
        }
        queue.entries.append(entry)
        queue.weight = weight
        return true
    }

    mutating func next() -> Entry? {
        guard !quotaGroups.isEmpty else { return nil }
        if turn >= quotaGroups.count { turn = 0 }
        let quotaGroup = quotaGroups[turn]
        guard var queue = queues.removeValue(forKey: quotaGroup), queue.first < queue.entries.count else { return nil }
        let entry = queue.entries[queue.first]
        queue.first += 1
        queue.weight = queue.weight - entry.message.weight
        if queue.first == queue.entries.count {
            quotaGroups.remove(at: turn)
            return entry
        }
        // What was taken is let go of now and then, not at each step.
        if queue.first >= 64, queue.first * 2 >= queue.entries.count {
            queue.entries.removeFirst(queue.first)
            queue.first = 0
        }
        queues[quotaGroup] = queue
        turn += 1
        return entry
    }

    /// Drops the calls of a connection that has left.
    mutating func abandon(_ sender: BusName) {
        for quotaGroup in quotaGroups {
            guard var queue = queues[quotaGroup], queue.entries.contains(where: { $0.call.sender == sender }) else {
                continue
            }
            queue.entries.removeFirst(queue.first)
            queue.first = 0
            queue.entries.removeAll { $0.call.sender == sender }
            queue.weight = queue.entries.reduce(CallWeight()) { $0 + $1.message.weight }
            queues[quotaGroup] = queue.entries.isEmpty ? nil : queue
        }
        quotaGroups.removeAll { queues[$0] == nil }
    }
}
