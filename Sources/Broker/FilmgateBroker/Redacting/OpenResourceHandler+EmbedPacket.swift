import FilmgateModel
import FilmgateStore
import FilmgateSystem
import FilmgateWire
import FilmgateWorkers

extension OpenResourceHandler {
    /// Makes a copy of a file with an XMP packet that merges the file's own packet with the client's. The rest of the
    /// file stays unchanged.
    ///
    /// One job determines the required changes, and is the first to parse the packet. A second job checks that the copy
    /// can be read. If metadata was removed from the file, the first job needs a worker that has read no file before,
    /// and so cannot know the original.
    func embedding(
        _ xmp: [UInt8], _ plain: DeliveredResource, of original: OriginalFile, _ order: RequestedResource
    ) async throws -> DeliveredResource {
        let client = order.admission.client.id
        let owner = order.owner(in: library.user)
        do {
            let job = EmbeddingJob(
                xmp, in: plain.content, for: owner, needsFreshWorker: !order.removal.isEmpty)
            let embedding: EmbeddingPlan
            switch try await workers.embedding(job) {
            case .success(let found): embedding = found
            case .failure(let invalid):
                throw WireError.invalidArgument("OpenResource: 'xmp' cannot be used: \(invalid.reason)")
            }
            let size = embedding.size(of: try plain.content.facts().size)
            let reservation = try copies.reserve(size, for: client)
            let content = try await library.copy(plain.content, applying: embedding, for: client)
            try await inspect(content, for: owner)
            guard try await isAllowed(order) else { throw WireError.accessDenied }
            let copy = ClientFileTable.File(
                label: RedactionSource(
                    original: original.identity, removal: order.removal, found: plain.redacted, hasPacket: true,
                    reading: try await library.readOnly(content)),
                content: content, size: size, client: client)
            let opened = try opened(copy)
            copies.add(copy)
            withExtendedLifetime(reservation) {}
            return opened
        } catch JobRefusal.cancelled {
            throw CancellationError()
        } catch JobRefusal.tooLarge(let reason) {
            // Only this error means that the file cannot hold the packet.
            throw WireError.invalidContent(reason)
        }
    }

    /// Checks that a copy can still be read. If not, throws `unavailable`, because the client's file is not the cause.
    private func inspect(_ copy: OwnedDescriptor, for owner: JobOwner) async throws {
        do throws(any Error) {
            _ = try await workers.inspect(copy, for: owner)
        } catch JobRefusal.invalidContent(let reason) {
            throw JobRefusal.unavailable("reading a copy with XMP: \(reason)")
        }
    }
}
