import CFilmgateAV
import FilmgateRendering

/// Converts interlaced frames to the same number of progressive frames, with FFmpeg's `bwdif`. Does not change other
/// frames.
final class Deinterlacer {
    private let timeBase: AVRational
    private let isInterlaced: Bool
    private var chain: VideoFilterGraph?
    private var shape: FrameShape?

    /// - Parameters:
    ///   - timeBase: the unit of the frames' times.
    ///   - isInterlaced: whether the video can contain interlaced frames.
    init(timeBase: AVRational, isInterlaced: Bool) {
        self.timeBase = timeBase
        self.isInterlaced = isInterlaced
    }

    /// Converts a frame; nil flushes the remaining frames. `pass` finds a frame's time in `best_effort_timestamp`.
    func take(
        _ frame: UnsafeMutablePointer<AVFrame>?,
        _ pass: (UnsafeMutablePointer<AVFrame>) throws(UnreadableFileError) -> Void
    ) throws(UnreadableFileError) {
        if let frame, isInterlaced, shape != FrameShape(frame) {
            // A frame with a different size or format needs a new chain of filters. First, the frames in the old chain
            // are passed on.
            try flush(pass)
            shape = FrameShape(frame)
            chain = VideoFilterGraph("bwdif=mode=send_frame:deint=interlaced", for: frame, timeBase: timeBase)
        }
        guard let chain else {
            if let frame { try pass(frame) }
            return
        }
        guard let frame else { return try flush(pass) }
        frame.pointee.pts = frame.pointee.best_effort_timestamp
        try chain.filter(frame) { result throws(UnreadableFileError) in try self.pass(result, of: chain, pass) }
    }

    private func flush(_ pass: (UnsafeMutablePointer<AVFrame>) throws(UnreadableFileError) -> Void)
        throws(UnreadableFileError)
    {
        guard let chain else { return }
        self.chain = nil
        try chain.filter(nil) { result throws(UnreadableFileError) in try self.pass(result, of: chain, pass) }
    }

    private func pass(
        _ result: UnsafeMutablePointer<AVFrame>, of chain: VideoFilterGraph,
        _ pass: (UnsafeMutablePointer<AVFrame>) throws(UnreadableFileError) -> Void
    ) throws(UnreadableFileError) {
        if result.pointee.pts != fg_av_no_time {
            result.pointee.pts = av_rescale_q(result.pointee.pts, chain.timeBase, timeBase)
        }
        result.pointee.best_effort_timestamp = result.pointee.pts
        try pass(result)
    }
}

/// The size and the pixel format of the frames that a chain of filters accepts.
struct FrameShape: Equatable {
    private let width: Int32
    private let height: Int32
    private let format: Int32

    init(_ frame: UnsafeMutablePointer<AVFrame>) {
        (width, height, format) = (frame.pointee.width, frame.pointee.height, frame.pointee.format)
    }
}
