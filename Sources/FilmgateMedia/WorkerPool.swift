public import FilmgateModel
public import FilmgateSystem

/// Reads photos and videos in caged workers, several at once, none of which this process trusts.
///
/// Workers are started when there is work, replaced when they die or grow old, and ended when there has been none for a
/// while. Each reads files of one user alone, and is served by a thread, which waits for it and keeps nobody else waiting. Users take
/// turns, and each user's clients; a job that takes long leaves its place to others.
public final class WorkerPool: Sendable {
    private let line: WorkLine
    private let program: String
    private let limits: WorkerLimits

    /// - Parameters:
    ///   - program: path of `filmgate-render`; that it is missing is told by each job.
    ///   - count: jobs at the same time that do not take long, at least one.
    public init(worker program: String, count: Int, limits: WorkerLimits = WorkerLimits()) {
        precondition(count > 0, "a pool has workers")
        line = WorkLine(count: count)
        self.program = program
        self.limits = limits
    }

    deinit { line.close() }

    /// Reads a file's metadata; the worker is given a read-only descriptor of its own.
    ///
    /// Cancelling the task ends the job, and its worker where it has begun.
    /// - Parameters:
    ///   - isAllowed: is asked when the job's turn has come, on a thread of the pool's, for much may have been spent while it waited.
    ///   - charge: is told the processor time that a worker spent on it, whatever comes of it, on a thread of the pool's.
    public func inspect(
        _ file: OwnedDescriptor, for owner: JobOwner, isAllowed: @escaping @Sendable () -> Bool = { true },
        charge: @escaping @Sendable (Duration) -> Void = { _ in }
    ) async throws(InspectionRefusal) -> MediaFacts {
        let request = InspectionRequest(
            file: try WorkerPool.readOnly(file), for: owner, isAllowed: isAllowed, charge: charge)
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
        WorkerAttendant(line: line, program: program, limits: limits).start(line.add(request))
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
