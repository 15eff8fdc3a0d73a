import FilmgateJobs
public import FilmgateModel
public import FilmgateSystem

/// Reads photos and videos in several caged workers, which this process does not trust.
///
/// Workers start when there are jobs, are replaced when they die or have done many jobs, and end after some time
/// without jobs. Each worker reads files for only one client. Each worker belongs to a thread, which gives it jobs and
/// waits for its answers. Users take turns, and the clients of one user take turns. A slow job does not count toward
/// the number of simultaneous jobs.
public final class WorkerPool: Sendable {
    private let queue: JobQueue
    /// The queue of video conversions. Conversions may take hours, so they have a queue of their own.
    private let conversions: JobQueue
    private let program: String
    private let limits: WorkerLimits

    /// - Parameters:
    ///   - program: the path of `filmgate-render`. If the program is missing, each job fails.
    ///   - count: the number of jobs that run at the same time, not counting slow jobs; at least one.
    public init(worker program: String, count: Int, limits: WorkerLimits = WorkerLimits()) {
        precondition(count > 0, "a pool has workers")
        queue = JobQueue(count: count)
        conversions = JobQueue(count: 1)
        self.program = program
        self.limits = limits
    }

    deinit { close() }

    /// Reads a file's metadata. The worker gets a separate read-only descriptor.
    ///
    /// Canceling the task cancels the job, and ends the worker if the job has begun.
    /// - Parameter takesDamaged: whether to read a file that can be shown only in part. The metadata of such a file
    ///   then has the subtype `damaged`.
    public func inspect(
        _ file: OwnedDescriptor, for owner: JobOwner, takesDamaged: Bool = false,
        meter: JobMeter = JobMeter()
    ) async throws(JobRefusal) -> MediaFacts {
        let request = JobRequest(
            .inspect(takesDamaged: takesDamaged), file: try WorkerPool.readOnly(file), for: owner, meter: meter)
        guard case .facts(let facts) = try await run(request).get() else { throw .unavailable("a wrong answer") }
        return facts
    }

    /// Reads the metadata of a sidecar.
    ///
    /// Canceling the task cancels the job.
    public func sidecar(
        _ file: OwnedDescriptor, for owner: JobOwner, meter: JobMeter = JobMeter()
    ) async throws(JobRefusal) -> SidecarFacts {
        let request = JobRequest(.sidecar, file: try WorkerPool.readOnly(file), for: owner, meter: meter)
        guard case .sidecar(let facts) = try await run(request).get() else { throw .unavailable("a wrong answer") }
        return facts
    }

    /// Reads all metadata of a file.
    ///
    /// The worker may be under the control of a malicious file. So the caller must decide by the names of the entries
    /// which entries a client may read. Canceling the task cancels the job.
    public func metadata(of file: OwnedDescriptor, for owner: JobOwner) async throws(JobRefusal) -> FileMetadata {
        let request = JobRequest(.metadata, file: try WorkerPool.readOnly(file), for: owner)
        guard case .metadata(let metadata) = try await run(request).get() else { throw .unavailable("a wrong answer") }
        return metadata
    }

    /// Determines the changes that remove some kinds of metadata from a file.
    ///
    /// All changes lie within the file's bytes. Canceling the task cancels the job.
    public func redaction(_ job: RedactionJob) async throws(JobRefusal) -> Redaction {
        let request = JobRequest(
            .redact(job.removal), file: try WorkerPool.readOnly(job.file), for: job.owner,
            needsFreshWorker: job.isCheck)
        guard case .redaction(let redaction) = try await run(request).get(),
            redaction.fits(try WorkerPool.size(of: job.file)), redaction.found.isSubset(of: job.removal.kinds)
        else { throw .unavailable("a wrong answer") }
        return redaction
    }

    /// Makes an image of a file's picture.
    ///
    /// - Parameters:
    ///   - takesDamaged: whether to show the intact part of a damaged picture.
    ///   - room: the size limit in bytes, at least the size of the image.
    ///   - completion: called once, on any thread, with the image or the reason why there is none.
    /// - Returns: the job.
    public func render(
        _ file: OwnedDescriptor, as specification: ImageSpecification, takesDamaged: Bool = false, room: UInt64,
        for owner: JobOwner, completion: @escaping @Sendable (Result<WorkerImage, JobRefusal>) -> Void
    ) -> RenderingJob {
        begin(.render(specification, takesDamaged: takesDamaged), with: file, room: room, for: owner) { image in
            completion(
                image.flatMap { image in image.map { .success($0) } ?? .failure(.unavailable("a wrong answer")) })
        }
    }

    /// Makes an image that is ready sooner than the image of `render`. Shows a smaller picture in the file, such as the
    /// thumbnail, or decodes the main picture only in part. The image can be smaller than requested.
    ///
    /// - Parameters:
    ///   - showsEmbedded: whether a picture other than the main one may be shown. If not, only a part of the main
    ///     picture is decoded.
    ///   - room: the size limit in bytes, at least the size of the image that `render` would make.
    ///   - completion: called once, on any thread; with nil if the file yields no such image.
    /// - Returns: the job.
    public func renderDegraded(
        _ file: OwnedDescriptor, as specification: ImageSpecification, showsEmbedded: Bool = true, room: UInt64,
        for owner: JobOwner, completion: @escaping @Sendable (Result<WorkerImage?, JobRefusal>) -> Void
    ) -> RenderingJob {
        begin(
            .renderDegraded(specification, showsEmbedded: showsEmbedded), with: file, room: room, for: owner, completion
        )
    }

