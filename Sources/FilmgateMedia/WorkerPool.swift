public import FilmgateModel
public import FilmgateSystem

/// Reads photos and videos in caged workers, several at once, none of which this process trusts.
///
/// Workers are started when there is work, replaced when they die or grow old, and ended when there has been none for a
/// while. Each is served by a thread of its own, which waits for it and keeps nobody else waiting.
public final class WorkerPool: Sendable {
    private let line: WorkLine
    private let program: String
    private let limits: WorkerLimits

    /// - Parameters:
    ///   - program: path of `filmgate-render`; that it is missing is told by each job.
    ///   - count: workers at the same time, at least one.
    public init(worker program: String, count: Int, limits: WorkerLimits = WorkerLimits()) {
        precondition(count > 0, "a pool has workers")
        line = WorkLine(capacity: count)
        self.program = program
        self.limits = limits
    }

    deinit { line.close() }

    /// Reads a file's metadata; the worker is given a read-only descriptor of its own.
    ///
    /// Cancelling the task ends the job, and its worker where it has begun.
    public func inspect(_ file: OwnedDescriptor) async throws(InspectionRefusal) -> MediaFacts {
        let request = InspectionRequest(file: try WorkerPool.readOnly(file))
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if request.begin(waiting: continuation) { submit(request) }
            }
        } onCancel: {
            request.cancel()
        }
        return try result.get()
    }

    /// Ends every worker; jobs under way and waiting ones are refused as cancelled, and so are later ones.
    public func close() { line.close() }

    private func submit(_ request: InspectionRequest) {
        guard line.add(request) else { return }
        let attendant = WorkerAttendant(line: line, program: program, limits: limits)
        do { try startThread(named: "filmgate-worker") { attendant.run() } } catch {
            line.threadIsMissing(.unavailable("starting a thread: \(error)"))
        }
    }

    private static func readOnly(_ file: OwnedDescriptor) throws(InspectionRefusal) -> OwnedDescriptor {
        do throws(Errno) {
            if try file.facts().isRegular { return try file.reopenedReadOnly() }
        } catch {
            throw .unavailable("opening the file for a worker: \(error)")
        }
        throw .invalidContent("It is not a regular file.")
    }
}
