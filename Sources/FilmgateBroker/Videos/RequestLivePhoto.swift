internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateStore
internal import FilmgateWire

/// Opens requests for live photos: first the photo is delivered, then the video.
@BrokerActor struct RequestLivePhoto: Sendable {
    let images: RequestImage
    let videos: RequestVideo

    /// - Returns: the path of the request, whose deliveries and response follow.
    /// - Throws: `noSuchAsset`, `invalidArgument` for an asset that is no live photo, `limitsExceeded`, and `tooLarge` for an image
    ///   that does not fit into memory.
    func request(
        _ id: AssetID, _ options: LivePhotoOptions, for call: MethodCall, _ admission: Admission
    ) async throws -> ObjectPath {
        let wanted = options.image.specification
        let ceiling = admission.visibility.limits.maxPixels
        guard let picture = try await images.library.picture(of: id, visibleTo: admission.visibility) else {
            throw WireError.noSuchAsset
        }
        let order = try images.order(of: picture, wanted, within: ceiling)
        let file = try await file(of: id, admission.visibility)
        let side = [wanted.width, wanted.height].compactMap(\.self).min()
        let video = VideoOrder(file, .pairedVideo(options.playback, side: side), within: ceiling)
        let reservation = try videos.made.reserve(video.room, for: admission.client.id)
        let path = try images.requests.open(
            options.image.handleToken, of: admission.client.id, for: admission.connection, bytes: order.room)
        let caller = Gate.Caller(peer: admission.client, connection: admission.connection)
        let photo = ImageRequest(of: id, order, within: ceiling, options.image.delivery, at: path, from: caller, images)
        photo.reportsProgress = false
        let paired = VideoRequest(of: id, video, within: ceiling, reservation, at: path, from: caller, videos)
        images.requests.prepare(path, for: call, on: admission.connection, LivePhotoRequest(photo, paired))
        return path
    }

    private func file(of id: AssetID, _ visibility: Visibility) async throws -> VideoFile {
        switch try await videos.library.video(of: id, as: .pairedVideo, visibleTo: visibility) {
        case .found(let file): return file
        case .noSuchAsset: throw WireError.noSuchAsset
        case .noVideo: throw WireError.invalidArgument("RequestLivePhoto: the asset is no live photo.")
        }
    }
}

/// An open request for both parts of a live photo.
@BrokerActor private final class LivePhotoRequest: ContentRequest {
    private let photo: ImageRequest
    private let video: VideoRequest

    init(_ photo: ImageRequest, _ video: VideoRequest) {
        self.photo = photo
        self.video = video
    }

    var isAllowed: Bool {
        get async throws { try await photo.isAllowed }
    }

    func response() async throws -> RequestResponse {
        let first = try await photo.response()
        return first.outcome == .success ? try await video.response() : first
    }
}
