/// An executor that runs tasks on an event loop while they are not isolated to an actor.
public final class LoopExecutor: TaskExecutor {
    private let loop: EventLoop

    public init(on loop: EventLoop) { self.loop = loop }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.perform { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
