internal import FilmgateDBus
internal import FilmgateMedia
internal import FilmgateModel
internal import FilmgateStore
internal import FilmgateWire

/// An open request for an image of an asset.
///
/// A class, because the compiler passes a wrong return address to asynchronous functions with as many arguments as a
/// structure of these has fields.
@BrokerActor final class ImageRequest {
    private let asset: AssetID
    private let picture: PictureFile
    private let specification: ImageSpecification
    private let room: UInt64
    private let path: ObjectPath
    private let caller: Gate.Caller
    private let makers: RequestImage

    /// - Parameter room: bytes, at least those of the image.
    init(
        asset: AssetID, picture: PictureFile, specification: ImageSpecification, room: UInt64, path: ObjectPath,
        caller: Gate.Caller, makers: RequestImage
    ) {
        self.asset = asset
        self.picture = picture
        self.specification = specification
        self.room = room
        self.path = path
        self.caller = caller
        self.makers = makers
    }

    /// Makes the image and delivers it, if the client may still see the asset then.
    ///
    /// - Throws: `accessDenied`, `limitsExceeded`, `JobRefusal`, and what the database throws.
    func response() async throws -> RequestResponse {
        let made = await image()
        guard !Task.isCancelled else { return RequestResponse(.cancelled) }
        let image = try made.get()
        guard try await isVisible else { throw WireError.accessDenied }
        guard await deliver(image) else {
            throw WireError.limitsExceeded("This app has not taken in what it was sent before.")
        }
        return RequestResponse(.success)
    }

    /// Waits for the image. The worker stops when the task is cancelled.
    private func image() async -> Result<WorkerImage, JobRefusal> {
        let image = LoopContinuation<Result<WorkerImage, JobRefusal>>(on: BrokerActor.loop)
        let client = caller.client
        let job = makers.workers.render(
            picture.content, as: specification, room: room,
            for: JobOwner(user: makers.library.user, client: client.id, leavesRoom: !client.isOwnersTool)
        ) { image.end(with: $0) }
        return await withTaskCancellationHandler {
            await image.outcome()
        } onCancel: {
            job.cancel()
        }
    }

    /// Whether the client sees the asset now.
    private var isVisible: Bool {
        get async throws {
            guard let view = makers.gate.view(of: caller) else { return false }
            return try await makers.library.resources(of: asset, visibleTo: view.visibility) != nil
        }
    }

    private func deliver(_ image: WorkerImage) async -> Bool {
        let format = specification.format
        return await makers.requests.deliver(
            image.content,
            DeliveryDetails(
                resourceType: picture.type.rawValue, pixelWidth: image.pixelWidth, pixelHeight: image.pixelHeight,
                mimeType: format == .pixels ? "application/octet-stream" : format.rawValue),
            at: path, to: caller.connection)
    }
}
