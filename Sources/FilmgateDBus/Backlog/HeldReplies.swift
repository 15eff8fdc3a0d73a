/// What waits until its receiver has taken in what was sent before.
enum HeldReply {
    /// Whoever waits sends it, or hears that nobody needs it any more.
    case reply(number: UInt64, CallID, Load, LoopContinuation<Bool>)
    case refusal(CallID, ErrorReply)

    static let refusalLoad = Load(bytes: 512)

    var load: Load {
        switch self {
        case .reply(_, _, let load, _): load
        case .refusal: Self.refusalLoad
        }
    }
}

/// What is held back, for each connection in the order in which it came, and what that is for each party.
struct HeldReplies {
    private struct Entry {
        let quotaGroup: String
        var reply: HeldReply
    }

    private struct Queue {
        var entries: [Entry] = []
        /// Those before it have been taken.
        var first = 0
    }

    struct Tally: Hashable {
        var count = 0
        var bytes = 0
    }

    private var queues: [BusName: Queue] = [:]
    private var tallies: [String: Tally] = [:]

    var isEmpty: Bool { queues.isEmpty }
    var names: [BusName] { Array(queues.keys) }
    var all: [HeldReply] { queues.values.flatMap { $0.entries[$0.first...].map(\.reply) } }

    func tally(of quotaGroup: String) -> Tally { tallies[quotaGroup] ?? Tally() }

    /// Whether the connection has a queue, which it has until `close`.
    func contains(_ name: BusName) -> Bool { queues[name] != nil }

    func first(for name: BusName) -> HeldReply? {
        guard let queue = queues[name], queue.first < queue.entries.count else { return nil }
        return queue.entries[queue.first].reply
    }

    mutating func append(_ reply: HeldReply, for name: BusName, of quotaGroup: String) {
        queues[name, default: Queue()].entries.append(Entry(quotaGroup: quotaGroup, reply: reply))
        count(reply, of: quotaGroup, 1)
    }

    mutating func removeFirst(for name: BusName) {
        guard let queue = queues[name], queue.first < queue.entries.count else { return }
        let entry = queue.entries[queue.first]
        count(entry.reply, of: entry.quotaGroup, -1)
        queues[name]?.first += 1
        // What was taken is let go of now and then, not at each step.
        guard queue.first >= 63, queue.first * 2 >= queue.entries.count else { return }
        queues[name]?.entries.removeFirst(queue.first + 1)
        queues[name]?.first = 0
    }

    /// Takes a reply out, and puts a refusal in its place.
    ///
    /// - Returns: the reply's waiter; nil where it is not there any more.
    mutating func giveUp(_ number: UInt64, for name: BusName, as error: ErrorReply) -> LoopContinuation<Bool>? {
        guard let queue = queues[name] else { return nil }
        for index in queue.first..<queue.entries.count {
            let entry = queue.entries[index]
            guard case .reply(number, let call, _, let waiter) = entry.reply else { continue }
            let refusal = HeldReply.refusal(call, error)
            count(entry.reply, of: entry.quotaGroup, -1)
            count(refusal, of: entry.quotaGroup, 1)
            queues[name]?.entries[index].reply = refusal
            return waiter
        }
        return nil
    }

    /// Closes a connection's queue.
    ///
    /// - Returns: what was left in it.
    @discardableResult
    mutating func close(_ name: BusName) -> [HeldReply] {
        guard let queue = queues.removeValue(forKey: name) else { return [] }
        let left = queue.entries[queue.first...]
        for entry in left { count(entry.reply, of: entry.quotaGroup, -1) }
        return left.map(\.reply)
    }

    private mutating func count(_ reply: HeldReply, of quotaGroup: String, _ sign: Int) {
        var tally = tallies[quotaGroup] ?? Tally()
        tally.count += sign
        tally.bytes += sign * reply.load.bytes
        tallies[quotaGroup] = tally.count == 0 ? nil : tally
    }
}
