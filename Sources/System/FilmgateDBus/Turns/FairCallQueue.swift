/// A queue of calls in the order of arrival within each quota group (connections that share limits). Groups take turns.
struct FairCallQueue {
    struct Entry {
        let call: MethodCall
        let message: IncomingMessage
        let wantsReply: Bool
    }

    private struct GroupQueue {
        var entries = FIFO<Entry>()
        var weight = CallWeight()
    }

    private var queues: [String: GroupQueue] = [:]
    /// The quota groups with waiting calls, in the order of their turns.
    private var quotaGroups: [String] = []
    /// The index of the next quota group.
    private var turn = 0

    var isEmpty: Bool { quotaGroups.isEmpty }
    var isOfOneGroup: Bool { quotaGroups.count == 1 }

    /// Adds a call to the queue of a quota group.
    ///
    /// - Returns: false if the group has waiting calls, and their number or total size would exceed the limit.
    mutating func add(_ entry: Entry, of quotaGroup: String, under limits: ServiceLimits) -> Bool {
        var queue = queues.removeValue(forKey: quotaGroup) ?? GroupQueue()
        defer { queues[quotaGroup] = queue }
        let weight = queue.weight + entry.message.weight
        if queue.entries.isEmpty {
            quotaGroups.append(quotaGroup)
        } else if queue.entries.count >= limits.callsInLine || !weight.isBearable(under: limits) {
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
        guard var queue = queues.removeValue(forKey: quotaGroup), let entry = queue.entries.popFirst() else {
            return nil
        }
        guard !queue.entries.isEmpty else {
            quotaGroups.remove(at: turn)
            return entry
        }
        queue.weight = queue.weight - entry.message.weight
        queues[quotaGroup] = queue
        turn += 1
        return entry
    }

    /// Drops the calls of a connection that has left the bus.
    mutating func abandon(_ sender: BusName) {
        for quotaGroup in quotaGroups {
            guard var queue = queues[quotaGroup], queue.entries.contains(where: { $0.call.sender == sender }) else {
                continue
            }
            queue.entries.removeAll { $0.call.sender == sender }
            queue.weight = queue.entries.reduce(CallWeight()) { $0 + $1.message.weight }
            queues[quotaGroup] = queue.entries.isEmpty ? nil : queue
        }
        // The groups before the next one may be gone, and the next one must keep its turn.
        turn -= quotaGroups.prefix(turn).count { queues[$0] == nil }
        quotaGroups.removeAll { queues[$0] == nil }
    }
}
