/// The properties of a video that a client requests.
public struct VideoSpecification: Codable, Hashable, Sendable {
    public var preset = Preset.medium
    /// The start of the range, in seconds from the video's beginning.
    public var start = 0.0
    /// The end of the range, in seconds from the video's beginning; nil means the video's end.
    public var end: Double?
    /// The maximum length of the longer side, in pixels; nil means no limit.
    package var maxPixels: UInt32?
    public var playback = Playback.once
    /// Whether a video in slow motion is shown slowly, and without sound. `start` and `end` are times of the stored
    /// video. See `SlowMotion`.
    public var isSlowMotion = false
    /// Whether the file consists of fragments, and can be played from its beginning while it is written.
    package var isFragmented = false

    public init() {}

    /// The quality of the video. The raw values are the names on the bus.
    public enum Preset: String, CaseIterable, Codable, Sendable {
        /// The stored pictures and sound are copied to a new file. Cuts are at key frames.
        case passthrough
        /// H.264 and AAC; the shorter side has at most 480 pixels.
        case low
        /// H.264 and AAC; the shorter side has at most 720 pixels.
        case medium
        /// H.264 and AAC; the shorter side has at most 1080 pixels.
        case high

        /// The maximum length of the shorter side, in pixels; nil means no limit.
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
        /// The frames are shown as they were recorded.
        case once
        /// The frames are shown as they were recorded, and the last frames fade into the first. There is no sound.
        case loop
        /// The frames are shown forwards, then backwards. There is no sound.
        case bounce
    }
}

/// The way in which the video of a live photo is played. The raw values are the names on the bus.
public enum LivePhotoPlayback: String, CaseIterable, Sendable {
    /// The video is played as it was recorded, with its sound.
    case live
    case loop, bounce
}

extension VideoSpecification {
    /// Returns the specification of a live photo's video.
    ///
    /// - Parameter side: the shorter side of the client's box for the photo, in pixels; nil without a box.
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
