public enum MediaType: String, CaseIterable, Sendable, Codable {
    case image, video

    public static let all = Set(allCases)
}

extension Set<MediaType> {
    /// The names of the types on the bus, in a fixed order.
    public var names: [String] { MediaType.allCases.filter(contains).map(\.rawValue) }
}

/// A special kind of photo or video, as its metadata shows.
public enum MediaSubtype: String, CaseIterable, Sendable, Codable {
    case live, panorama, hdr, screenshot, animated, raw, depth
    case slowMotion = "slow-motion"
    case timeLapse = "time-lapse"
    case burst
    /// The file is truncated or broken, and its intact part is shown.
    case damaged
    /// The creation date is a guess, for example from the file name. The subtype is removed when the date is set.
    case guessedDate = "guessed-date"
}

/// The way in which an asset is meant to be shown.
public enum PlaybackStyle: String, CaseIterable, Sendable {
    case image
    case imageAnimated = "image-animated"
    case livePhoto = "live-photo"
    case video
    case videoLooping = "video-looping"

    public init(_ type: MediaType, _ subtypes: Set<MediaSubtype>) {
        self =
            switch type {
            case .video: .video
            case .image:
                if subtypes.contains(.live) {
                    .livePhoto
                } else if subtypes.contains(.animated) {
                    .imageAnimated
                } else {
                    .image
                }
            }
    }
}

/// The origin of an asset: the user's own library, or a cloud.
public enum AssetSource: String, CaseIterable, Sendable {
    case userLibrary = "user-library"
    case cloud
}

/// The place where an asset's original is stored.
public enum Availability: String, CaseIterable, Sendable {
    case local, cloud
}

/// The SHA-256 of a resource's bytes.
public struct ContentHash: Hashable, Sendable, CustomStringConvertible {
    public let bytes: [UInt8]

    /// Returns nil unless there are exactly 32 bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }

    /// Parses the form of `description`. Returns nil for every other text.
    public init?(_ text: String) {
        let digits = Array(text.utf8)
        guard digits.starts(with: "sha256:".utf8), let bytes = Hexadecimal.bytes(of: Array(digits.dropFirst(7))) else {
            return nil
        }
        self.init(bytes: bytes)
    }

    /// The hash as `sha256:` and 64 hexadecimal digits.
    public var description: String { "sha256:\(Hexadecimal.text(of: bytes))" }
}