    private func begin(
        _ job: Job, with file: OwnedDescriptor, room: UInt64, for owner: JobOwner,
        _ completion: @escaping @Sendable (Result<WorkerImage?, JobRefusal>) -> Void
    ) -> RenderingJob {
        switch WorkerPool.outputRequest(job, file, room, owner) {
        case .failure(let refusal):
            completion(.failure(refusal))
            return RenderingJob(request: nil)
        case .success(let (request, output)):
            let isWanted = request.begin { answer in
                completion(answer.flatMap { WorkerPool.image($0, in: output, room: room) })
            }
            if isWanted { submit(request) }
            return RenderingJob(request: request)
        }
    }

    private static func outputRequest(
        _ job: Job, _ file: OwnedDescriptor, _ room: UInt64, _ owner: JobOwner
    ) -> Result<(JobRequest, OwnedDescriptor), JobRefusal> {
        Result { () throws(JobRefusal) in
            let file = try readOnly(file)
            do throws(Errno) {
                let output = try OwnedDescriptor.memory(named: "image")
                try output.resize(to: room)
                return (JobRequest(job, file: file, output: output, for: owner), output)
            } catch {
                throw .unavailable("a memory file for an image: \(error)")
            }
        }
    }

    /// Seals a worker's output. Returns nil if the file has no degraded image.
    private static func image(_ result: JobAnswer, in output: OwnedDescriptor, room: UInt64) -> Result<
        WorkerImage?, JobRefusal
    > {
        if case .noDegradedImage = result { return .success(nil) }
        guard case .image(let image) = result, image.size <= room else {
            return .failure(.unavailable("a wrong answer"))
        }
        do throws(Errno) {
            try output.resize(to: image.size)
            // Sealing fails if the worker still has the file mapped for writing.
            try output.seal()
            // The file is reopened, because the worker shares the file position of the original descriptor.
            let content = try output.reopenedReadOnly()
            return .success(
                WorkerImage(content: content, pixelWidth: image.pixelWidth, pixelHeight: image.pixelHeight))
        } catch {
            return .failure(.invalidContent("It cannot be shown: its reader did not finish."))
        }
    }

    func run(_ request: JobRequest) async -> JobRequest.Answer {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if request.begin({ continuation.resume(returning: $0) }) { submit(request) }
            }
        } onCancel: {
            request.cancel()
        }
    }

    /// Whether no job waits or runs. Conversions of videos do not count.
    public var isIdle: Bool { queue.isIdle }

    /// Ends every worker. All jobs, including later ones, end as canceled.
    public func close() {
        queue.close()
        conversions.close()
    }

    private func submit(_ request: JobRequest) {
        if case .convertVideo = request.job {
            WorkerThread(
                queue: conversions, program: program, arguments: [Job.conversionArgument], limits: .conversions
            ).start(conversions.add(request))
        } else {
            WorkerThread(queue: queue, program: program, arguments: [], limits: limits).start(queue.add(request))
        }
    }

    static func readOnly(_ file: OwnedDescriptor) throws(JobRefusal) -> OwnedDescriptor {
        do throws(Errno) {
            if try file.facts().isRegular { return try file.reopenedReadOnly() }
        } catch {
            throw .unavailable("opening the file for a worker: \(error)")
        }
        throw .invalidContent("It is not a regular file.")
    }

    static func size(of file: OwnedDescriptor) throws(JobRefusal) -> UInt64 {
        do throws(Errno) { return try file.facts().size } catch { throw .unavailable("the size of a file: \(error)") }
    }
}

// Compiler fault: 2
/// The job of removing metadata from a file.
public final class RedactionJob: Sendable {
    let removal: MetadataRemoval
    let file: OwnedDescriptor
    let owner: JobOwner
    let isCheck: Bool

    /// - Parameter isCheck: whether the job checks a redacted file. Such a job requires a worker that has read no file
    ///   before.
    public init(
        _ file: OwnedDescriptor, _ removal: MetadataRemoval, for owner: JobOwner, isCheck: Bool = false
    ) {
        self.file = file
        self.removal = removal
        self.owner = owner
        self.isCheck = isCheck
    }
}

/// A job that makes an image.
public struct RenderingJob: Sendable {
    let request: JobRequest?

    /// Cancels the job, and ends the worker if the job has begun.
    public func cancel() { request?.cancel() }
}

/// An image that a worker has made.
public struct WorkerImage: Sendable {
    /// A sealed memory file with the encoded image.
    public let content: OwnedDescriptor
    public let pixelWidth: UInt32
    public let pixelHeight: UInt32
}

/// The user and the client of a job. Users take turns, and the clients of one user take turns. A worker gets the files
/// of only one client of one user.
public struct JobOwner: Hashable, Sendable {
    /// The owner of the library for which the job runs.
    public let user: UInt32
    public let client: ClientID
    /// Whether the jobs of this owner always leave one worker free for other owners.
    public let keepsPlaceFree: Bool

    public init(user: UInt32, client: ClientID, keepsPlaceFree: Bool) {
        self.user = user
        self.client = client
        self.keepsPlaceFree = keepsPlaceFree
    }

    /// Returns whether a worker that has read a file for one owner may read a file for the other.
    func sharesWorkers(with other: JobOwner) -> Bool { user == other.user && client == other.client }
}

/// The reason why a job failed.
public enum JobRefusal: Error, Hashable, Sendable {
    /// The file is not a readable photo or video. The text is a sentence for the person.
    case invalidContent(String)
    /// The dimensions are too large. The text is a sentence for the person.
    case tooLarge(String)
    /// Workers cannot be caged on this machine, so no file is read.
    case noCage
    /// The job failed for a reason other than the file. The text is for the journal.
    case unavailable(String)
    /// The disk has no room for the result.
    case noSpace
    /// `JobMeter.isAllowed` refused the job before it began.
    case notAllowed
    /// The task was canceled, or the pool is closed.
    case cancelled
}
