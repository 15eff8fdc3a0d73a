import FilmgateProcess
import FilmgateSystem
import Synchronization

/// A worker that is started in advance for a job that needs a worker which has read no file. Starting a worker takes
/// longer than most of these jobs.
///
/// It is caged like all workers, has no descriptor except its socket, and belongs to no client until it gets its only
/// job.
final class SpareWorker: Sendable {
    private let spare = Mutex<(worker: Worker, since: ContinuousClock.Instant)?>(nil)

    /// Starts a worker unless there is one; it becomes ready while others work.
    func prepare(_ start: () throws(Errno) -> Worker) {
        spare.withLock { spare in
            // If it cannot be started, the job that needs one fails with the reason.
            if spare?.worker.child.hasEnded != false { spare = try? (start(), .now) }
        }
    }

    /// Returns the worker; nil if none is running.
    func take() -> Worker? {
        let worker = spare.withLock { spare in
            defer { spare = nil }
            return spare?.worker
        }
        return worker.flatMap { $0.child.hasEnded ? nil : $0 }
    }

    /// Ends the worker if no job has needed it for this long.
    func drop(unusedFor time: Duration = .zero) {
        let dropped = spare.withLock { spare -> Worker? in
            guard let present = spare, present.since.duration(to: .now) >= time else { return nil }
            spare = nil
            return present.worker
        }
        dropped?.end()
    }
}
