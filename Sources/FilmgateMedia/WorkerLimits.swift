/// What one job and one worker may take up. The memory that a worker may use is part of its cage.
public struct WorkerLimits: Sendable {
    /// Seconds of processor time a job.
    public var processorTime: UInt64 = 10
    /// From the job's hand-over to its answer.
    public var deadline: Duration = .seconds(30)
    /// Jobs after which a worker is replaced, so that none grows old.
    public var jobs = 500
    /// How long a worker without a job is kept.
    public var idleTime: Duration = .seconds(20)

    public init() {}
}
