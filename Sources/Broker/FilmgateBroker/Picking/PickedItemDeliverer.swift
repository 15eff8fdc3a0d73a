import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateSystem
import FilmgateWire

// Compiler fault: 2
/// Delivers picked and kept items to their clients, with the same requests as other content.
@BrokerActor final class PickedItemDeliverer {
    private let resources: RequestResourceHandler
    private let images: RequestImageHandler
    private let videos: RequestVideoHandler
    private let keeper: PickedItemKeeper

    init(
        _ resources: RequestResourceHandler, _ images: RequestImageHandler, _ videos: RequestVideoHandler,
        _ keeper: PickedItemKeeper
    ) {
        self.keeper = keeper
        self.resources = resources
        self.images = images
        self.videos = videos
    }

    private var core: LibraryCore { images.gate.core }

    /// Opens the file of an item.
    ///
    /// - Throws: `notFound`; `invalidArgument` for a format that requires conversion; and the errors of
    ///   `OpenResourceHandler.open`.
    func open(_ order: PickedItemCall) async throws -> (OwnedDescriptor, DeliveryDetails) {
        let opened = try await opened(order)
        let mimeType = order.options.mimeType ?? ""
        guard let own = opened.formats.own, mimeType.isEmpty || mimeType == own else {
            throw mimeType.isEmpty || opened.formats.all.contains(mimeType)
                ? WireError.invalidArgument("OpenItem: this format must be made; ask for it with RequestItem.")
                : opened.noFormat("OpenItem", mimeType)
        }
        let file = try await resources.opening.handOut(opened.order(for: opened.file))
        core.audit.note("open-item", .allowed, opened.subject, by: order.admission.client)
        let details = DeliveryDetails(
            resourceType: opened.file.type.rawValue, mimeType: own, redacted: file.redacted)
        return (file.content, details)
    }

    /// - Returns: the path of the request object, which sends the deliveries and the response later.
    /// - Throws: `notFound`; `invalidArgument` for a format in which the item is not available; and the errors of
    ///   requests for images, videos and files.
    func request(_ order: PickedItemCall, for call: MethodCall) async throws -> ObjectPath {
        let options = order.options
        let opened = try await opened(order)
        let form = try opened.form(options)
        let isWhole = opened.isLive && options.part == nil
        let metadata =
            options.hasMetadata
            ? ImageMetadataWriter(of: opened.order(for: opened.file), resources.opening) : nil
        let path: ObjectPath
        switch form {
        case .pairedVideo(let side): path = try await requestPairedVideo(opened, side, order, for: call)
        case .file where isWhole: path = try await requestLivePhoto(opened, order, for: call)
        case .file:
            path = try await resources.request(
                opened.order(for: opened.file), ResourceOptions(handleToken: options.handleToken), for: call)
        case .image(let specification) where isWhole:
            path = try await RequestLivePhotoHandler(images: images, videos: videos).request(
                opened.item.asset, LivePhotoOptions(opened.imageOptions(specification, options)), carrying: metadata,
                for: call, opened.admission)
        case .image(let specification):
            path = try await images.request(
                opened.item.asset, opened.imageOptions(specification, options), carrying: metadata, for: call,
                opened.admission)
        case .video(let specification):
            path = try await videos.request(
                opened.item.asset, VideoOptions(specification, handleToken: options.handleToken), for: call,
                opened.admission)
        }
        core.audit.note("request-item", .allowed, opened.subject, by: order.admission.client)
        return path
    }

    /// Returns the metadata of an item's file, without the kinds that are removed from the item.
    ///
    /// - Throws: `notFound`, and the errors of `MetadataReader.metadata`.
    func metadata(of order: PickedItemCall, by reading: MetadataReader) async throws -> FileMetadata {
        let opened = try await opened(order)
        let metadata: FileMetadata
        do {
            metadata = try await reading.metadata(of: opened.item.asset, opened.admission)
        } catch let error as WireError where error == .noSuchAsset || error == .accessDenied {
            // The item may have ended meanwhile.
            throw WireError.noSuchItem
        }
        core.audit.note("get-item-metadata", .allowed, opened.subject, by: order.admission.client)
        return metadata
    }

    private func opened(_ order: PickedItemCall) async throws -> OpenedItem {
        let admission = order.admission
        guard let handle = order.handle, let item = try await keeper.item(handle, admission) else {
            throw WireError.noSuchItem
        }
        let visibility = item.visibility
        guard let files = try await core.library.resources(of: item.asset, visibleTo: visibility),
            let file = files.first(where: \.type.isPrimary),
            let key = try await core.library.key(of: item.asset, visibleTo: visibility),
            let row = try await core.library.rows(
                CollectionOfOne(key), properties: PickedAsset.properties, visibleTo: visibility)?.first
        else { throw WireError.noSuchItem }
        let asset = PickedAsset(row)
        // Policy may have excluded the media type since a kept item was picked.
        guard item.allows(asset.mediaType) else { throw WireError.noSuchItem }
        return OpenedItem(item, asset, file, files, Admission(admission, to: item))
    }

    /// Requests the file of a live photo's still image, and its video.
    private func requestLivePhoto(
        _ opened: OpenedItem, _ order: PickedItemCall, for call: MethodCall
    ) async throws -> ObjectPath {
        let admission = opened.admission
        let video = try await pairedVideo(of: opened)
        let path = try resources.requests.open(order.options.handleToken, for: admission)
        let photo = ResourceRequest(opened.order(for: opened.file), opened.file, nil, at: path, resources)
        resources.requests.prepare(path, for: call, on: admission.connection, LivePhotoRequest(photo, video(path)))
        return path
    }

    private func requestPairedVideo(
        _ opened: OpenedItem, _ side: UInt32?, _ order: PickedItemCall, for call: MethodCall
    ) async throws -> ObjectPath {
        let admission = opened.admission
        let video = try await pairedVideo(of: opened, side: side)
        let path = try resources.requests.open(order.options.handleToken, for: admission)
        resources.requests.prepare(path, for: call, on: admission.connection, video(path))
        return path
    }

    /// Returns a function that makes the request for a live photo's video. The video is converted, unless it is a
    /// separate file that the client wants in its current format and size.
    private func pairedVideo(
        of opened: OpenedItem, side: UInt32? = nil
    ) async throws -> @BrokerActor (ObjectPath) -> any ContentRequest {
        let (admission, asset) = (opened.admission, opened.item.asset)
        if side == nil, opened.item.representation == .current, let file = opened.pairedFile {
            let order = opened.order(for: file)
            return { [resources] path in ResourceRequest(order, file, nil, at: path, resources) }
        }
        let limits = admission.visibility.limits
        let file = try await videos.file(of: asset, as: .pairedVideo, .current, admission.visibility)
        let order = VideoJobInput(file, .pairedVideo(.live, side: side), within: limits)
        let reservation = try videos.made.reserve(order.room, for: admission.client.id)
        return { [videos] path in
            VideoRequest(of: asset, order, within: limits, reservation, at: path, from: admission.caller, videos)
        }
    }
}

extension WireError {
    /// The error must be the same for a handle that never existed, belongs to another connection, or names a deleted
    /// asset.
    static let noSuchItem = WireError.notFound(
        "There is no picked item with this handle; ask the person to pick again.")
}
