import CFilmgateAV
import FilmgateRendering
import Glibc

/// Converts frames to the size and pixel format of an encoder: 4:2:0, eight bits, limited range and, if the
/// filters are available, SDR.
final class FrameScaler {
    /// The color coding of the source.
    private let stored: VideoColor
    private let owner: FFmpegOwner<AVFrame>
    /// The converter of HDR frames; nil for SDR videos, and if the filters are not available.
    private var toneMapper: ToneMapper?
    private var context: OpaquePointer?
    private var source = Source()

    /// The properties of the frames that `context` scales.
    private struct Source: Equatable {
        var width: Int32 = 0
        var height: Int32 = 0
        var format: Int32 = -1
        var isFull = false
    }

    /// - Parameter sample: the first frame of the video.
    init(width: UInt32, height: UInt32, for sample: VideoFrame) throws(UnreadableFileError) {
        guard let owner = FFmpegOwner<AVFrame>() else { throw .enormous("The video needs more memory than it gets.") }
        (self.owner, stored) = (owner, sample.withRaw { VideoColor($0) })
        target.pointee.width = Int32(width)
        target.pointee.height = Int32(height)
        target.pointee.format = AV_PIX_FMT_YUV420P.rawValue
        guard av_frame_get_buffer(target, 0) >= 0 else { throw .enormous("The video needs more memory than it gets.") }
        guard stored.transfer.isHDR else { return }
        let mapper = try ToneMapper(width: Int32(width), height: Int32(height))
        if try mapper.maps(sample) { toneMapper = mapper }
    }

    /// The color coding of the scaled frames.
    var color: VideoColor { toneMapper == nil ? stored : .bt709 }

    private var target: UnsafeMutablePointer<AVFrame> { owner.raw }

    deinit { sws_freeContext(context) }

    /// Converts a frame if necessary. The result is valid until the next call.
    func scaled(_ frame: UnsafeMutablePointer<AVFrame>) throws(UnreadableFileError) -> UnsafeMutablePointer<AVFrame> {
        if let toneMapper { return try toneMapper.mapped(frame) }
        let isFull =
            frame.pointee.color_range == AVCOL_RANGE_JPEG || frame.pointee.format == AV_PIX_FMT_YUVJ420P.rawValue
        if frame.pointee.width == target.pointee.width, frame.pointee.height == target.pointee.height,
            frame.pointee.format == target.pointee.format, !isFull
        {
            return frame
        }
        try prepare(
            Source(
                width: frame.pointee.width, height: frame.pointee.height, format: frame.pointee.format, isFull: isFull))
        // The encoder may still hold the previous frame.
        guard av_frame_make_writable(target) >= 0 else { throw .enormous("The video needs more memory than it gets.") }
        guard fg_av_scale(context, frame, target) == target.pointee.height else {
            throw .broken("video", "its pixels cannot be converted.")
        }
        return target
    }

    private func prepare(_ new: Source) throws(UnreadableFileError) {
        guard new != source || context == nil else { return }
        sws_freeContext(context)
        context = sws_getContext(
            new.width, new.height, AVPixelFormat(rawValue: new.format), target.pointee.width, target.pointee.height,
            AV_PIX_FMT_YUV420P, SWS_BICUBIC, nil, nil, nil)
        guard context != nil else { throw .broken("video", "its pixels are of no kind that is known here.") }
        let coefficients = sws_getCoefficients(stored.coefficients)
        sws_setColorspaceDetails(context, coefficients, new.isFull ? 1 : 0, coefficients, 0, 0, 1 << 16, 1 << 16)
        source = new
    }
}

struct VideoColor {
    let primaries: AVColorPrimaries
    let transfer: AVColorTransferCharacteristic
    let space: AVColorSpace

    /// Reads a frame's color coding. If the color space is unspecified or RGB, the height determines it, as in players.
    init(_ frame: UnsafeMutablePointer<AVFrame>) {
        let isLarge = frame.pointee.height >= 720
        let isRGB = frame.pointee.colorspace == AVCOL_SPC_RGB
        let isKnown = frame.pointee.colorspace != AVCOL_SPC_UNSPECIFIED && !isRGB
        space = isKnown ? frame.pointee.colorspace : isLarge ? AVCOL_SPC_BT709 : AVCOL_SPC_SMPTE170M
        primaries = frame.pointee.color_primaries
        transfer = frame.pointee.color_trc
    }

    private init(_ primaries: AVColorPrimaries, _ transfer: AVColorTransferCharacteristic, _ space: AVColorSpace) {
        (self.primaries, self.transfer, self.space) = (primaries, transfer, space)
    }

    /// BT.709, the usual color coding of SDR videos.
    static var bt709: VideoColor { VideoColor(AVCOL_PRI_BT709, AVCOL_TRC_BT709, AVCOL_SPC_BT709) }

    var coefficients: Int32 { Int32(clamping: space.rawValue) }
}
