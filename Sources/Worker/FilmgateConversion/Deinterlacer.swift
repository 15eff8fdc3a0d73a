import CFilmgateAV
import FilmgateRendering

/// A converter of interlaced frames to the same number of progressive frames, with FFmpeg's `bwdif`. Other frames are
/// not changed.
final class Deinterlacer {
    private let timeBase: AVRational
    private let isInterlaced: Bool
    private var chain: FilterChain?
    private var shape: FrameShape?

    /// - Parameters:
    ///   - timeBase: the unit of the frames' times.
    ///   - isInterlaced: whether any frames are interlaced.
    init(timeBase: AVRational, isInterlaced: Bool) {
        self.timeBase = timeBase
        self.isInterlaced = isInterlaced
    }

    /// Passes on a converted frame; at the end, the remaining frames. The time of each frame is in
    /// `best_effort_timestamp`.
    func take(
        _ frame: UnsafeMutablePointer<AVFrame>?,
        _ pass: (UnsafeMutablePointer<AVFrame>) throws(Unreadable) -> Void
    ) throws(Unreadable) {
        if let frame, isInterlaced, shape != FrameShape(frame) {
            // A frame of another shape needs another chain. Before that, the frames in the old chain are passed on.
            try flush(pass)
            shape = FrameShape(frame)
            chain = FilterChain("bwdif=mode=send_frame:deint=interlaced", for: frame, timeBase: timeBase)
        }
        guard let chain else {
            if let frame { try pass(frame) }
            return
        }
        guard let frame else { return try flush(pass) }
        frame.pointee.pts = frame.pointee.best_effort_timestamp
        try chain.filter(frame) { result throws(Unreadable) in try self.pass(result, of: chain, pass) }
    }

    private func flush(_ pass: (UnsafeMutablePointer<AVFrame>) throws(Unreadable) -> Void) throws(Unreadable) {
        guard let chain else { return }
        self.chain = nil
        try chain.filter(nil) { result throws(Unreadable) in try self.pass(result, of: chain, pass) }
    }

    private func pass(
        _ result: UnsafeMutablePointer<AVFrame>, of chain: FilterChain,
        _ pass: (UnsafeMutablePointer<AVFrame>) throws(Unreadable) -> Void
    ) throws(Unreadable) {
        if result.pointee.pts != fg_av_no_time {
            result.pointee.pts = av_rescale_q(result.pointee.pts, chain.timeBase, timeBase)
        }
        result.pointee.best_effort_timestamp = result.pointee.pts
        try pass(result)
    }
}

/// The parameters for which a chain of filters is made.
struct FrameShape: Equatable {
    private let width: Int32
    private let height: Int32
    private let format: Int32

    init(_ frame: UnsafeMutablePointer<AVFrame>) {
        (width, height, format) = (frame.pointee.width, frame.pointee.height, frame.pointee.format)
    }
}
