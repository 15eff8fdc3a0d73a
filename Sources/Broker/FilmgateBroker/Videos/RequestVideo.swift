import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateWire
import FilmgateWorkers

/// Opens requests for videos.
@BrokerActor struct RequestVideo: Sendable {
    let gate: Gate
    let requests: RequestRegistry
    let made: HeldFiles<MadeVideo>

    var library: Library { gate.core.library }

    /// - Returns: the path of the request, whose delivery and response follow.
    /// - Throws: `noSuchAsset`, `lacking` for the original of an edited video, `invalidArgument` for an asset that is
    ///   not a video, and for a range beyond its end, `limitsExceeded`.
    func request(
        _ id: AssetID, _ options: VideoOptions, for call: MethodCall, _ admission: Admission
    ) async throws -> ObjectPath {
        let (client, connection) = (admission.client, admission.connection)
        let file = try await file(of: id, as: .video, options.version, admission.visibility)
        guard options.specification.start < file.duration ?? .infinity else {
            throw WireError.invalidArgument("RequestVideo: 'start' must be earlier than the end of the video.")
        }
        try await gate.tripwires.take(.images, id, admission)
        let limits = admission.visibility.limits
        let order = VideoOrder(file, options.specification, within: limits)
        let reservation = try made.reserve(order.room, for: client.id)
        let path = try requests.open(options.handleToken, of: client.id, for: connection)
        let request = VideoRequest(
            of: id, order, within: limits, reservation, at: path,
            from: admission.caller, self)
        requests.prepare(path, for: call, on: connection, request)
        return path
    }

    /// - Parameter type: `video`, or `pairedVideo` for the video of a live photo.
    /// - Throws: `noSuchAsset`; `invalidArgument` for an asset without such a video; `lacking` for a video of an
    ///   original that the client may not have.
    func file(
        of id: AssetID, as type: ResourceType, _ version: ImageSpecification.Version, _ visibility: Visibility
    ) async throws -> VideoFile {
        switch try await library.video(of: id, as: type, version, visibleTo: visibility) {
        case .found(let file):
            try visibility.checkOriginal(isNeeded: file.isReplaced)
            return file
        case .noSuchAsset: throw WireError.noSuchAsset
        case .noVideo where type == .pairedVideo:
            throw WireError.invalidArgument("RequestLivePhoto: the asset is no live photo.")
        case .noVideo:
            throw WireError.invalidArgument("RequestVideo: the asset is a photo; ask for its image with RequestImage.")
        }
    }
}
