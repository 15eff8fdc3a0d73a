import Foundation
import Synchronization

/// Runs tasks on threads that may wait, as those of a program of its own may: there is always one more for the next
/// job, so that nothing else in the test's process waits with them.
final class WaitingThreads: TaskExecutor {
    static let shared = WaitingThreads()

    private struct State {
        var jobs: [UnownedJob] = []
        /// Threads that wait for a job.
        var idle = 0
    }

    private let state = Mutex(State())
    private let arrived = DispatchSemaphore(value: 0)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let needsThread = state.withLock { state in
            state.jobs.append(job)
            return state.jobs.count > state.idle
        }
        if needsThread { Thread.detachNewThread { self.work() } }
        arrived.signal()
    }

    private func work() {
        while true {
            state.withLock { $0.idle += 1 }
            arrived.wait()
            let job = state.withLock { state in
                state.idle -= 1
                return state.jobs.removeFirst()
            }
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}
