/// A pure state machine, without threads or a clock, that decides which job runs next if only a few can run at the same
/// time. The groups take turns, and the keys within each group take turns.
///
/// For jobs of clients, a key is a client, and a group consists of all clients of a user.
public struct FairQueue<Group: Hashable, Key: Hashable, Job: Hashable> {
    public struct Limits: Hashable, Sendable {
        /// The usual maximum number of simultaneous jobs. `slow` and `most` allow more.
        public var width: Int
        /// Whether several jobs of a key can run at the same time if no other key waits for its first job.
        public var sharesIdle = false
        /// The maximum number of slow jobs beyond `width`, for all groups together.
        public var slow = 0
        /// The maximum number of slow jobs beyond `width`, for one group.
        public var slowOfGroup = 0
        /// The maximum number of all simultaneous jobs. Up to this number, a group without running jobs does not wait
        /// for other groups.
        public var most: Int

        public init(width: Int) {
            self.width = width
            most = width
        }
    }

    fileprivate struct RunningJob {
        let key: Key
        let group: Group
        let keepsPlaceFree: Bool
        var isSlow = false
        /// Whether the job is slow and no longer counts toward `width`.
        var isBeyondWidth = false
    }

    private let limits: Limits
    private var waiting: [Key: [Job]] = [:]
    /// The waiting jobs that run before the other jobs of their key.
    private var urgent: Set<Job> = []
    /// The keys with waiting jobs, in the order of their turns.
    private var line: [(key: Key, group: Group, keepsPlaceFree: Bool)] = []
    /// The groups of the keys in `line`. The group that was served longest ago comes first.
    private var groups: [Group] = []
    private var running: [Job: RunningJob] = [:]

    public init(_ limits: Limits) { self.limits = limits }

    /// - Parameters:
    ///   - group: the group of the key; always the same for a key.
    ///   - keepsPlaceFree: whether further jobs of the key leave one place of `width` free, even while no other key
    ///     waits; always the same for a key. While only such jobs of a group run, a job of another key of the group can
    ///     begin beyond `width`, up to `most` jobs.
    ///   - isUrgent: whether the job runs before the key's other jobs, so that short jobs do not wait for long jobs.
    public mutating func enter(
        _ job: Job, of key: Key, in group: Group, keepsPlaceFree: Bool = false, isUrgent: Bool = false
    ) {
        if waiting[key] == nil { line.append((key, group, keepsPlaceFree)) }
        if !groups.contains(group) { groups.append(group) }
        guard isUrgent else { return waiting[key, default: []].append(job) }
        urgent.insert(job)
        let place = waiting[key]?.firstIndex { !urgent.contains($0) } ?? waiting[key]?.count ?? 0
        waiting[key, default: []].insert(job, at: place)
    }

    /// Begins and returns the next job. Returns nil if no job may begin now.
    public mutating func next() -> Job? {
        guard let index = choice() else { return nil }
        let turn = line.remove(at: index)
        let (key, group) = (turn.key, turn.group)
        guard var jobs = waiting.removeValue(forKey: key), !jobs.isEmpty else { return nil }
        let job = jobs.removeFirst()
        urgent.remove(job)
        running[job] = RunningJob(key: key, group: group, keepsPlaceFree: turn.keepsPlaceFree)
        if !jobs.isEmpty {
            waiting[key] = jobs
            line.append(turn)
        }
        groups.removeAll { $0 == group }
        if line.contains(where: { $0.group == group }) { groups.append(group) }
        return job
    }

    /// Whether `next` would return a job.
    public var hasNext: Bool { choice() != nil }

    /// The number of jobs that repeated calls of `next` would return.
    public var ready: Int {
        var rest = self
        var count = 0
        while rest.next() != nil { count += 1 }
        return count
    }

    /// Records that a job is slow. No other job of its key begins before the slow job ends. From now on, the job does
    /// not count toward `width`, within the limits `slow` and `slowOfGroup`.
    public mutating func isSlow(_ job: Job) {
        guard let group = running[job]?.group else { return }
        running[job]?.isSlow = true
        let apart = running.values.filter(\.isBeyondWidth)
        guard apart.count < limits.slow, apart.count(where: { $0.group == group }) < limits.slowOfGroup else { return }
        running[job]?.isBeyondWidth = true
    }

    public mutating func finished(_ job: Job) { running[job] = nil }

    /// Removes a waiting job.
    ///
    /// - Returns: whether the job was waiting.
    public mutating func withdraw(_ job: Job) -> Bool {
        for (key, jobs) in waiting {
            guard let index = jobs.firstIndex(of: job) else { continue }
            waiting[key]?.remove(at: index)
            urgent.remove(job)
            if waiting[key]?.isEmpty == true {
                waiting[key] = nil
                line.removeAll { $0.key == key }
                groups.removeAll { group in !line.contains { $0.group == group } }
            }
            return true
        }
        return false
    }

    /// Removes and returns all waiting jobs.
    public mutating func withdrawAll() -> [Job] {
        defer { (waiting, urgent, line, groups) = ([:], [], [], []) }
        return line.flatMap { waiting[$0.key] ?? [] }
    }

    /// Returns the index in `line` of the key whose job is next. Prefers a key without running jobs, then a group with
    /// few running jobs, then the group that was served longest ago.
    private func choice() -> Int? {
        guard !line.isEmpty, running.count < max(limits.width, limits.most) else { return nil }
        var ofKeys: [Key: Int] = [:]
        var ofGroups: [Group: Int] = [:]
        var slow: Set<Key> = []
        var privileged: Set<Group> = []
        for job in running.values {
            ofKeys[job.key, default: 0] += 1
            ofGroups[job.group, default: 0] += 1
            if job.isSlow { slow.insert(job.key) }
            if !job.keepsPlaceFree { privileged.insert(job.group) }
        }
        let places = running.values.count(where: { !$0.isBeyondWidth })
        let isFull = places >= limits.width
        let isWaitedFor = line.contains { ofKeys[$0.key] == nil }
        let order = Dictionary(uniqueKeysWithValues: groups.enumerated().map { ($1, $0) })
        var best: (index: Int, rank: (Int, Int, Int))?
        for (index, (key, group, keepsPlaceFree)) in line.enumerated() {
            let own = ofKeys[key, default: 0]
            if own > 0, !limits.sharesIdle || isWaitedFor || slow.contains(key) { continue }
            if own > 0, keepsPlaceFree, places + 1 >= limits.width { continue }
            let waitsForNone = ofGroups[group] == nil || (!keepsPlaceFree && !privileged.contains(group))
            if isFull, !waitsForNone { continue }
            if isFull, running.count >= limits.most { continue }
            let rank = (own, ofGroups[group, default: 0], order[group, default: 0])
            if let best, best.rank <= rank { continue }
            best = (index, rank)
        }
        return best?.index
    }
}

extension FairQueue: Sendable where Group: Sendable, Key: Sendable, Job: Sendable {}
extension FairQueue.RunningJob: Sendable where Group: Sendable, Key: Sendable {}
