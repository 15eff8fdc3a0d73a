import FilmgateModel
import FilmgateStore

/// A video to make: its file and its form.
struct VideoOrder: Hashable, Sendable {
    let file: VideoFile
    let specification: VideoSpecification

    /// - Parameter limits: the limits of a grant. The order has `maxPixels` only if it may make the video smaller.
    init(_ file: VideoFile, _ specification: VideoSpecification, within limits: ContentLimits) {
        self.file = file
        var limited = specification
        limited.maxPixels = limits.maxPixels
        let concerns =
            file.pixelWidth == nil
            || VideoOrder.geometry(of: limited, file) != VideoOrder.geometry(of: specification, file)
        self.specification = concerns ? limited : specification
    }

    /// The assumed size of a video of unknown size: the largest that cameras pair with photos.
    private static func geometry(of specification: VideoSpecification, _ file: VideoFile) -> VideoGeometry {
        VideoGeometry(of: specification, width: file.pixelWidth ?? 7680, height: file.pixelHeight ?? 3456)
    }

    /// The largest size of the video, in bytes.
    var room: UInt64 {
        let converted = VideoOrder.geometry(of: specification, file).room(seconds: seconds)
        // Tables and sound can become larger when they are rewritten.
        return specification.preset == .passthrough ? max(converted, file.size / 8 * 9 + 1 << 20) : converted
    }

    /// The processor time that making it may take, in seconds.
    var processorTime: UInt64 {
        let megapixels = Double(UInt64(file.pixelWidth ?? 3840) * UInt64(file.pixelHeight ?? 2160)) / 1e6
        return UInt64(min(VideoOrder.mostProcessorTime, 60 + seconds * (5 + 3 * megapixels)))
    }

    private static let mostProcessorTime = 12 * 3600.0

    /// The duration of the requested part, limited by the longest that a file of this size can plausibly have.
    private var seconds: Double {
        // Forwards and backwards.
        wholeSeconds * (specification.playback == .bounce ? 2 : 1)
    }

    private var wholeSeconds: Double {
        let plausible = max(600, Double(file.size) / 500)
        let whole = min(file.duration ?? (file.role == .pairedVideo ? 60 : 4 * 3600), plausible)
        return max(0, min(specification.end ?? .infinity, whole) - min(specification.start, whole))
    }
}
