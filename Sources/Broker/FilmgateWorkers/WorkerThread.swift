import FilmgateJobs
import FilmgateProcess
import FilmgateSystem
import Synchronization

/// Serves the queue on threads. Each thread keeps one worker for each of its most recent clients.
struct WorkerThread: Sendable {
    let queue: JobQueue
    let program: String
    let arguments: [String]
    let limits: WorkerLimits

    func start(_ count: Int) {
        for _ in 0..<count {
            do { try startThread(named: "filmgate-worker") { run() } } catch {
                queue.threadIsMissing(.unavailable("starting a thread: \(error)"))
            }
        }
    }

    /// Serves jobs until no job has arrived for some time. The thread's workers end with the thread.
    private func run() {
        var workers = ClientsWorkers(atMost: limits.clientsAtThread)
        while let (id, request) = queue.next(within: limits.idleTime) {
            queue.spare.drop(unusedFor: limits.spareTime)
            if request.needsFreshWorker {
                check(request, id)
                continue
            }
            // The check of the redacted file will follow, and requires a worker that has read no file.
            if case .redact = request.job { prepareSpare() }
            var worker = workers.take(of: request.owner, unusedFor: limits.idleTime)
            let answer = serve(request, id, &worker)
            if let worker { workers.put(worker, of: request.owner) }
            start(queue.finished(id))
            request.finish(answer)
        }
    }

    /// Does a job in a worker that has read no file before, and that gets no further job.
    private func check(_ request: JobRequest, _ id: Int) {
        var worker = queue.spare.take()
        let answer = serve(request, id, &worker)
        start(queue.finished(id))
        request.finish(answer)
        // Ends the worker after the client has its answer, because this takes time. The next check finds a ready
        // worker.
        worker?.end()
        prepareSpare()
    }

    private func serve(_ request: JobRequest, _ id: Int, _ worker: inout Worker?) -> JobRequest.Answer {
        guard request.meter.isAllowed() else { return .failure(.notAllowed) }
        while true {
            if let present = worker,
                present.jobs >= limits.jobs || present.child.hasEnded
            {
                worker = nil
            }
            let present: Worker
            do { present = try worker ?? started() } catch {
                return .failure(.unavailable("starting \(program): \(error)"))
            }
            worker = present
            guard request.run(in: present.child) else { return .failure(.cancelled) }
            var isSlow = false
            defer {
                request.meter.charge(present.timeOfJob)
                // A worker that became slow has a low priority, which cannot be raised again.
                if isSlow { worker = nil }
                if present.jobs >= limits.jobs {
                    worker = nil
                    present.end()
                }
            }
            do throws(Worker.LossReason) {
                let answer = try present.run(request, limits(of: request)) {
                    isSlow = true
                    present.child.giveWay(niceness: limits.slowNiceness)
                    start(queue.isSlow(id))
                }
                return try result(of: answer, to: request.job)
            } catch {
                worker = nil
                // An earlier file may have damaged the worker, or the worker may have died while idle. So the job is
                // retried in a new worker, unless output of the lost worker is already in use.
                if present.jobs > 1 || present.isSpare, !present.hasReported, error == .died || error == .nonsense {
                    continue
                }
                return .failure(refusal(error, in: request.job))
            }
        }
    }

    private func limits(of request: JobRequest) -> WorkerLimits {
        request.processorTime.map { limits.with(processorTime: $0) } ?? limits
    }

    private func prepareSpare() {
        queue.spare.prepare { () throws(Errno) in try started(isSpare: true) }
    }

    private func started(isSpare: Bool = false) throws(Errno) -> Worker {
        let worker = try Worker(program, arguments: arguments, isSpare: isSpare)
        if limits.niceness > 0 { worker.child.giveWay(niceness: limits.niceness) }
        return worker
    }

    /// - Throws: `nonsense` for an answer to a different job.
    private func result(of answer: JobAnswer, to job: Job) throws(Worker.LossReason) -> JobRequest.Answer {
        switch (answer, job) {
        case (.facts, .inspect), (.sidecar, .sidecar), (.image, .render), (.image, .renderDegraded),
            (.noDegradedImage, .renderDegraded), (.redaction, .redact), (.metadata, .metadata),
            (.video, .convertVideo), (.written, .replaceMetadata), (.written, .transform), (.embedding, .embed),
            (.invalidPacket, .embed), (.embedding, .describe), (.invalidPacket, .describe):
            .success(answer)
        case (.invalidContent(let reason), _): .failure(.invalidContent(reason))
        case (.tooLarge(let reason), _): .failure(.tooLarge(reason))
        case (.facts, _), (.sidecar, _), (.image, _), (.noDegradedImage, _), (.redaction, _), (.metadata, _),
            (.video, _), (.written, _), (.progress, _), (.embedding, _), (.invalidPacket, _):
            throw .nonsense
        }
    }

    /// Returns the refusal after the loss of a worker. The file counts as the cause, except if there is no cage, or if
    /// the job was to embed XMP or metadata. In the latter case, the next attempt may succeed.
    private func refusal(_ loss: Worker.LossReason, in job: Job) -> JobRefusal {
        switch (loss, job) {
        case (.noCage, _): .noCage
        case (_, .embed): .unavailable("embedding XMP: \(loss)")
        case (_, .describe): .unavailable("writing metadata: \(loss)")
        case (.tookTooLong, _): .invalidContent("It takes too long to read.")
        case (.died, _), (.nonsense, _):
            .invalidContent("It cannot be read: it is damaged or so large that it stops its reader.")
        }
    }
}

/// The workers of a thread, one for each of its most recent clients.
private struct ClientsWorkers {
    private let most: Int
    private var kept: [(owner: JobOwner, worker: Worker, since: ContinuousClock.Instant)] = []

    init(atMost most: Int) { self.most = most }

    /// Ends the workers that have been idle too long. Then removes and returns the client's worker, if it has one.
    mutating func take(of owner: JobOwner, unusedFor time: Duration) -> Worker? {
        let now = ContinuousClock.now
        kept.removeAll { $0.since.duration(to: now) >= time }
        guard let index = kept.firstIndex(where: { $0.owner.sharesWorkers(with: owner) }) else { return nil }
        return kept.remove(at: index).worker
    }

    /// Keeps a worker for the client's next job. If there are too many workers, ends the worker that has been idle
    /// longest.
    mutating func put(_ worker: Worker, of owner: JobOwner) {
        if kept.count >= most { kept.removeFirst() }
        kept.append((owner, worker, .now))
    }
}

/// A worker that is started in advance for the next job that requires a fresh worker. Starting a worker takes longer
/// than most of these jobs.
///
/// The worker is caged like all workers. It has only the descriptor of its socket, and belongs to no client until it
/// gets its only job.
final class StandbyWorker: Sendable {
    private let spare = Mutex<(worker: Worker, since: ContinuousClock.Instant)?>(nil)

    /// Starts a worker unless one already runs. The worker gets ready while other workers work.
    func prepare(_ start: () throws(Errno) -> Worker) {
        spare.withLock { spare in
            // If this fails, the job that needs the worker starts one itself.
            if spare?.worker.child.hasEnded != false { spare = try? (start(), .now) }
        }
    }

    /// Removes and returns the worker, or returns nil if none is running.
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
