/// Limits of one job and of one worker. The memory of a worker is limited by its cage.
public struct WorkerLimits: Sendable {
    /// The processor time for a job, in seconds.
    public var processorTime: UInt64 = 10
    /// The time from a job's start to its answer.
    public var deadline: Duration = .seconds(30)
    /// Processor time after which a job counts as slow: it continues with low priority, and others take its place. A
    /// job that waits counts as slow after eight times this duration in wall-clock time.
    public var slowTime: Duration = .milliseconds(250)
    /// The niceness of slow jobs.
    public var slowNiceness: Int32 = 10
    /// The niceness of all jobs from their start.
    public var niceness: Int32 = 0
    /// How long a job that reports progress may report nothing.
    public var silence: Duration = .seconds(300)
    /// The number of jobs after which a worker is replaced.
    public var jobs = 500
    /// How long a worker without a job is kept.
    public var idleTime: Duration = .seconds(20)
    /// How long a worker that was started in advance is kept.
    public var spareTime: Duration = .seconds(5)
    /// The number of clients for which a thread keeps a worker. No worker gets files for two clients.
    public var clientsAtThread = 3

    public init() {}

    /// The limits for video conversions. Each uses a separate worker, which cannot change its output later.
    static var conversions: WorkerLimits {
        var limits = WorkerLimits()
        limits.slowTime = .seconds(2)
        limits.niceness = limits.slowNiceness
        limits.jobs = 1
        return limits
    }

    /// Returns these limits for a job with its own limit.
    ///
    /// - Parameter processorTime: in seconds. A job that computes little may take ten times as long in wall-clock time,
    ///   because it has low priority.
    func with(processorTime: UInt64) -> WorkerLimits {
        var limits = self
        limits.processorTime = processorTime
        limits.deadline = .seconds(3600 + 10 * Int64(clamping: processorTime))
        return limits
    }
}
