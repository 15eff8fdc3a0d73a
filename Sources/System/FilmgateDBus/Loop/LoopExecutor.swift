/// Runs tasks that prefer it on an event loop, as long as they run outside actors.
public final class LoopExecutor: TaskExecutor {
    private let loop: EventLoop

    public init(on loop: EventLoop) { self.loop = loop }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.perform { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
