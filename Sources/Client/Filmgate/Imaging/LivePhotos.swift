import FilmgateDBus
public import FilmgateModel
import FilmgateSystem
import FilmgateWire

/// A live photo that the broker made for this app.
public struct LivePhoto: Sendable {
    public let photo: PhotoImage
    public let pairedVideo: PhotoVideo
}

/// An event of a request for a live photo. The photos come first, then the progress, and then the video.
public enum LivePhotoDelivery: Sendable {
    /// A photo. If the photo is degraded, a better one follows.
    case photo(PhotoImage)
    /// The completed fraction of the video, from 0 to 1.
    case progress(Double)
    /// The video, which is the last event.
    case pairedVideo(PhotoVideo)
}

extension PhotoLibrary {
    /// Requests a live photo, upright and without metadata. `org.filmgate.Images1.RequestLivePhoto`.
    ///
    /// Requires that this app may see the asset. The original of an edited asset also requires the right `originals`.
    ///
    /// - Parameters:
    ///   - specification: the specification of the photo; by default a JPEG in full size, in sRGB.
    ///   - playback: how the video will be played.
    /// - Returns: the photo and the video as they arrive. The request begins and ends with the iteration.
    public func livePhoto(
        for asset: AssetID, as specification: ImageSpecification = ImageSpecification(),
        delivery: ImageDelivery = .opportunistic, playback: LivePhotoPlayback = .live
    ) -> LivePhotoDeliveries {
        LivePhotoDeliveries(
            link: link, asset: asset,
            options: LivePhotoOptions(ImageOptions(specification, delivery: delivery), playback: playback))
    }
}

/// The deliveries of a request for a live photo.
///
/// The iteration throws `PhotoLibraryError`: `notFound` for an asset that does not exist or that this app may not see,
/// `invalidArgument` for an asset that is not a live photo, and the errors of requests for images and videos.
public struct LivePhotoDeliveries: AsyncSequence, Sendable {
    public typealias Element = LivePhotoDelivery

    let link: BrokerLink
    let asset: AssetID
    let options: LivePhotoOptions

    /// The final photo and the video. The property waits for them, and throws the errors of the iteration.
    public var last: LivePhoto {
        get async throws {
            var photo: PhotoImage?
            for try await delivery in self {
                switch delivery {
                case .photo(let image): photo = image
                case .progress: break
                case .pairedVideo(let video):
                    if let photo { return LivePhoto(photo: photo, pairedVideo: video) }
                }
            }
            throw PhotoLibraryError.invalidReply("The broker delivered no live photo.")
        }
    }

    public func makeAsyncIterator() -> AsyncThrowingStream<LivePhotoDelivery, any Error>.Iterator {
        AsyncThrowingStream.requesting { continuation in
            try await link.perform { (connection) async throws(PhotoLibraryError) in
                try await connection.requestContent(
                    ImagesInterface.requestLivePhoto,
                    { token in
                        var options = options
                        options.image.handleToken = token
                        return MessageArguments(AssetIDText(asset), options)
                    },
                    { event in continuation.yield(LivePhotoDelivery(event)) })
            }
        }.makeAsyncIterator()
    }
}

extension LivePhotoDelivery {
    fileprivate init(_ event: ContentEvent) {
        switch event {
        case .progress(let fraction): self = .progress(fraction)
        case .delivery(let content, let details) where details.resourceType == ResourceType.pairedVideo.rawValue:
            self = .pairedVideo(PhotoVideo(content, details))
        case .delivery(let content, let details): self = .photo(PhotoImage(content, details))
        }
    }
}
