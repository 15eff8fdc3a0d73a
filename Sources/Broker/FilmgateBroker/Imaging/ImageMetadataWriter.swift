import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateSystem
import FilmgateWire
import FilmgateWorkers

// Compiler fault: 2
/// Writes into an image that is made of a picked item the metadata that the client would find in the item's file.
@BrokerActor final class ImageMetadataWriter {
    private let opening: OpenResourceHandler
    private let file: RequestedResource

    init(of file: RequestedResource, _ opening: OpenResourceHandler) {
        self.file = file
        self.opening = opening
    }

    /// Returns the image with the metadata. Returns nil if the client could not open the file, or if it has metadata
    /// that cannot be removed or written again.
    ///
    /// A worker that has read no file before writes the metadata, so that it cannot know what was removed. Maker notes
    /// and other values in which a picture from before an edit or a crop could be hidden are left out.
    /// - Throws: `limitsExceeded`, `CancellationError`, and failures of workers and of the store.
    func written(into image: EncodedImage) async throws -> EncodedImage? {
        let client = file.admission.client
        do {
            let source = try await opening.open(file)
            let job = MetadataReplacementJob(
                of: image.content, size: try image.content.facts().size, by: source.content, omitsOpaque: true,
                for: file.owner(in: opening.library.user))
            let content = try await opening.workers.replaceMetadata(job)
            return image.with(content: try opening.lender.memory.give(content, to: client.id))
        } catch JobRefusal.cancelled {
            throw CancellationError()
        } catch JobRefusal.invalidContent, JobRefusal.tooLarge {
            return nil
        } catch let error as WireError where error.errorReply.name == WireError.accessDenied.errorReply.name {
            return nil
        }
    }

    /// Whether the client may have the file without the metadata that was removed.
    var isAllowed: Bool { get async throws { try await opening.isAllowed(file) } }
}
