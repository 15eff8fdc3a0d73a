public import FilmgateModel

/// How much of what one client does is kept word for word, so that no loop of calls makes the audit log grow without bound.
public struct AuditAllowance: Hashable, Sendable {
    /// Identifiers a day; in what goes beyond, counts alone are kept.
    public var ids = 100_000
    /// Entries a day that are written within the second; after them a client has one of each kind an hour.
    public var entries = 10_000

    public init() {}
}

/// What happened since entries were last written: equal ones as one, and bounded whatever clients do.
///
/// Equal are entries with the same client, user, operation, outcome, client concerned and
/// detail: their counts are added, their
/// identifiers united. Changes are not in it, for each has an entry of its own in its own transaction.
public struct AuditBatch: Sendable {
    private let allowance: AuditAllowance
    private var pending: [Kind: Pending] = [:]
    /// In the order in which they came.
    private var order: [Kind] = []
    private var spent: [Account: Spent] = [:]
    private var day: Int64 = 0

    /// Stands for the clients whose names prove nothing, when they have used up what they share.
    public static let severalClients = "(several)"
    /// Entries that may wait at a time before they are written at once, and clients that are told apart in a day.
    public static let kindsAtMost = 4096

    public init(_ allowance: AuditAllowance = AuditAllowance()) { self.allowance = allowance }

    public var isEmpty: Bool { pending.isEmpty }
    public var isFull: Bool { pending.count >= AuditBatch.kindsAtMost }

    /// - Parameter account: against whose allowance it counts.
    public mutating func add(_ entry: AuditEntry, of account: Account) {
        beginDay(of: entry.date)
        var kind = Kind(entry)
        if pending[kind] == nil {
            let isUsedUp = spend(\.entries, 1, of: account, within: allowance.entries) == 0
            if isUsedUp, account.isShared { kind.client = AuditBatch.severalClients }
            if pending[kind] == nil {
                pending[kind] = Pending(
                    date: entry.date, due: isUsedUp ? entry.date.advanced(bySeconds: 3600) : entry.date)
                order.append(kind)
            }
        }
        let fresh = pending[kind]?.fresh(of: entry.ids) ?? []
        let room = spend(\.ids, fresh.count, of: account, within: allowance.ids)
        pending[kind]?.add(count: entry.count, ids: fresh.prefix(room))
    }

    /// An entry that is written by itself, with as many of its identifiers as may be kept.
    public mutating func bounded(_ entry: AuditEntry, of account: Account) -> AuditEntry {
        beginDay(of: entry.date)
        var entry = entry
        let kept = min(entry.ids.count, AuditEntry.idsAtMost)
        entry.ids = Array(entry.ids.prefix(spend(\.ids, kept, of: account, within: allowance.ids)))
        return entry
    }

    /// Takes out what is to be written now.
    ///
    /// - Parameter all: what may wait for its hour too.
    public mutating func take(at now: Timestamp, all: Bool = false) -> [AuditEntry] {
        var entries: [AuditEntry] = []
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
            let kind = Kind(entry)
            if pending[kind] == nil {
                pending[kind] = Pending(date: entry.date, due: entry.date)
                order.append(kind)
            }
            let fresh = pending[kind]?.fresh(of: entry.ids) ?? []
            pending[kind]?.add(count: entry.count, ids: fresh[...])
        }
    }

    // MARK: Allowances

    /// Who has an allowance of its own.
    public struct Account: Hashable, Sendable {
        let user: UInt32
        /// Nil: all clients of the user whose names prove nothing. Each of them could have a new name for every call.
        let client: ClientID?

        /// - Parameter client: nil where it could not be identified.
        public init(of client: Client?, user: UInt32) {
            self.user = user
            self.client = client.flatMap { $0.isVerified || $0.isOwnersTool ? $0.id : nil }
        }

        var isShared: Bool { client == nil }
    }

    private struct Spent {
        var ids = 0
        var entries = 0
    }

    /// - Returns: how much of it is left to spend, and spent.
    private mutating func spend(
        _ part: WritableKeyPath<Spent, Int>, _ wanted: Int, of account: Account, within limit: Int
    )
        -> Int
    {
        var account = account
        if spent[account] == nil, spent.count >= AuditBatch.kindsAtMost {
            account = Account(of: nil, user: account.user)
        }
        let granted = min(wanted, max(0, limit - spent[account, default: Spent()][keyPath: part]))
        spent[account, default: Spent()][keyPath: part] += granted
        return granted
    }

    private mutating func beginDay(of date: Timestamp) {
        let day = date.rawValue / 86_400_000_000
        guard day != self.day else { return }
        self.day = day
        spent = [:]
    }

    // MARK: What waits

    private struct Kind: Hashable {
        var client: String
        let user: UInt32
        let operation: AuditEntry.Operation
        let outcome: AuditEntry.Outcome
        let about: String
        let detail: String

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
        let due: Timestamp
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

        mutating func add(count: UInt32, ids: ArraySlice<ObjectID>) {
            let (sum, overflow) = self.count.addingReportingOverflow(count)
            self.count = overflow ? .max : sum
            for id in ids where known.insert(id).inserted { self.ids.append(id) }
        }

        func entry(_ kind: Kind) -> AuditEntry {
            AuditEntry(
                date: date, client: kind.client, user: kind.user, operation: kind.operation, outcome: kind.outcome,
                count: count, ids: ids, about: kind.about, detail: kind.detail)
        }
    }
}
