import FilmgateJobs
import FilmgateProcess
import FilmgateSystem
import Synchronization

/// A job for a worker, and the caller that waits for its answer.
final class JobRequest: Sendable {
    /// A worker's answer to this job, or the reason why there is no answer.
    typealias Answer = Result<JobAnswer, JobRefusal>

    let job: Job
    /// The file to read.
    let file: OwnedDescriptor
    /// The file to write, if the job writes one.
    let output: OwnedDescriptor?
    /// The second file to read, if the job reads two.
    let second: OwnedDescriptor?
    let owner: JobOwner
    /// Whether only a worker that has read no file before may do the job.
    let needsFreshWorker: Bool
    /// The limit on processor time in seconds; nil means the pool's limit.
    let processorTime: UInt64?
    /// Called on a thread of the pool; nil for jobs that do not report progress.
    let progress: ProgressHandler?
    let meter: JobMeter
    private let phase = Mutex(Phase.new)

    typealias Completion = @Sendable (Answer) -> Void

    private enum Phase {
        case new
        case waiting(Completion)
        case running(Completion, SpawnedProcess)
        /// The job was canceled while it ran. Its worker has been killed, which the worker's thread will detect.
        case ending(Completion)
        case done
    }

    init(
        _ job: Job, file: OwnedDescriptor, output: OwnedDescriptor? = nil, second: OwnedDescriptor? = nil,
        for owner: JobOwner, meter: JobMeter = JobMeter(), needsFreshWorker: Bool = false, processorTime: UInt64? = nil,
        progress: ProgressHandler? = nil
    ) {
        self.job = job
        self.processorTime = processorTime
        self.progress = progress
        self.file = file
        self.output = output
        self.second = second
        self.owner = owner
        self.needsFreshWorker = needsFreshWorker
        self.meter = meter
    }

    /// - Parameter completion: called once with the answer, on any thread.
    /// - Returns: false if the job has already been canceled; `completion` has then been called.
    func begin(_ completion: @escaping Completion) -> Bool {
        let isWanted = phase.withLock { phase in
            guard case .new = phase else { return false }
            phase = .waiting(completion)
            return true
        }
        if !isWanted { completion(.failure(.cancelled)) }
        return isWanted
    }

    /// Begins the job in a worker. Called again if the job is retried in another worker. Returns false if no caller
    /// waits for the job any more.
    func run(in worker: SpawnedProcess) -> Bool {
        phase.withLock { phase in
            switch phase {
            case .waiting(let completion), .running(let completion, _):
                phase = .running(completion, worker)
                return true
            case .new, .ending, .done: return false
            }
        }
    }

    func cancel() {
        let refused = phase.withLock { phase -> Completion? in
            switch phase {
            case .new:
                phase = .done
                return nil
            case .waiting(let completion):
                phase = .done
                return completion
            case .running(let completion, let worker):
                worker.kill()
                phase = .ending(completion)
                return nil
            case .ending, .done: return nil
            }
        }
        refused?(.failure(.cancelled))
    }

    func finish(_ answer: Answer) {
        let (completion, answer) = phase.withLock { phase -> (Completion?, Answer) in
            defer { phase = .done }
            switch phase {
            case .waiting(let completion), .running(let completion, _): return (completion, answer)
            case .ending(let completion): return (completion, .failure(.cancelled))
            case .new, .done: return (nil, answer)
            }
        }
        completion?(answer)
    }
}

/// Checks whether a client may use more processor time, and charges its jobs.
public struct JobMeter: Sendable {
    /// Returns whether the job may begin. Called on a thread of the pool just before the job, because the client may
    /// have used up its share while the job waited.
    let isAllowed: @Sendable () -> Bool
    /// Called on a thread of the pool with the processor time that the job used, even if the job failed.
    let charge: @Sendable (Duration) -> Void

    public init(
        isAllowed: @escaping @Sendable () -> Bool = { true }, charge: @escaping @Sendable (Duration) -> Void = { _ in }
    ) {
        self.isAllowed = isAllowed
        self.charge = charge
    }
}
