package import CFilmgateAV

/// The size in which a video is shown before it is turned upright, and how it is to be turned.
package struct VideoShape {
    /// In square pixels.
    package let width: UInt32
    package let height: UInt32
    /// Exif's number.
    package let orientation: UInt32

    /// Whether width and height change places when the video is turned upright.
    package var isTurned: Bool { orientation >= 5 }

    /// - Throws: if one side is zero, or there are more pixels than are read.
    package init(of video: UnsafeMutablePointer<AVStream>) throws(Unreadable) {
        let parameters = video.pointee.codecpar.pointee
        let stored = UInt32(clamping: parameters.width)
        height = UInt32(clamping: parameters.height)
        try Dimensions.check(stored, height, of: "video")
        width = UInt32(clamping: Int64((Double(stored) * VideoShape.sampleRatio(of: video)).rounded()))
        try Dimensions.check(width, height, of: "video")
        orientation = VideoShape.orientation(of: video)
    }

    /// Width to height of one stored pixel; 1 if it is unknown or no camera's.
    private static func sampleRatio(of video: UnsafeMutablePointer<AVStream>) -> Double {
        let ratios = [video.pointee.sample_aspect_ratio, video.pointee.codecpar.pointee.sample_aspect_ratio]
        guard let ratio = ratios.first(where: { $0.num > 0 && $0.den > 0 }) else { return 1 }
        let quotient = Double(ratio.num) / Double(ratio.den)
        return (0.1...10).contains(quotient) ? quotient : 1
    }

    /// Quarter turns and mirrors; no camera writes angles between them.
    private static func orientation(of video: UnsafeMutablePointer<AVStream>) -> UInt32 {
        var size = 0
        guard let data = av_stream_get_side_data(video, AV_PKT_DATA_DISPLAYMATRIX, &size), size >= 36 else { return 1 }
        // A point (x, y) is shown at (a·x + c·y, b·x + d·y), with the origin in the upper left corner.
        let (a, b, c, d) = data.withMemoryRebound(to: Int32.self, capacity: 9) { ($0[0], $0[1], $0[3], $0[4]) }
        if b.magnitude > a.magnitude || c.magnitude > d.magnitude {
            return b < 0 ? (c < 0 ? 7 : 8) : (c < 0 ? 6 : 5)
        }
        return a < 0 ? (d < 0 ? 3 : 2) : (d < 0 ? 4 : 1)
    }
}
