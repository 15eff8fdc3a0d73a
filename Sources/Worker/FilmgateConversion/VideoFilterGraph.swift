import CFilmgateAV
import CFilmgateFilters
import FilmgateRendering
import Glibc

/// Loads libavfilter. Must be called before the cage is entered. Without libavfilter, HDR videos stay HDR, and
/// interlaced videos stay interlaced.
public func prepareFilters() { _ = fg_filters_load() }

/// A chain of FFmpeg filters, for frames of one size and format.
final class VideoFilterGraph {
    private let filters: OpaquePointer
    private let result: FFmpegOwner<AVFrame>
    /// The unit of the times of filtered frames.
    let timeBase: AVRational

    /// - Parameters:
    ///   - frame: one of the frames to filter.
    ///   - timeBase: the unit of the frames' times.
    ///   - description: the filters in the syntax of ffmpeg's option `-vf`.
    /// - Returns: nil if the filters are not available for such frames.
    init?(_ description: String, for frame: UnsafeMutablePointer<AVFrame>, timeBase: AVRational) {
        let source =
            "video_size=\(frame.pointee.width)x\(frame.pointee.height):pix_fmt=\(frame.pointee.format)"
            + ":time_base=\(timeBase.num)/\(timeBase.den):pixel_aspect=1/1"
        var made: OpaquePointer?
        guard fg_filters_new(source, description, &made) >= 0, let filters = made else { return nil }
        guard let result = FFmpegOwner<AVFrame>() else {
            fg_filters_free(filters)
            return nil
        }
        var base = AVRational()
        fg_filters_time_base(filters, &base.num, &base.den)
        (self.filters, self.result, self.timeBase) = (filters, result, base)
    }

    deinit { fg_filters_free(filters) }

    /// Filters a frame; nil flushes the frames that the filters still hold.
    ///
    /// - Parameter receive: called with each filtered frame, which is valid only during the call.
    func filter(
        _ frame: UnsafeMutablePointer<AVFrame>?,
        _ receive: (UnsafeMutablePointer<AVFrame>) throws(UnreadableFileError) -> Void
    ) throws(UnreadableFileError) {
        try check(fg_filters_put(filters, frame))
        while true {
            let code = fg_filters_take(filters, result.raw)
            if code == -EAGAIN || code == fg_av_eof { return }
            try check(code)
            defer { av_frame_unref(result.raw) }
            try receive(result.raw)
        }
    }

    private func check(_ code: Int32) throws(UnreadableFileError) {
        if code == -ENOMEM { throw .enormous("The video needs more memory than it gets.") }
        guard code >= 0 else { throw .broken("video", "its pixels cannot be converted.") }
    }
}
