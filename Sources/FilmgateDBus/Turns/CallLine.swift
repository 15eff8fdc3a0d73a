/// Calls that came faster than they are served: each party's in the order in which they came, the parties in turn.
struct CallLine {
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
    private var parties: [String] = []
    private var turn = 0

    var isEmpty: Bool { parties.isEmpty }
    var isOfOneParty: Bool { parties.count == 1 }

    /// - Returns: false where the party has more calls waiting than it may.
    mutating func add(_ entry: Entry, of party: String, under limits: ServiceLimits) -> Bool {
        var queue = queues.removeValue(forKey: party) ?? Queue()
        defer { queues[party] = queue }
        guard !queue.entries.isEmpty else {
            parties.append(party)
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
        guard !parties.isEmpty else { return nil }
        if turn >= parties.count { turn = 0 }
        let party = parties[turn]
        guard var queue = queues.removeValue(forKey: party), queue.first < queue.entries.count else { return nil }
        let entry = queue.entries[queue.first]
        queue.first += 1
        queue.weight = queue.weight - entry.message.weight
        if queue.first == queue.entries.count {
            parties.remove(at: turn)
            return entry
        }
        // What was taken is let go of now and then, not at each step.
        if queue.first >= 64, queue.first * 2 >= queue.entries.count {
            queue.entries.removeFirst(queue.first)
            queue.first = 0
        }
        queues[party] = queue
        turn += 1
        return entry
    }

    /// Drops the calls of a connection that has left.
    mutating func abandon(_ sender: BusName) {
        for party in parties {
            guard var queue = queues[party], queue.entries.contains(where: { $0.call.sender == sender }) else {
                continue
            }
            queue.entries.removeFirst(queue.first)
            queue.first = 0
            queue.entries.removeAll { $0.call.sender == sender }
            queue.weight = queue.entries.reduce(CallWeight()) { $0 + $1.message.weight }
            queues[party] = queue.entries.isEmpty ? nil : queue
        }
        parties.removeAll { queues[$0] == nil }
    }
}
