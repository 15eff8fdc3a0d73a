internal import FilmgateJobs
internal import FilmgateModel
internal import FilmgateProcess
internal import FilmgateSystem
internal import Synchronization

/// A job, from the task that waits for it to a worker and back.
final class JobRequest: Sendable {
    typealias Answer = Result<JobResult, JobRefusal>

    let job: Job
    /// To be read.
    let file: OwnedDescriptor
    /// To be written, if the job writes.
    let output: OwnedDescriptor?
    let owner: JobOwner
    /// Called before the job begins.
    let isAllowed: @Sendable () -> Bool
    /// Called with the processor time of the job.
    let charge: @Sendable (Duration) -> Void
    private let phase = Mutex(Phase.new)

    private enum Phase {
        case new
        case waiting(CheckedContinuation<Answer, Never>)
        case running(CheckedContinuation<Answer, Never>, Child)
        /// Cancelled while a worker had it: the worker has been killed, and its thread will notice.
        case ending(CheckedContinuation<Answer, Never>)
        case done
    }

    init(
        _ job: Job, file: OwnedDescriptor, output: OwnedDescriptor? = nil, for owner: JobOwner,
        isAllowed: @escaping @Sendable () -> Bool,
        charge: @escaping @Sendable (Duration) -> Void
    ) {
        self.job = job
        self.isAllowed = isAllowed
        self.file = file
        self.output = output
        self.owner = owner
        self.charge = charge
    }

    /// Returns false if the task was cancelled before; then it has its answer.
    func begin(waiting continuation: CheckedContinuation<Answer, Never>) -> Bool {
        let isWanted = phase.withLock { phase in
            guard case .new = phase else { return false }
            phase = .waiting(continuation)
            return true
        }
        if !isWanted { continuation.resume(returning: .failure(.cancelled)) }
        return isWanted
    }

    /// Begins the job, again if in a second worker. Returns false if no task waits any more.
    func run(in worker: Child) -> Bool {
        phase.withLock { phase in
            switch phase {
            case .waiting(let continuation), .running(let continuation, _):
                phase = .running(continuation, worker)
                return true
            case .new, .ending, .done: return false
            }
        }
    }

    func cancel() {
        let refused = phase.withLock { phase -> CheckedContinuation<Answer, Never>? in
            switch phase {
            case .new:
                phase = .done
                return nil
            case .waiting(let continuation):
                phase = .done
                return continuation
            case .running(let continuation, let worker):
                worker.kill()
                phase = .ending(continuation)
                return nil
            case .ending, .done: return nil
            }
        }
        refused?.resume(returning: .failure(.cancelled))
    }

    func finish(_ answer: Answer) {
        let (continuation, answer) = phase.withLock { phase -> (CheckedContinuation<Answer, Never>?, Answer) in
            defer { phase = .done }
            switch phase {
            case .waiting(let continuation), .running(let continuation, _): return (continuation, answer)
            case .ending(let continuation): return (continuation, .failure(.cancelled))
            case .new, .done: return (nil, answer)
            }
        }
        continuation?.resume(returning: answer)
    }
}

/// What a job gives.
enum JobResult: Sendable {
    case facts(MediaFacts)
    case image(RenderedImage)
}
