/// The limits of a job and of a worker. The cage, the worker's sandbox, limits its memory.
public struct WorkerLimits: Sendable {
    /// The processor time for a job, in seconds.
    public var processorTime: UInt64 = 10
    /// The time from a job's start to its answer.
    public var deadline: Duration = .seconds(30)
    /// The processor time after which a job counts as slow. It then continues with low priority, and another job may
    /// run beside it. A job also counts as slow after eight times this duration in wall-clock time.
    public var slowTime: Duration = .milliseconds(250)
    /// The niceness of slow jobs.
    public var slowNiceness: Int32 = 10
    /// The niceness of all jobs from their start.
    public var niceness: Int32 = 0
    /// How long a job that reports progress may go without a report.
    public var silence: Duration = .seconds(300)
    /// The number of jobs after which a worker is replaced.
    public var jobs = 500
    /// How long a worker without a job is kept.
    public var idleTime: Duration = .seconds(20)
    /// How long an unused worker that was started in advance is kept.
    public var spareTime: Duration = .seconds(5)
    /// The number of clients for which a thread keeps a worker. A worker gets the files of only one client.
    public var clientsAtThread = 3

    public init() {}

    /// The limits for video conversions. The worker of a conversion does no other job, so that it cannot change the
    /// video later.
    static var conversions: WorkerLimits {
        var limits = WorkerLimits()
        limits.slowTime = .seconds(2)
        limits.niceness = limits.slowNiceness
        limits.jobs = 1
        return limits
    }

    /// Returns these limits with a different limit on processor time.
    ///
    /// - Parameter processorTime: the limit in seconds. In wall-clock time, a job may take ten times as long plus an
    ///   hour, because slow jobs have low priority.
    func with(processorTime: UInt64) -> WorkerLimits {
        var limits = self
        limits.processorTime = processorTime
        limits.deadline = .seconds(3600 + 10 * Int64(clamping: processorTime))
        return limits
    }
}
