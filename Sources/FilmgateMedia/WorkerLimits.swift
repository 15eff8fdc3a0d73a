/// Limits of one job and of one worker. The memory of a worker is limited by its cage.
public struct WorkerLimits: Sendable {
    /// Seconds of processor time for a job.
    public var processorTime: UInt64 = 10
    /// The time from a job's start to its answer.
    public var deadline: Duration = .seconds(30)
    /// Processor time after which a job counts as slow: it goes on with low priority, and others take its place. A job that waits
    /// counts as slow after eight times as long by the clock.
    public var slowTime: Duration = .milliseconds(250)
    /// The niceness of slow jobs.
    public var slowNiceness: Int32 = 10
    /// Jobs after which a worker is replaced.
    public var jobs = 500
    /// How long a worker without a job is kept.
    public var idleTime: Duration = .seconds(20)
    /// Users for whom a thread keeps a worker: no worker gets files of two users.
    public var usersAtThread = 2

    public init() {}
}
