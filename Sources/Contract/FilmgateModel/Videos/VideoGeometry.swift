/// The size of a converted video. Nothing is ever enlarged.
public struct VideoGeometry: Hashable, Sendable {
    /// In square pixels, before the video is turned upright; both even, as H.264 needs them.
    public let width: UInt32
    public let height: UInt32

    /// - Parameters:
    ///   - width: of the video before it is turned upright, in square pixels.
    ///   - height: of the same.
    public init(of specification: VideoSpecification, width: UInt32, height: UInt32) {
        let (width, height) = (Double(max(width, 1)), Double(max(height, 1)))
        let scales = [
            1, specification.preset.side.map { Double($0) / min(width, height) },
            specification.maxPixels.map { Double($0) / max(width, height) },
        ]
        let scale = scales.compactMap { $0 }.min() ?? 1
        let maxPixels = Double(specification.maxPixels ?? .max)
        self.width = VideoGeometry.even(width * scale, atMost: min(width, maxPixels))
        self.height = VideoGeometry.even(height * scale, atMost: min(height, maxPixels))
    }

    /// Returns the nearest even number that is not above a limit, and at least 2.
    private static func even(_ length: Double, atMost limit: Double) -> UInt32 {
        let nearest = (length / 2).rounded() * 2
        return UInt32(max(2, nearest > limit ? nearest - 2 : nearest))
    }

    /// The most that the encoder uses for the pictures, on average over two seconds.
    public var bitsPerSecond: UInt64 {
        max(500_000, UInt64(width).multipliedClamped(by: 6).multipliedClamped(by: UInt64(height)))
    }

    /// For the sound.
    public static let audioBitsPerSecond: UInt64 = 128_000
    /// The most frames in a second; of a faster video some are left out.
    public static let framesPerSecond = 60
}

extension VideoGeometry {
    /// Returns the most bytes that a converted video of this size can have.
    ///
    /// - Parameter seconds: its duration.
    public func room(seconds: Double) -> UInt64 {
        // The file's tables need at most 64 bytes for a frame, and for a block of samples of the sound.
        let tables = 64 * Double(VideoGeometry.framesPerSecond + 50)
        let bytes = (Double(bitsPerSecond) + 2 * Double(VideoGeometry.audioBitsPerSecond)) / 8 + tables
        // What the encoder may have saved in quiet seconds.
        return UInt64(min(bytes * max(0, min(seconds, 1e9)) + Double(bitsPerSecond) / 4, 1e18)) + 1 << 20
    }
}
