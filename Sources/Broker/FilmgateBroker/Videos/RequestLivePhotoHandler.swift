import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateWire

/// Opens requests for live photos: first the photo is delivered, then the video.
@BrokerActor struct RequestLivePhotoHandler: Sendable {
    let images: RequestImageHandler
    let videos: RequestVideoHandler

    /// - Returns: the path of the request object, which sends the deliveries and the response later.
    /// - Throws: the errors of `RequestImageHandler.picture`, `RequestImageHandler.order` and
    ///   `RequestVideoHandler.file`, `limitsExceeded` and `tooLarge` for lack of space, and the errors of `Tripwires`.
    func request(
        _ id: AssetID, _ options: LivePhotoOptions, carrying metadata: ImageMetadataWriter? = nil, for call: MethodCall,
        _ admission: Admission
    ) async throws -> ObjectPath {
        let wanted = options.image.specification
        let limits = admission.visibility.limits
        let picture = try await images.picture(of: id, as: wanted.version, admission.visibility)
        let order = try images.order(of: picture, wanted, within: limits)
        let file = try await videos.file(of: id, as: .pairedVideo, wanted.version, admission.visibility)
        let side = [wanted.width, wanted.height].compactMap(\.self).min()
        try await images.gate.tripwires.take(.images, id, admission)
        let video = VideoJobInput(file, .pairedVideo(options.playback, side: side), within: limits)
        let reservation = try videos.made.reserve(video.room, for: admission.client.id)
        let path = try images.requests.open(options.image.handleToken, for: admission, bytes: order.room)
        let caller = admission.caller
        let photo = OpenImageRequest(
            of: id, order, within: limits, options.image.delivery, at: path, from: caller, seen: nil, images)
        photo.reportsProgress = false
        photo.metadata = metadata
        let paired = VideoRequest(of: id, video, within: limits, reservation, at: path, from: caller, videos)
        images.requests.prepare(path, for: call, on: admission.connection, LivePhotoRequest(photo, paired))
        return path
    }
}

/// An open request for two deliveries in sequence.
@BrokerActor final class LivePhotoRequest: ContentRequest {
    private let first: any ContentRequest
    private let second: any ContentRequest

    init(_ first: any ContentRequest, _ second: any ContentRequest) {
        self.first = first
        self.second = second
    }

    var accessState: AccessState { first.accessState }

    var isAllowed: Bool {
        get async throws { try await first.isAllowed }
    }

    func response() async throws -> RequestResponse {
        let response = try await first.response()
        return response.outcome == .success ? try await second.response() : response
    }
}
