internal import FilmgateModel

/// What clients spent today of what is kept of them word for word.
struct AuditSpending: Sendable {
    /// What has an allowance of its own, so that none of it can hide another.
    enum Part: Hashable {
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

    /// Out of which something is paid.
    struct QuotaBucket: Hashable {
        fileprivate let account: AuditBatch.Account
        fileprivate let part: Part

        var isShared: Bool { account.client == nil }
    }

    /// Whose number is bounded: a user's clients whose names are proven, or the others.
    private struct Circle: Hashable {
        let user: UInt32
        let isProven: Bool
    }

    private struct Spent {
        var ids = 0
        var entries = 0
    }

    private let limits: AuditLimits
    private var day: Int64 = 0
    private var spent: [QuotaBucket: Spent] = [:]
    private var known: [Circle: Set<AuditBatch.Account>] = [:]

    init(_ limits: AuditLimits) { self.limits = limits }

    /// - Returns: the client's own purse, or the one that a user's clients share who are not told apart today.
    mutating func bucket(of account: AuditBatch.Account, for part: Part, on date: Timestamp) -> QuotaBucket {
        beginDay(of: date)
        let circle = Circle(user: account.user, isProven: account.isProven)
        let most = account.isProven ? AuditBatch.kindsAtMost : AuditBatch.unprovenAtMost
        let members = known[circle, default: []]
        if account.client == nil || members.contains(account) { return QuotaBucket(account: account, part: part) }
        guard members.count < most else {
            return QuotaBucket(account: AuditBatch.Account(of: nil, user: account.user), part: part)
        }
        known[circle, default: []].insert(account)
        return QuotaBucket(account: account, part: part)
    }

    func idsLeft(in bucket: QuotaBucket) -> Int {
        let most = bucket.part == .refused ? Self.tenth(limits.idsPerDay) : limits.idsPerDay
        return max(0, most - spent[bucket, default: Spent()].ids)
    }

    /// Programs could come under many names that prove nothing: each of them has a tenth.
    func entriesLeft(in bucket: QuotaBucket) -> Int {
        var most = bucket.part == .refused ? Self.tenth(limits.entriesPerDay) : limits.entriesPerDay
        if !bucket.account.isProven { most = Self.tenth(most) }
        return max(0, most - spent[bucket, default: Spent()].entries)
    }

    mutating func spend(ids: Int = 0, entries: Int = 0, from bucket: QuotaBucket) {
        spent[bucket, default: Spent()].ids += ids
        spent[bucket, default: Spent()].entries += entries
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
