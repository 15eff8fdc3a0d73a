/// What one job and one worker may take up. The memory that a worker may use is part of its cage.
public struct WorkerLimits: Sendable {
    /// Seconds of processor time a job.
    public var processorTime: UInt64 = 10
    /// From the job's hand-over to its answer.
    public var deadline: Duration = .seconds(30)
    /// Processor time after which a job counts as slow: it goes on behind all others, and others have its place. One that waits
    /// for something counts as slow after eight times as long by the clock.
    public var slowTime: Duration = .milliseconds(250)
    /// How far slow jobs give way to others.
    public var slowNiceness: Int32 = 10
    /// Jobs after which a worker is replaced, so that none grows old.
    public var jobs = 500
    /// How long a worker without a job is kept.
    public var idleTime: Duration = .seconds(20)
    /// Users for whom a thread keeps a worker each: no worker has a file of another user's.
    public var usersAtThread = 2

    public init() {}
}
