/// The form in which a client wants to have a video.
public struct VideoSpecification: Codable, Hashable, Sendable {
    public var preset = Preset.medium
    /// The start, in seconds from the video's beginning.
    public var start = 0.0
    /// The end, in seconds from the video's beginning; nil for the video's end.
    public var end: Double?
    /// The most pixels on the longer side; nil for no limit.
    package var maxPixels: UInt32?
    public var playback = Playback.once
    /// Whether the file consists of fragments, and can be played from its beginning while it is written.
    package var isFragmented = false

    public init() {}

    /// How the video is made. The raw values are its names on the bus.
    public enum Preset: String, CaseIterable, Codable, Sendable {
        /// The stored pictures and sound in a new file. Cuts are at key frames.
        case passthrough
        /// H.264 and AAC; the shorter side has at most 480 pixels.
        case low
        /// At most 720 pixels.
        case medium
        /// At most 1080 pixels.
        case high

        /// The maximum length of the shorter side, in pixels; nil for no limit.
        public var side: UInt32? {
            switch self {
            case .passthrough: nil
            case .low: 480
            case .medium: 720
            case .high: 1080
            }
        }
    }

    /// The order in which the frames are shown.
    public enum Playback: String, CaseIterable, Codable, Sendable {
        /// As they were recorded.
        case once
        /// As they were recorded. The last ones fade into the first, and there is no sound.
        case loop
        /// Forwards, then backwards. There is no sound.
        case bounce
    }
}

/// How the video of a live photo is played. The raw values are its names on the bus.
public enum LivePhotoPlayback: String, CaseIterable, Sendable {
    /// As it was recorded, with its sound.
    case live
    case loop, bounce
}

extension VideoSpecification {
    /// The video of a live photo.
    ///
    /// - Parameter side: the pixels on the shorter side of the photo's box; nil without a box.
    public static func pairedVideo(_ playback: LivePhotoPlayback, side: UInt32?) -> VideoSpecification {
        var specification = VideoSpecification()
        specification.preset = side.map { $0 <= 480 } == true ? .low : .medium
        specification.playback =
            switch playback {
            case .live: .once
            case .loop: .loop
            case .bounce: .bounce
            }
        return specification
    }
}
