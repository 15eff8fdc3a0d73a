/// Who reads next, where few can read at once: one of each key at a time, and the keys in turn.
struct TurnMachine<Key: Hashable, Job: Hashable> {
    private let width: Int
    private var waiting: [Key: [Job]] = [:]
    /// Those with jobs that wait, the next first.
    private var line: [Key] = []
    private var running: [Job: Key] = [:]

    init(width: Int) { self.width = width }

    mutating func enter(_ job: Job, of key: Key) {
        waiting[key, default: []].append(job)
        if !line.contains(key) { line.append(key) }
    }

    /// Begins the next job; nil where none may begin now.
    mutating func next() -> Job? {
        guard running.count < width,
            let index = line.firstIndex(where: { key in !running.values.contains(key) })
        else { return nil }
        let key = line.remove(at: index)
        guard var jobs = waiting.removeValue(forKey: key), !jobs.isEmpty else { return nil }
        let job = jobs.removeFirst()
        running[job] = key
        if !jobs.isEmpty {
            waiting[key] = jobs
            line.append(key)
        }
        return job
    }

    /// Whether `next` would begin one.
    var hasNext: Bool { running.count < width && line.contains { key in !running.values.contains(key) } }

    mutating func finished(_ job: Job) { running[job] = nil }

    /// - Returns: whether the job was waiting, and now is not any more.
    mutating func withdraw(_ job: Job) -> Bool {
        for (key, jobs) in waiting {
            guard let index = jobs.firstIndex(of: job) else { continue }
            waiting[key]?.remove(at: index)
            if waiting[key]?.isEmpty == true {
                waiting[key] = nil
                line.removeAll { $0 == key }
            }
            return true
        }
        return false
    }

    /// Takes out all that wait.
    mutating func withdrawAll() -> [Job] {
        defer { (waiting, line) = ([:], []) }
        return line.flatMap { waiting[$0] ?? [] }
    }
}
