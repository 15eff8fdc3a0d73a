internal import FilmgateJobs
internal import FilmgateModel
internal import FilmgateProcess
internal import FilmgateSystem

/// Serves the line with one worker at a time, on a thread of its own that may wait.
struct WorkerAttendant: Sendable {
    let line: WorkLine
    let program: String
    let limits: WorkerLimits

    /// Until there has been nothing to do for a while; the worker ends with it.
    func run() {
        var worker: Worker?
        while let request = line.next(within: limits.idleTime) {
            let answer = serve(request, &worker)
            line.finished(request)
            request.finish(answer)
        }
    }

    private func serve(_ request: InspectionRequest, _ worker: inout Worker?) -> InspectionRequest.Answer {
        while true {
            if let present = worker, present.jobs >= limits.jobs || present.child.hasEnded { worker = nil }
            let present: Worker
            do { present = try worker ?? Worker(program) } catch {
                return .failure(.unavailable("starting \(program): \(error)"))
            }
            worker = present
            guard request.run(in: present.child) else { return .failure(.cancelled) }
            do throws(Worker.Loss) {
                return answer(try present.inspect(request.file, limits))
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
