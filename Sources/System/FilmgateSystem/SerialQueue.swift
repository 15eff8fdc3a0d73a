import Dispatch

/// An executor that runs an actor's jobs one after another on separate threads, so that they may block on a disk.
public final class SerialQueue: SerialExecutor {
    private let queue: DispatchQueue

    /// - Parameter name: shown by debuggers.
    public init(named name: String) { queue = DispatchQueue(label: name) }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    public func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
