public import FilmgateModel

/// The audit entries that wait to be written. They are merged, and limited in number.
///
/// Entries with the same client, user, operation, outcome, client concerned, delegate and detail are merged: their
/// counts are added, and their identifiers are combined. A change within its client's daily allowance is not in the
/// batch, because the transaction of the change writes a separate entry for it.
public struct AuditBatch: Sendable {
    private var usage: AuditUsage
    private var pending: [Kind: PendingEntry] = [:]
    /// The kinds of pending entries, in the order of arrival.
    private var order: [Kind] = []
    /// The number of entries since the last `take` that must be written within a second.
    private var arrived = 0

    /// The client name in entries that combine the calls of several clients.
    public static let severalClients = "(several)"
    /// The number of entries at which a batch is full. Also the maximum number of a user's verified clients that have
    /// their own allowances in a day.
    public static let kindsAtMost = 4096
    /// The maximum number of a user's unverified clients that have their own allowances in a day. The number is small
    /// because a program could use a new name for every call.
    public static let unprovenAtMost = 32

    public init(_ limits: AuditLimits = AuditLimits()) { usage = AuditUsage(limits) }

    public var isEmpty: Bool { pending.isEmpty }
    public var isFull: Bool { arrived >= AuditBatch.kindsAtMost }
    /// The number of entries that wait to be written.
    public var count: Int { pending.count }

    /// Adds an entry, or merges it into a pending entry of the same kind.
    ///
    /// - Parameters:
    ///   - account: the account whose allowance the entry uses.
    ///   - isChange: whether the entry is for a change that exceeded the allowance for separate entries.
    public mutating func add(_ entry: AuditEntry, of account: Account, isChange: Bool = false) {
        let part = AuditUsage.Category(entry, isChange: isChange)
        let bucket = usage.bucket(of: account, for: part, on: entry.date)
        var kind = Kind(entry)
        if pending[kind] == nil {
            if usage.entriesLeft(in: bucket) > 0 {
                usage.spend(entries: 1, from: bucket)
                kind = place(kind, entry.date, due: entry.date)
                arrived += 1
            } else {
                kind = bucket.isShared ? kind.ofSeveral : kind.folded
                kind = place(kind, entry.date, due: entry.date.advanced(bySeconds: 3600))
            }
        }
        let fresh = pending[kind]?.fresh(of: entry.ids) ?? []
        let room = min(fresh.count, usage.idsLeft(in: bucket))
        usage.spend(ids: room, from: bucket)
        pending[kind]?.add(count: entry.count, ids: fresh.prefix(room), at: entry.date)
    }

    /// Returns whether the allowance suffices for separate entries of this number of changes.
    public mutating func hasRoom(forChanges count: Int, of account: Account, at now: Timestamp) -> Bool {
        let bucket = usage.bucket(of: account, for: .changed, on: now)
        return usage.entriesLeft(in: bucket) >= count
    }

    /// Returns the entry of a change, with as many identifiers as the allowance permits. The allowance does not change.
    public mutating func bounded(_ change: AuditEntry, of account: Account) -> AuditEntry {
        let bucket = usage.bucket(of: account, for: .changed, on: change.date)
        var change = change
        change.ids = Array(change.ids.prefix(min(AuditEntry.idsAtMost, usage.idsLeft(in: bucket))))
        return change
    }

    /// Uses the allowance for an entry that the transaction of its change has written.
    public mutating func made(_ change: AuditEntry, of account: Account) {
        let bucket = usage.bucket(of: account, for: .changed, on: change.date)
        usage.spend(ids: change.ids.count, entries: 1, from: bucket)
    }

    /// Removes and returns the entries that are due.
    ///
    /// - Parameter all: whether to include entries that could wait for up to an hour.
    public mutating func take(at now: Timestamp, all: Bool = false) -> [AuditEntry] {
        var entries: [AuditEntry] = []
        arrived = 0
        order.removeAll { kind in
            // If the clock was set back, an entry must still not wait for longer than an hour.
            guard let item = pending[kind], all || item.due <= now || item.due > now.advanced(bySeconds: 3600) else {
                return false
            }
            pending[kind] = nil
            entries.append(item.entry(kind))
            return true
        }
        return entries
    }

    /// Puts back entries that could not be written, without using the allowance again.
    public mutating func putBack(_ entries: [AuditEntry]) {
        for entry in entries {
            let kind = place(Kind(entry), entry.date, due: entry.date)
            let fresh = pending[kind]?.fresh(of: entry.ids) ?? []
            pending[kind]?.add(count: entry.count, ids: fresh[...], at: entry.date)
        }
    }

    /// The owner of an allowance.
    public struct Account: Hashable, Sendable {
        let user: UInt32
        /// The client; nil for the user's shared account, for clients without an account of their own.
        let client: ClientID?
        let isProven: Bool

        /// - Parameter client: nil if the caller could not be identified.
        public init(of client: Client?, user: UInt32) {
            self.user = user
            self.client = client?.id
            isProven = client.map { $0.isVerified || $0.isOwnersTool } ?? false
        }
    }

    // MARK: Waiting entries

    /// Creates a pending entry of a kind if there is none. Returns the kind, or a less detailed one if too many wait.
    private mutating func place(_ kind: Kind, _ date: Timestamp, due: Timestamp) -> Kind {
        var kind = kind
        if pending[kind] == nil, pending.count >= 2 * AuditBatch.kindsAtMost { kind = kind.folded }
        if pending[kind] == nil, pending.count >= 3 * AuditBatch.kindsAtMost { kind = kind.ofSeveral }
        if pending[kind] == nil {
            pending[kind] = PendingEntry(date: date, due: due)
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
        let through: String
        var detail: String

        /// The kind without `about` and `detail`.
        var folded: Kind {
            var kind = self
            (kind.about, kind.detail) = ("", "")
            return kind
        }

        /// The folded kind without the client.
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
            through = entry.through
            detail = entry.detail
        }
    }

    private struct PendingEntry {
        let date: Timestamp
        /// The time at which the entry is due.
        private(set) var due: Timestamp
        private var count: UInt32 = 0
        private var ids: [ObjectID] = []
        private var known: Set<ObjectID> = []

        init(date: Timestamp, due: Timestamp) {
            self.date = date
            self.due = due
        }

        /// Returns the identifiers that are not in the entry yet, as many as it has room for.
        func fresh(of ids: [ObjectID]) -> [ObjectID] {
            let room = AuditEntry.idsAtMost - self.ids.count
            guard room > 0, !ids.isEmpty else { return [] }
            return Array(ids.lazy.filter { !known.contains($0) }.prefix(room))
        }

        mutating func add(count: UInt32, ids: ArraySlice<ObjectID>, at now: Timestamp) {
            let (sum, overflow) = self.count.addingReportingOverflow(count)
            self.count = overflow ? .max : sum
            for id in ids where known.insert(id).inserted { self.ids.append(id) }
            // A full entry is written at once, because further identifiers would be lost while it waits.
            if self.ids.count >= AuditEntry.idsAtMost { due = min(due, now) }
        }

        func entry(_ kind: Kind) -> AuditEntry {
            AuditEntry(
                date: date, client: kind.client, user: kind.user, operation: kind.operation, outcome: kind.outcome,
                count: count, ids: ids, about: kind.about, through: kind.through, detail: kind.detail)
        }
    }
}
