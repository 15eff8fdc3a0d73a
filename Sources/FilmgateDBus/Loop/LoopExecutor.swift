/// Runs on an event loop what the tasks that prefer it do outside of all actors.
public final class LoopExecutor: TaskExecutor {
    private let loop: EventLoop

    public init(on loop: EventLoop) { self.loop = loop }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.perform { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
