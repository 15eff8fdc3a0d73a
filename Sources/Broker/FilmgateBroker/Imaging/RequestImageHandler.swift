import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateWire
import FilmgateWorkers

/// Opens requests for images.
@BrokerActor struct RequestImageHandler: Sendable {
    let gate: Gate
    let requests: RequestRegistry
    let maker: ImageMaker

    /// - Returns: the path of the request object, which sends the deliveries and the response later.
    /// - Throws: `noSuchAsset`, `lacking(.originals)`, `tooLarge`, and the errors of `Tripwires` and `RequestRegistry`.
    func request(
        _ id: AssetID, _ options: ImageOptions, carrying metadata: ImageMetadataWriter? = nil, for call: MethodCall,
        _ admission: Admission
    ) async throws -> ObjectPath {
        let access = gate.accessState(of: admission.caller)
        let picture = try await picture(of: id, as: options.specification.version, admission.visibility)
        let limits = admission.visibility.limits
        let order = try order(of: picture, options.specification, within: limits)
        try await gate.tripwires.take(.images, id, admission)
        let path = try requests.open(options.handleToken, for: admission, bytes: order.room)
        let request = OpenImageRequest(
            of: id, order, within: limits, options.delivery, at: path,
            from: admission.caller, seen: access.view?.visibility == admission.visibility ? access : nil, self)
        request.metadata = metadata
        requests.prepare(path, for: call, on: admission.connection, request)
        return path
    }

    /// - Throws: `tooLarge` for an image that can exceed `ImageJobInput.mostRoom`.
    func order(
        of picture: PictureFile, _ specification: ImageSpecification, within limits: ContentLimits
    ) throws(WireError) -> ImageJobInput {
        let order = ImageJobInput(picture, specification, within: limits)
        guard order.room <= ImageJobInput.mostRoom else {
            throw .tooLarge("This image would have \(order.room) bytes; ask for a smaller one.")
        }
        return order
    }

    /// - Throws: `noSuchAsset`, and the error of `checkOriginal(isNeeded:)`.
    func picture(
        of id: AssetID, as version: ImageSpecification.Version, _ visibility: Visibility
    ) async throws -> PictureFile {
        guard let picture = try await gate.core.library.picture(of: id, as: version, visibleTo: visibility) else {
            throw WireError.noSuchAsset
        }
        try visibility.checkOriginal(isNeeded: picture.isReplaced)
        return picture
    }
}

extension Visibility {
    /// - Throws: `lacking` if the original of an edited asset is needed, and the client has no right to it.
    func checkOriginal(isNeeded: Bool) throws(WireError) {
        guard !isNeeded || rights.contains(.originals) else { throw .lacking(.originals) }
    }
}

// Compiler fault: 2
/// An open request for an image of an asset.
@BrokerActor final class OpenImageRequest: ContentRequest {
    private let asset: AssetID
    private let order: ImageJobInput
    /// The limits of the grant when the call was made.
    private let limits: ContentLimits
    private let delivery: ImageDelivery
    private let path: ObjectPath
    private let caller: Gate.Caller
    /// The access state in which the client saw the asset; nil if the state changed during the call.
    private let seen: AccessState?
    private let service: RequestImageHandler
    /// Whether the client gets an estimate of the progress.
    var reportsProgress = true
    /// The metadata for the final image; nil for an image without metadata.
    var metadata: ImageMetadataWriter?
    private var hasMetadata = false
    /// Whether the next delivery may show a picture in the file other than the main one, such as the thumbnail.
    private var isEmbedded = false

    init(
        of asset: AssetID, _ order: ImageJobInput, within limits: ContentLimits, _ delivery: ImageDelivery,
        at path: ObjectPath, from caller: Gate.Caller, seen: AccessState?, _ service: RequestImageHandler
    ) {
        self.asset = asset
        self.order = order
        self.limits = limits
        self.delivery = delivery
        self.path = path
        self.caller = caller
        self.seen = seen
        self.service = service
    }

    /// Delivers a degraded image if the client wants one and it is ready sooner. Then delivers the final image, unless
    /// `.fast` has delivered a degraded one. Before each delivery, checks that the client still sees the asset.
    ///
    /// Whether a degraded image is delivered depends on the file and on earlier deliveries to this connection. Except
    /// for the owner's tools, it never depends on images that were made for other clients.
    ///
    /// - Throws: `accessDenied`, `limitsExceeded`, `JobRefusal`, `CancellationError`, and the errors of the store.
    func response() async throws -> RequestResponse {
        let isOwners = caller.client.isOwnersTool
        var cached = try await isOwners ? service.maker.cached([order], for: caller.client) : nil
        let comesAlone = isOwners ? cached != nil : caller.connection.images.contains(order)
        if delivery != .highQuality, !comesAlone, let image = await degraded() {
            try await deliver(image, isDegraded: true)
            if delivery == .fast { return RequestResponse(.success) }
        }
        isEmbedded = false
        if !isOwners { cached = try await service.maker.cached([order], for: caller.client) }
        if let cached { try await deliver(cached) } else { try await deliver(await image().get()) }
        caller.connection.images.insert(order)
        return RequestResponse(.success)
    }

    /// Returns a degraded image. A thumbnail in the file may show the picture before an edit, so it is used only if the
    /// client may open original files, and never for the render of an edit.
    private func degraded() async -> EncodedImage? {
        let visibility = accessState.view?.visibility
        isEmbedded = !order.picture.type.isRender && visibility.map { $0.closesFiles == nil } ?? false
        // If no degraded image can be made, only the final image is delivered.
        return try? await service.maker.degraded(order, for: caller.client, owner, showsEmbedded: isEmbedded)
    }

    private func image() async -> ImageJob.Result {
        let progress =
            reportsProgress ? service.requests.reportProgress(at: path, to: caller.connection) : nil
        defer { progress?.cancel() }
        return await service.maker.make(order, for: owner)
    }

    private var owner: JobOwner { JobOwner(caller.client, in: service.gate.core.user) }

    var accessState: AccessState { service.gate.accessState(of: caller) }

    /// Whether the client sees the asset now, and may have an image of this size.
    var isAllowed: Bool {
        get async throws {
            if let seen, accessState == seen { return true }
            return try await service.gate.allows(caller) { visibility in
                guard visibility.limits.allow(contentWithin: limits),
                    !order.picture.isReplaced || visibility.rights.contains(.originals),
                    !isEmbedded || visibility.closesFiles == nil
                else { return false }
                if hasMetadata, let metadata, try await !metadata.isAllowed { return false }
                return try await service.gate.core.library.picture(of: asset, visibleTo: visibility) != nil
            }
        }
    }

    private func deliver(_ image: EncodedImage, isDegraded: Bool = false) async throws {
        let described = isDegraded ? nil : try await metadata?.written(into: image)
        hasMetadata = described != nil
        let image = described ?? image
        let format = order.specification.format
        var details = DeliveryDetails(
            resourceType: order.picture.type.rawValue, pixelWidth: image.pixelWidth, pixelHeight: image.pixelHeight,
            mimeType: format == .pixels ? "application/octet-stream" : format.rawValue)
        details.isDegraded = isDegraded
        try await service.requests.deliver(image.content, details, at: path, to: caller.connection, of: self)
    }
}

extension ContentLimits {
    /// Returns whether these limits allow an image or a video that was made under earlier limits.
    func allow(contentWithin earlier: ContentLimits) -> Bool {
        guard let maxPixels else { return true }
        return earlier.maxPixels.map { $0 <= maxPixels } ?? false
    }
}
