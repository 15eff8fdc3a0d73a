import FilmgateDBus
public import FilmgateModel
public import FilmgateSystem
import FilmgateWire

/// A video that the broker made for this app.
public struct PhotoVideo: Sendable {
    /// The file, open for reading and positioned at its start; or the reading end of a pipe, if `isProgressive` is
    /// true.
    public let content: OwnedDescriptor
    /// Whether `content` is a pipe, into which the broker writes the video as fragmented MP4 while it makes the video.
    /// If the app reads nothing for 30 seconds, the request fails.
    public let isProgressive: Bool
    /// The width of the upright video in pixels; 0 if the video is progressive.
    public let pixelWidth: Int
    public let pixelHeight: Int
    public let mimeType: String
}

/// An event of a request for a video.
public enum VideoDelivery: Sendable {
    /// The completed fraction of the work, from 0 to 1.
    case progress(Double)
    /// The video. If the video is progressive, further progress follows until the broker has written the whole video.
    case video(PhotoVideo)
}

extension PhotoLibrary {
    /// Requests a video of an asset: upright, and without metadata. `org.filmgate.Images1.RequestVideo`.
    ///
    /// Requires that this app may see the asset. The original of an edited video also requires the right `originals`.
    ///
    /// - Parameters:
    ///   - version: the version of the video; by default the current one, with its edits.
    ///   - start: the start of the part to deliver, in seconds from the video's beginning.
    ///   - end: the end of the part, in seconds from the video's beginning; nil for the end of the video.
    ///   - isSlowMotion: whether a video in slow motion is shown slowly, and without sound. Other videos do not change.
    ///   - isProgressive: whether to deliver a pipe at once, and to write the video into the pipe. If the broker has
    ///     made the video before, it delivers a file.
    /// - Returns: the progress and the video as they arrive. The request begins and ends with the iteration.
    public func video(
        for asset: AssetID, preset: VideoSpecification.Preset = .medium,
        version: ImageSpecification.Version = .current, start: Double = 0, end: Double? = nil,
        isSlowMotion: Bool = false, isProgressive: Bool = false
    ) -> VideoDeliveries {
        var specification = VideoSpecification()
        specification.preset = preset
        specification.start = start
        specification.end = end
        specification.isSlowMotion = isSlowMotion
        specification.isFragmented = isProgressive
        var options = VideoOptions(specification)
        options.version = version
        return VideoDeliveries(link: link, asset: asset, options: options)
    }
}

/// The deliveries of a request for a video.
///
/// The iteration throws `PhotoLibraryError`: `notFound` for an asset that does not exist or that this app may not see,
/// `invalidArgument` for an asset that is not a video, `invalidContent` for a video that is damaged or cannot be
/// converted, `tooLarge`, `limitsExceeded`, `accessDenied` if the app lost access in the meantime, and `inputOutput` if
/// the request was cancelled.
public struct VideoDeliveries: AsyncSequence, Sendable {
    public typealias Element = VideoDelivery

    let link: BrokerLink
    let asset: AssetID
    let options: VideoOptions

    /// The video, which must not have been requested as progressive. Waits for the video, and throws the errors of the
    /// iteration.
    public var last: PhotoVideo {
        get async throws {
            for try await delivery in self {
                if case .video(let video) = delivery { return video }
            }
            throw PhotoLibraryError.invalidReply("The broker delivered no video.")
        }
    }

    public func makeAsyncIterator() -> AsyncThrowingStream<VideoDelivery, any Error>.Iterator {
        AsyncThrowingStream.requesting { continuation in
            try await link.perform { (connection) async throws(PhotoLibraryError) in
                try await connection.requestContent(
                    ImagesInterface.requestVideo,
                    { token in
                        var options = options
                        options.handleToken = token
                        return MessageArguments(AssetIDText(asset), options)
                    },
                    { event in continuation.yield(VideoDelivery(event)) })
            }
        }.makeAsyncIterator()
    }
}

extension VideoDelivery {
    fileprivate init(_ event: ContentEvent) {
        switch event {
        case .progress(let fraction): self = .progress(fraction)
        case .delivery(let content, let details): self = .video(PhotoVideo(content, details))
        }
    }
}

extension PhotoVideo {
    init(_ content: OwnedDescriptor, _ details: DeliveryDetails) {
        self.init(
            content: content, isProgressive: details.isProgressive, pixelWidth: Int(details.pixelWidth ?? 0),
            pixelHeight: Int(details.pixelHeight ?? 0), mimeType: details.mimeType)
    }
}
