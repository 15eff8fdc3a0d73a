import CFilmgateAV
import FilmgateRendering

/// Converts HDR frames (PQ or HLG) to the brightness and colors of BT.709 and to the size of an encoder, with zimg and
/// FFmpeg's `tonemap`.
final class ToneMapper {
    private let width: Int32
    private let height: Int32
    private let target: FFmpegOwner<AVFrame>
    private var chain: VideoFilterGraph?
    private var shape: FrameShape?

    init(width: Int32, height: Int32) throws(UnreadableFileError) {
        guard let target = FFmpegOwner<AVFrame>() else { throw .enormous("The video needs more memory than it gets.") }
        (self.width, self.height, self.target) = (width, height, target)
    }

    /// Returns whether the filters are available and can convert a frame.
    func maps(_ frame: VideoFrame) throws(UnreadableFileError) -> Bool {
        do { _ = try frame.withRaw { raw throws(UnreadableFileError) in try mapped(raw) } } catch .enormous(let reason)
        {
            throw .enormous(reason)
        } catch {
            return false
        }
        return true
    }

    /// Returns a frame in 4:2:0 and eight bits, which is valid until the next call.
    func mapped(_ frame: UnsafeMutablePointer<AVFrame>) throws(UnreadableFileError) -> UnsafeMutablePointer<AVFrame> {
        completeColor(of: frame)
        if shape != FrameShape(frame) {
            shape = FrameShape(frame)
            // The filters do not use times, so any time base is possible.
            let base = AVRational(num: 1, den: 1)
            chain = VideoFilterGraph(filters(for: frame), for: frame, timeBase: base)
        }
        var isMade = false
        try chain?.filter(frame) { result throws(UnreadableFileError) in
            av_frame_unref(target.raw)
            av_frame_move_ref(target.raw, result)
            isMade = true
        }
        guard isMade else { throw .broken("video", "its pixels cannot be converted.") }
        return target.raw
    }

    /// Returns the chain of filters as text. In linear light, 1 is SDR white (100 candela per square meter).
    private func filters(for frame: UnsafeMutablePointer<AVFrame>) -> String {
        let peak = ToneMapper.statesPeak(frame) ? "" : ":peak=\(ToneMapper.usualPeak)"
        return "zscale=w=\(width):h=\(height):f=bicubic,zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709,"
            + "tonemap=tonemap=mobius\(peak),zscale=t=bt709:m=bt709:r=tv,format=yuv420p"
    }

    /// The peak of most HDR videos, as a multiple of SDR white: 1000 candela per square meter.
    private static let usualPeak = 10

    /// Returns whether the video specifies its maximum brightness.
    private static func statesPeak(_ frame: UnsafeMutablePointer<AVFrame>) -> Bool {
        [AV_FRAME_DATA_CONTENT_LIGHT_LEVEL, AV_FRAME_DATA_MASTERING_DISPLAY_METADATA].contains {
            av_frame_get_side_data(frame, $0) != nil
        }
    }

    /// Sets unspecified color properties of an HDR frame to those of BT.2100.
    private func completeColor(of frame: UnsafeMutablePointer<AVFrame>) {
        if frame.pointee.color_primaries == AVCOL_PRI_UNSPECIFIED { frame.pointee.color_primaries = AVCOL_PRI_BT2020 }
        if frame.pointee.colorspace == AVCOL_SPC_UNSPECIFIED { frame.pointee.colorspace = AVCOL_SPC_BT2020_NCL }
        if frame.pointee.color_range == AVCOL_RANGE_UNSPECIFIED { frame.pointee.color_range = AVCOL_RANGE_MPEG }
    }
}
