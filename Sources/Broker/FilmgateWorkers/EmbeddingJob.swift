import FilmgateJobs
public import FilmgateModel
public import FilmgateSystem

// Compiler fault: 2
/// The job of determining how to write an XMP packet or other metadata into a file.
public final class EmbeddingJob: Sendable {
    let job: Job
    let file: OwnedDescriptor
    let owner: JobOwner
    let needsFreshWorker: Bool
    let meter: JobMeter

    private init(
        _ job: Job, _ file: OwnedDescriptor, _ owner: JobOwner, needsFreshWorker: Bool = false,
        meter: JobMeter = JobMeter()
    ) {
        self.job = job
        self.file = file
        self.owner = owner
        self.needsFreshWorker = needsFreshWorker
        self.meter = meter
    }

    /// - Parameters:
    ///   - packet: an XMP packet in UTF-8, which the broker has not parsed; at most `EmbeddingPlan.mostPacket` bytes.
    ///   - needsFreshWorker: whether the job requires a worker that has read no file before.
    public convenience init(
        _ packet: [UInt8], in file: OwnedDescriptor, for owner: JobOwner, needsFreshWorker: Bool = false
    ) {
        precondition(packet.count <= EmbeddingPlan.mostPacket, "a job takes no longer packet")
        self.init(.embed(packet), file, owner, needsFreshWorker: needsFreshWorker)
    }

    /// - Parameter description: the metadata, with plausible values.
    public convenience init(
        _ description: NewFileMetadata, of file: OwnedDescriptor, for owner: JobOwner, meter: JobMeter = JobMeter()
    ) {
        self.init(.describe(description), file, owner, meter: meter)
    }
}

/// The reason why a packet was not embedded: it is not XMP, or the file cannot contain it. The text is a sentence for
/// the person.
public struct XMPEmbeddingError: Error, Hashable, Sendable {
    public let reason: String
}

extension WorkerPool {
    /// Determines the changes to a copy of a file that write metadata, or an XMP packet merged with the file's own
    /// packet. A job for metadata yields no changes if the file already has the metadata.
    ///
    /// All changes lie within the file's bytes. Canceling the task ends the job.
    /// - Returns: the changes; a failure if the packet is not XMP, or if the file cannot contain it.
    /// - Throws: `JobRefusal`: `invalidContent` also if adding a packet would change other data of the file.
    public func embedding(_ job: EmbeddingJob) async throws(JobRefusal) -> Result<EmbeddingPlan, XMPEmbeddingError> {
        let request = JobRequest(
            job.job, file: try WorkerPool.readOnly(job.file), for: job.owner, meter: job.meter,
            needsFreshWorker: job.needsFreshWorker)
        switch try await run(request).get() {
        case .embedding(let embedding):
            guard embedding.fits(try WorkerPool.size(of: job.file)) else { throw .unavailable("a wrong answer") }
            // A packet always changes the file, so an answer without changes is wrong.
            if case .embed = job.job, embedding.splices.isEmpty { throw .unavailable("a wrong answer") }
            return .success(embedding)
        case .invalidPacket(let reason): return .failure(XMPEmbeddingError(reason: reason))
        default: throw .unavailable("a wrong answer")
        }
    }
}

// Compiler fault: 2
/// The job of giving a picture the metadata of a different file.
public final class MetadataReplacementJob: Sendable {
    let picture: OwnedDescriptor
    let original: OwnedDescriptor
    let omitsOpaque: Bool
    /// The size limit of the result, in bytes.
    let room: UInt64
    let owner: JobOwner
    let meter: JobMeter

    /// The space that the result has for metadata, in bytes.
    private static let mostMetadata: UInt64 = 16 << 20

    /// - Parameters:
    ///   - size: the size of the picture, in bytes.
    ///   - omitsOpaque: whether to leave out what can contain other pictures or values of unknown meaning, such as
    ///     maker notes, and what describes other colors than sRGB.
    public init(
        of picture: OwnedDescriptor, size: UInt64, by original: OwnedDescriptor, omitsOpaque: Bool = false,
        for owner: JobOwner, meter: JobMeter = JobMeter()
    ) {
        self.picture = picture
        self.original = original
        self.omitsOpaque = omitsOpaque
        self.owner = owner
        self.meter = meter
        room = size + MetadataReplacementJob.mostMetadata
    }
}

extension WorkerPool {
    /// Copies a picture with the metadata of a different file instead of the picture's own. The pixels stay unchanged.
    ///
    /// Canceling the task ends the job.
    /// - Returns: a sealed memory file.
    public func replaceMetadata(_ replacement: MetadataReplacementJob) async throws(JobRefusal) -> OwnedDescriptor {
        let output = try WorkerPool.output(with: replacement.room)
        let request = JobRequest(
            .replaceMetadata(omitsOpaque: replacement.omitsOpaque, room: replacement.room),
            file: try WorkerPool.readOnly(replacement.picture), output: output,
            second: try WorkerPool.readOnly(replacement.original), for: replacement.owner,
            meter: replacement.meter, needsFreshWorker: true)
        return try await written(by: request, to: output, room: replacement.room)
    }

    /// Makes a memory file for an edited picture of at most this size.
    static func output(with room: UInt64) throws(JobRefusal) -> OwnedDescriptor {
        do throws(Errno) {
            let output = try OwnedDescriptor.memory(named: "render")
            try output.resize(to: room)
            return output
        } catch {
            throw .unavailable("a memory file for an edited picture: \(error)")
        }
    }

    /// Runs a job that writes to a memory file.
    ///
    /// - Returns: the sealed memory file.
    func written(
        by request: JobRequest, to output: OwnedDescriptor, room: UInt64
    ) async throws(JobRefusal) -> OwnedDescriptor {
        guard case .written(let size) = try await run(request).get(), size <= room else {
            throw .unavailable("a wrong answer")
        }
        do throws(Errno) {
            try output.resize(to: size)
            try output.seal()
            return try output.reopenedReadOnly()
        } catch {
            throw .unavailable("the memory file of an edited picture: \(error)")
        }
    }
}
