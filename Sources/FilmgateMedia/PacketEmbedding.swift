internal import FilmgateJobs
public import FilmgateModel
public import FilmgateSystem

/// A file that is to get an XMP packet.
///
/// A class, because the compiler passes a wrong return address to asynchronous functions with as many arguments.
public final class EmbeddingJob: Sendable {
    let packet: [UInt8]
    let file: OwnedDescriptor
    let owner: JobOwner
    let needsFreshWorker: Bool

    /// - Parameters:
    ///   - packet: UTF-8, not yet looked at; at most `Embedding.mostPacket` bytes.
    ///   - needsFreshWorker: whether a worker that has read no file before must do it.
    public init(_ packet: [UInt8], in file: OwnedDescriptor, for owner: JobOwner, needsFreshWorker: Bool = false) {
        precondition(packet.count <= Embedding.mostPacket, "a job takes no longer packet")
        self.packet = packet
        self.file = file
        self.owner = owner
        self.needsFreshWorker = needsFreshWorker
    }
}

/// Why a packet was not embedded: it is not XMP. The text is a sentence for a person.
public struct InvalidPacket: Error, Hashable, Sendable {
    public let reason: String
}

extension WorkerPool {
    /// Finds what must be changed in a copy of a file so that it holds an XMP packet, together with the file's own.
    ///
    /// What is left out is within the file. Cancelling the task ends the job.
    /// - Returns: the changes; a failure if the packet is not XMP.
    /// - Throws: `invalidContent` also for files that cannot hold one without another change.
    public func embedding(
        _ job: EmbeddingJob
    ) async throws(JobRefusal) -> Result<Embedding, InvalidPacket> {
        let request = JobRequest(
            .embed(job.packet), file: try WorkerPool.readOnly(job.file), for: job.owner,
            needsFreshWorker: job.needsFreshWorker, isAllowed: { true }, charge: { _ in })
        switch try await run(request).get() {
        case .embedding(let embedding):
            guard let facts = try? job.file.facts(), embedding.fits(facts.size), !embedding.splices.isEmpty else {
                throw .unavailable("a wrong answer")
            }
            return .success(embedding)
        case .invalidPacket(let reason): return .failure(InvalidPacket(reason: reason))
        default: throw .unavailable("a wrong answer")
        }
    }
}
