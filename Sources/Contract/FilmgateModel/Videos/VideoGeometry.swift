/// The size of a converted video. Videos are never enlarged.
public struct VideoGeometry: Hashable, Sendable {
    /// The width in square pixels, before the video is rotated. Width and height are even, because H.264 requires this.
    public let width: UInt32
    public let height: UInt32

    /// - Parameters:
    ///   - width: the width of the video before it is rotated, in square pixels.
    ///   - height: the height of the video before it is rotated, in square pixels.
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

    /// Returns the nearest even number that is at least 2 and does not exceed a limit.
    private static func even(_ length: Double, atMost limit: Double) -> UInt32 {
        let nearest = (length / 2).rounded() * 2
        return UInt32(max(2, nearest > limit ? nearest - 2 : nearest))
    }

    /// The maximum bit rate of the pictures, in bits per second, averaged over two seconds.
    public var bitsPerSecond: UInt64 {
        max(500_000, UInt64(width).multipliedClamped(by: 6).multipliedClamped(by: UInt64(height)))
    }

    /// The bit rate of the sound, in bits per second.
    public static let audioBitsPerSecond: UInt64 = 128_000
    /// The maximum frame rate. A faster video loses the excess frames.
    public static let framesPerSecond = 60
}

extension VideoGeometry {
    /// Returns the maximum size of a converted video with these dimensions, in bytes.
    ///
    /// - Parameter seconds: the duration of the video.
    public func room(seconds: Double) -> UInt64 {
        // The file's tables need at most 64 bytes for each frame, and for each block of sound samples.
        let tables = 64 * Double(VideoGeometry.framesPerSecond + 50)
        let bytes = (Double(bitsPerSecond) + 2 * Double(VideoGeometry.audioBitsPerSecond)) / 8 + tables
        // Adds the bits that the encoder may have saved in simple scenes and may use later.
        return UInt64(min(bytes * max(0, min(seconds, 1e9)) + Double(bitsPerSecond) / 4, 1e18)) + 1 << 20
    }
}
