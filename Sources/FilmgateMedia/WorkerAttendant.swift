internal import FilmgateJobs
internal import FilmgateModel
internal import FilmgateProcess
internal import FilmgateSystem

/// Serves the line on a thread of its own that may wait, with one worker for each of the users that it served last.
struct WorkerAttendant: Sendable {
    let line: WorkLine
    let program: String
    let limits: WorkerLimits

    /// Starts so many of them, each on a thread of its own.
    func start(_ count: Int) {
        for _ in 0..<count {
            do { try startThread(named: "filmgate-worker") { run() } } catch {
                line.threadIsMissing(.unavailable("starting a thread: \(error)"))
            }
        }
    }

    /// Until there has been nothing to do for a while; the workers end with it.
    private func run() {
        var workers = UsersWorkers(atMost: limits.usersAtThread)
        while let (id, request) = line.next(within: limits.idleTime) {
            var worker = workers.take(of: request.owner.user, unusedFor: limits.idleTime)
            let answer = serve(request, id, &worker)
            if let worker { workers.put(worker, of: request.owner.user) }
            start(line.finished(id))
            request.finish(answer)
        }
    }

    private func serve(_ request: InspectionRequest, _ id: Int, _ worker: inout Worker?) -> InspectionRequest.Answer {
        guard request.isAllowed() else { return .failure(.notAllowed) }
        while true {
            if let present = worker, present.jobs >= limits.jobs || present.child.hasEnded { worker = nil }
            let present: Worker
            do { present = try worker ?? Worker(program) } catch {
                return .failure(.unavailable("starting \(program): \(error)"))
            }
            worker = present
            guard request.run(in: present.child) else { return .failure(.cancelled) }
            var isSlow = false
            defer {
                request.charge(present.timeOfJob)
                // It gives way to others for good.
                if isSlow { worker = nil }
            }
            do throws(Worker.Loss) {
                let inspection = try present.inspect(request.file, limits) {
                    isSlow = true
                    present.child.giveWay(niceness: limits.slowNiceness)
                    start(line.isSlow(id))
                }
                return answer(inspection)
            } catch {
                worker = nil
                // An earlier file may have been its undoing: a fresh one decides.
                if present.jobs > 1, error == .died || error == .nonsense { continue }
                return .failure(refusal(error))
            }
        }
    }

    private func answer(_ inspection: Inspection) -> InspectionRequest.Answer {
        switch inspection {
        case .facts(let facts): .success(facts)
        case .invalidContent(let reason): .failure(.invalidContent(reason))
        case .tooLarge(let reason): .failure(.tooLarge(reason))
        }
    }

    /// Whatever takes a worker down is the fault of the file that it had, but for the cage.
    private func refusal(_ loss: Worker.Loss) -> InspectionRefusal {
        switch loss {
        case .noCage: .noCage
        case .tookTooLong: .invalidContent("It takes too long to read.")
        case .died, .nonsense: .invalidContent("It cannot be read: it is damaged in a way that stops its reader.")
        }
    }
}

/// The workers of a thread, each of one user alone.
private struct UsersWorkers {
    private let most: Int
    private var kept: [(user: UInt32, worker: Worker, since: ContinuousClock.Instant)] = []

    init(atMost most: Int) { self.most = most }

    /// Ends the workers that nobody has used for so long, and hands out the user's own, where there is one.
    mutating func take(of user: UInt32, unusedFor time: Duration) -> Worker? {
        let now = ContinuousClock.now
        kept.removeAll { $0.since.duration(to: now) >= time }
        guard let index = kept.firstIndex(where: { $0.user == user }) else { return nil }
        return kept.remove(at: index).worker
    }

    /// Keeps it for the user's next job; the one that was not used for longest ends where there are too many.
    mutating func put(_ worker: Worker, of user: UInt32) {
        if kept.count >= most { kept.removeFirst() }
        kept.append((user, worker, .now))
    }
}
