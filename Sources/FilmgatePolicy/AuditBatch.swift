public import FilmgateModel

/// What happened since entries were last written: equal ones as one, and bounded whatever clients do.
///
/// Equal are entries with the same client, user, operation, outcome, client concerned and detail: their counts are added,
/// their identifiers united. A change is in it only beyond its client's allowance; otherwise it has an entry of its own in
/// its own transaction.
public struct AuditBatch: Sendable {
    private var spending: AuditSpending
    private var pending: [Kind: Pending] = [:]
    /// In the order in which they came.
    private var order: [Kind] = []
    /// How many of those that wait came since entries were last taken, to be written within the second.
    private var arrived = 0

    /// Stands for clients that are not told apart, when they have used up what they share.
    public static let severalClients = "(several)"
    /// Entries that are gathered before they are written at once, and a user's clients that are told apart in a day.
    public static let kindsAtMost = 4096
    /// The same of clients whose names prove nothing: a program could have a new one for every call.
    public static let unprovenAtMost = 32

    public init(_ limits: AuditLimits = AuditLimits()) { spending = AuditSpending(limits) }

    public var isEmpty: Bool { pending.isEmpty }
    public var isFull: Bool { arrived >= AuditBatch.kindsAtMost }
    /// How many entries wait to be written.
    public var count: Int { pending.count }

    /// - Parameters:
    ///   - account: against whose allowance it counts.
    ///   - isChange: whether it is a change that found no room among those with an entry of their own.
    public mutating func add(_ entry: AuditEntry, of account: Account, isChange: Bool = false) {
        let part = AuditSpending.Part(entry, isChange: isChange)
        let bucket = spending.bucket(of: account, for: part, on: entry.date)
        var kind = Kind(entry)
        if pending[kind] == nil {
            if spending.entriesLeft(in: bucket) > 0 {
                spending.spend(entries: 1, from: bucket)
                kind = place(kind, entry.date, due: entry.date)
                arrived += 1
            } else {
                kind = bucket.isShared ? kind.ofSeveral : kind.folded
                kind = place(kind, entry.date, due: entry.date.advanced(bySeconds: 3600))
            }
        }
        let fresh = pending[kind]?.fresh(of: entry.ids) ?? []
        let room = min(fresh.count, spending.idsLeft(in: bucket))
        spending.spend(ids: room, from: bucket)
        pending[kind]?.add(count: entry.count, ids: fresh.prefix(room), at: entry.date)
    }

    /// Whether so many changes may each have an entry of their own.
    public mutating func hasRoom(forChanges count: Int, of account: Account, at now: Timestamp) -> Bool {
        let bucket = spending.bucket(of: account, for: .changed, on: now)
        return spending.entriesLeft(in: bucket) >= count
    }

    /// The entry of a change with as many of its identifiers as may be kept; nothing is spent yet.
    public mutating func bounded(_ change: AuditEntry, of account: Account) -> AuditEntry {
        let bucket = spending.bucket(of: account, for: .changed, on: change.date)
        var change = change
        change.ids = Array(change.ids.prefix(min(AuditEntry.idsAtMost, spending.idsLeft(in: bucket))))
        return change
    }

    /// That a change was made, and has this entry of its own.
    public mutating func made(_ change: AuditEntry, of account: Account) {
        let bucket = spending.bucket(of: account, for: .changed, on: change.date)
        spending.spend(ids: change.ids.count, entries: 1, from: bucket)
    }

    /// Takes out what is to be written now.
    ///
    /// - Parameter all: what may wait for its hour too.
    public mutating func take(at now: Timestamp, all: Bool = false) -> [AuditEntry] {
        var entries: [AuditEntry] = []
        arrived = 0
        order.removeAll { kind in
            // A clock that was set back must not keep anything for longer than an hour.
            guard let item = pending[kind], all || item.due <= now || item.due > now.advanced(bySeconds: 3600) else {
                return false
            }
            pending[kind] = nil
            entries.append(item.entry(kind))
            return true
        }
        return entries
    }

    /// Takes back what could not be written; nothing of it is counted a second time.
    public mutating func putBack(_ entries: [AuditEntry]) {
        for entry in entries {
            let kind = place(Kind(entry), entry.date, due: entry.date)
            let fresh = pending[kind]?.fresh(of: entry.ids) ?? []
            pending[kind]?.add(count: entry.count, ids: fresh[...], at: entry.date)
        }
    }

    /// Who has an allowance of its own.
    public struct Account: Hashable, Sendable {
        let user: UInt32
        /// Nil: all clients of the user that are not told apart.
        let client: ClientID?
        let isProven: Bool

        /// - Parameter client: nil where it could not be identified.
        public init(of client: Client?, user: UInt32) {
            self.user = user
            self.client = client?.id
            isProven = client.map { $0.isVerified || $0.isOwnersTool } ?? false
        }
    }

    // MARK: What waits

    /// - Returns: the kind itself, or where too much waits already, one with less to it that there are but few of.
    private mutating func place(_ kind: Kind, _ date: Timestamp, due: Timestamp) -> Kind {
        var kind = kind
        if pending[kind] == nil, pending.count >= 2 * AuditBatch.kindsAtMost { kind = kind.folded }
        if pending[kind] == nil, pending.count >= 3 * AuditBatch.kindsAtMost { kind = kind.ofSeveral }
        if pending[kind] == nil {
            pending[kind] = Pending(date: date, due: due)
            order.append(kind)
        }
        return kind
    }

    private struct Kind: Hashable {
        var client: String
        let user: UInt32
        let operation: AuditEntry.Operation
        let outcome: AuditEntry.Outcome
        var about: String
        var detail: String

        /// The same for whatever it was about.
        var folded: Kind {
            var kind = self
            (kind.about, kind.detail) = ("", "")
            return kind
        }

        /// The same for whoever asked.
        var ofSeveral: Kind {
            var kind = folded
            kind.client = AuditBatch.severalClients
            return kind
        }

        init(_ entry: AuditEntry) {
            client = entry.client
            user = entry.user
            operation = entry.operation
            outcome = entry.outcome
            about = entry.about
            detail = entry.detail
        }
    }

    private struct Pending {
        let date: Timestamp
        /// Not to be written sooner.
        private(set) var due: Timestamp
        private var count: UInt32 = 0
        private var ids: [ObjectID] = []
        private var known: Set<ObjectID> = []

        init(date: Timestamp, due: Timestamp) {
            self.date = date
            self.due = due
        }

        /// Those that it has room for and does not hold yet.
        func fresh(of ids: [ObjectID]) -> [ObjectID] {
            let room = AuditEntry.idsAtMost - self.ids.count
            guard room > 0, !ids.isEmpty else { return [] }
            return Array(ids.lazy.filter { !known.contains($0) }.prefix(room))
        }

        mutating func add(count: UInt32, ids: ArraySlice<ObjectID>, at now: Timestamp) {
            let (sum, overflow) = self.count.addingReportingOverflow(count)
            self.count = overflow ? .max : sum
            for id in ids where known.insert(id).inserted { self.ids.append(id) }
            // It can hold no more of them, and what comes is not to be lost for an hour.
            if self.ids.count >= AuditEntry.idsAtMost { due = min(due, now) }
        }

        func entry(_ kind: Kind) -> AuditEntry {
            AuditEntry(
                date: date, client: kind.client, user: kind.user, operation: kind.operation, outcome: kind.outcome,
                count: count, ids: ids, about: kind.about, detail: kind.detail)
        }
    }
}
