package import CFilmgateAV

/// The display size of a video before it is turned upright, and its orientation.
package struct VideoShape {
    /// The width in pixels, which are square.
    package let width: UInt32
    package let height: UInt32
    /// The Exif orientation.
    package let orientation: UInt32

    /// Whether turning the video upright swaps its width and height.
    package var isTurned: Bool { orientation >= 5 }

    /// - Throws: if a side is zero, or if there are more pixels than Filmgate reads.
    package init(of video: UnsafeMutablePointer<AVStream>) throws(UnreadableFileError) {
        let parameters = video.pointee.codecpar.pointee
        let stored = UInt32(clamping: parameters.width)
        height = UInt32(clamping: parameters.height)
        try PictureSizeLimits.check(stored, height, of: "video")
        width = UInt32(clamping: Int64((Double(stored) * VideoShape.sampleRatio(of: video)).rounded()))
        try PictureSizeLimits.check(width, height, of: "video")
        orientation = VideoShape.orientation(of: video)
    }

    /// Returns the width-to-height ratio of a stored pixel; 1 if it is unknown or implausible.
    private static func sampleRatio(of video: UnsafeMutablePointer<AVStream>) -> Double {
        let ratios = [video.pointee.sample_aspect_ratio, video.pointee.codecpar.pointee.sample_aspect_ratio]
        guard let ratio = ratios.first(where: { $0.num > 0 && $0.den > 0 }) else { return 1 }
        let quotient = Double(ratio.num) / Double(ratio.den)
        return (0.1...10).contains(quotient) ? quotient : 1
    }

    /// Returns the Exif orientation: quarter turns and mirroring. Cameras do not write other angles.
    private static func orientation(of video: UnsafeMutablePointer<AVStream>) -> UInt32 {
        var size = 0
        guard let data = av_stream_get_side_data(video, AV_PKT_DATA_DISPLAYMATRIX, &size), size >= 36 else { return 1 }
        // The matrix moves a point (x, y) to (a·x + c·y, b·x + d·y). The origin is the upper left corner.
        let (a, b, c, d) = data.withMemoryRebound(to: Int32.self, capacity: 9) { ($0[0], $0[1], $0[3], $0[4]) }
        if b.magnitude > a.magnitude || c.magnitude > d.magnitude { return b < 0 ? (c < 0 ? 7 : 8) : (c < 0 ? 6 : 5) }
        return a < 0 ? (d < 0 ? 3 : 2) : (d < 0 ? 4 : 1)
    }
}

/// Returns the matrix that makes players turn and mirror a track.
///
/// - Parameters:
///   - orientation: an Exif orientation.
///   - width: the width in units of 1/65536 pixel, like the height.
package func displayMatrix(_ orientation: UInt32, width: Int, height: Int) -> [Int32] {
    // The matrix moves a point (x, y) to (a·x + c·y, b·x + d·y), then shifts the picture to the upper left corner.
    let turns = [
        2: (-1, 0, 0, 1), 3: (-1, 0, 0, -1), 4: (1, 0, 0, -1), 5: (0, 1, 1, 0), 6: (0, 1, -1, 0), 7: (0, -1, -1, 0),
        8: (0, -1, 1, 0),
    ]
    let (a, b, c, d) = turns[Int(orientation)] ?? (1, 0, 0, 1)
    let right = (a < 0 ? width : 0) + (c < 0 ? height : 0)
    let down = (b < 0 ? width : 0) + (d < 0 ? height : 0)
    let one = 1 << 16
    return [a * one, b * one, 0, c * one, d * one, 0, right, down, 1 << 30].map { Int32(truncatingIfNeeded: $0) }
}
