import FilmgateJobs
public import FilmgateSystem

// Compiler fault: 2
/// A picture that gets the metadata of a different file.
public final class MetadataReplacement: Sendable {
    let picture: OwnedDescriptor
    let original: OwnedDescriptor
    /// The size limit of the result, in bytes.
    let room: UInt64
    let owner: JobOwner
    let meter: JobMeter

    /// How many bytes of metadata fit into the result.
    private static let mostMetadata: UInt64 = 16 << 20

    /// - Parameter size: of the picture, in bytes.
    public init(
        of picture: OwnedDescriptor, size: UInt64, by original: OwnedDescriptor, for owner: JobOwner,
        meter: JobMeter = JobMeter()
    ) {
        self.picture = picture
        self.original = original
        self.owner = owner
        self.meter = meter
        room = size + MetadataReplacement.mostMetadata
    }
}

extension WorkerPool {
    /// Writes a picture with the metadata of a different file instead of its own. The pixels stay unchanged.
    ///
    /// Cancelling the task ends the job.
    /// - Returns: a sealed memory file.
    public func replaceMetadata(_ replacement: MetadataReplacement) async throws(JobRefusal) -> OwnedDescriptor {
        let output: OwnedDescriptor
        do throws(Errno) {
            output = try .memory(named: "render")
            try output.resize(to: replacement.room)
        } catch {
            throw .unavailable("a memory file for an edited picture: \(error)")
        }
        let request = JobRequest(
            .replaceMetadata(room: replacement.room), file: try WorkerPool.readOnly(replacement.picture),
            output: output, second: try WorkerPool.readOnly(replacement.original), for: replacement.owner,
            meter: replacement.meter, needsFreshWorker: true)
        guard case .written(let size) = try await run(request).get(), size <= replacement.room else {
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
