import FilmgateDBus
import FilmgateWire

/// Serves `org.filmgate.Images1`.
@BrokerActor struct ImagesObject {
    let gate: Gate
    let images: RequestImageHandler
    let videos: RequestVideoHandler
    let preparation: ImagePreparer

    var interface: ServedInterface {
        ServedInterface(
            root: ImagesInterface.self,
            [
                gate.method(ImagesInterface.requestImage) { call, admission, arguments in
                    let (identifier, options) = arguments.values
                    return MessageArguments(try await images.request(identifier.id, options, for: call, admission))
                }.followed(by: images.requests),
                gate.method(ImagesInterface.requestVideo) { call, admission, arguments in
                    let (identifier, options) = arguments.values
                    return MessageArguments(try await videos.request(identifier.id, options, for: call, admission))
                }.followed(by: videos.requests),
                gate.method(ImagesInterface.requestLivePhoto) { call, admission, arguments in
                    let (identifier, options) = arguments.values
                    let live = RequestLivePhotoHandler(images: images, videos: videos)
                    return MessageArguments(try await live.request(identifier.id, options, for: call, admission))
                }.followed(by: images.requests),
                gate.method(ImagesInterface.startCaching) { _, admission, arguments in
                    let (assets, options) = arguments.values
                    try preparation.start(
                        assets.map(\.id), as: options.specification,
                        for: admission.caller)
                    return MessageArguments()
                },
                gate.method(ImagesInterface.stopCaching) { _, admission, arguments in
                    let (assets, options) = arguments.values
                    preparation.stop(assets.map(\.id), as: options.specification, for: admission.connection)
                    return MessageArguments()
                },
                gate.method(ImagesInterface.stopCachingAll) { _, admission, _ in
                    preparation.stopAll(for: admission.connection)
                    return MessageArguments()
                },
            ])
    }
}
