import FilmgateModel

/// The parts of today's audit allowances that clients have used.
struct AuditUsage: Sendable {
    /// A part of the log with its own allowance, so that the entries of one part cannot crowd out the entries of
    /// another.
    enum Category: Hashable {
        case opened, given, changed, refused

        init(_ entry: AuditEntry, isChange: Bool) {
            switch (isChange, entry.outcome == .allowed, entry.operation == "open-resource") {
            case (true, _, _): self = .changed
            case (false, true, true): self = .opened
            case (false, true, false): self = .given
            case (false, false, _): self = .refused
            }
        }
    }

    /// The key of an account's allowance for one part of the log.
    struct QuotaBucket: Hashable {
        fileprivate let account: AuditBatch.Account
        fileprivate let part: Category

        var isShared: Bool { account.client == nil }
    }

    /// A bounded set of accounts: a user's verified clients and tools, or the user's other clients.
    private struct AccountSetKey: Hashable {
        let user: UInt32
        let isProven: Bool
    }

    private struct SpentAllowance {
        var ids = 0
        var entries = 0
    }

    private let limits: AuditLimits
    private var day: Int64 = 0
    private var spent: [QuotaBucket: SpentAllowance] = [:]
    private var known: [AccountSetKey: Set<AuditBatch.Account>] = [:]

    init(_ limits: AuditLimits) { self.limits = limits }

    /// Returns the account's own bucket, or the user's shared bucket if the user has too many clients today.
    mutating func bucket(of account: AuditBatch.Account, for part: Category, on date: Timestamp) -> QuotaBucket {
        beginDay(of: date)
        let group = AccountSetKey(user: account.user, isProven: account.isProven)
        let most = account.isProven ? AuditBatch.kindsAtMost : AuditBatch.unprovenAtMost
        let members = known[group, default: []]
        if account.client == nil || members.contains(account) { return QuotaBucket(account: account, part: part) }
        guard members.count < most else {
            return QuotaBucket(account: AuditBatch.Account(of: nil, user: account.user), part: part)
        }
        known[group, default: []].insert(account)
        return QuotaBucket(account: account, part: part)
    }

    func idsLeft(in bucket: QuotaBucket) -> Int {
        let most = bucket.part == .refused ? Self.tenth(limits.idsPerDay) : limits.idsPerDay
        return max(0, most - spent[bucket, default: SpentAllowance()].ids)
    }

    /// Returns the number of entries that the bucket has left. An unverified client gets a tenth, because one program
    /// could use the names of many unverified clients.
    func entriesLeft(in bucket: QuotaBucket) -> Int {
        var most = bucket.part == .refused ? Self.tenth(limits.entriesPerDay) : limits.entriesPerDay
        if !bucket.account.isProven { most = Self.tenth(most) }
        return max(0, most - spent[bucket, default: SpentAllowance()].entries)
    }

    mutating func spend(ids: Int = 0, entries: Int = 0, from bucket: QuotaBucket) {
        spent[bucket, default: SpentAllowance()].ids += ids
        spent[bucket, default: SpentAllowance()].entries += entries
    }

    private static func tenth(_ whole: Int) -> Int { max(min(1, whole), whole / 10) }

    private mutating func beginDay(of date: Timestamp) {
        let day = date.rawValue / 86_400_000_000
        guard day != self.day else { return }
        self.day = day
        spent = [:]
        known = [:]
    }
}
