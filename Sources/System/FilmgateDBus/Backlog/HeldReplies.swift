/// A reply that is held back until its receiver has read earlier messages.
enum HeldReply {
    /// A reply that a task waits to send. The continuation gets false if the reply must not be sent.
    case reply(number: UInt64, CallID, UnreadMessageSize, LoopContinuation<Bool>)
    case refusal(CallID, ErrorReply)

    static let refusalLoad = UnreadMessageSize(bytes: 512)

    var load: UnreadMessageSize {
        switch self {
        case .reply(_, _, let load, _): load
        case .refusal: Self.refusalLoad
        }
    }
}

/// The held-back replies to each connection in order of arrival, with totals for each quota group (connections that
/// share limits).
struct HeldReplies {
    private struct Entry {
        let quotaGroup: String
        var reply: HeldReply
    }

    struct Totals: Hashable {
        var count = 0
        var bytes = 0
    }

    private var queues: [BusName: FIFO<Entry>] = [:]
    private var tallies: [String: Totals] = [:]

    var isEmpty: Bool { queues.isEmpty }
    var names: [BusName] { Array(queues.keys) }

    func tally(of quotaGroup: String) -> Totals { tallies[quotaGroup] ?? Totals() }

    /// Returns whether the connection has a queue. A queue exists until `close`, even if it is empty.
    func contains(_ name: BusName) -> Bool { queues[name] != nil }

    func first(for name: BusName) -> HeldReply? { queues[name]?.first?.reply }

    mutating func append(_ reply: HeldReply, for name: BusName, of quotaGroup: String) {
        queues[name, default: FIFO()].append(Entry(quotaGroup: quotaGroup, reply: reply))
        count(reply, of: quotaGroup, 1)
    }

    mutating func removeFirst(for name: BusName) {
        guard let entry = queues[name]?.popFirst() else { return }
        count(entry.reply, of: entry.quotaGroup, -1)
    }

    /// Replaces a held-back reply with an error.
    ///
    /// - Returns: the continuation of the task that waits to send the reply; nil if the reply is no longer held back.
    mutating func giveUp(_ number: UInt64, for name: BusName, as error: ErrorReply) -> LoopContinuation<Bool>? {
        guard let queue = queues[name] else { return nil }
        for (index, entry) in queue.enumerated() {
            guard case .reply(number, let call, _, let waiter) = entry.reply else { continue }
            let refusal = HeldReply.refusal(call, error)
            count(entry.reply, of: entry.quotaGroup, -1)
            count(refusal, of: entry.quotaGroup, 1)
            queues[name]?[index].reply = refusal
            return waiter
        }
        return nil
    }

    /// Removes a connection's queue, and returns the replies that were still in it.
    @discardableResult
    mutating func close(_ name: BusName) -> [HeldReply] {
        guard let left = queues.removeValue(forKey: name) else { return [] }
        for entry in left { count(entry.reply, of: entry.quotaGroup, -1) }
        return left.map(\.reply)
    }

    private mutating func count(_ reply: HeldReply, of quotaGroup: String, _ sign: Int) {
        var tally = tallies[quotaGroup] ?? Totals()
        tally.count += sign
        tally.bytes += sign * reply.load.bytes
        tallies[quotaGroup] = tally.count == 0 ? nil : tally
    }
}
