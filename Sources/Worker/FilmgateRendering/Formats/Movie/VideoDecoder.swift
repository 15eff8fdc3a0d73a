package import CFilmgateAV
import Glibc

/// The frames that a `VideoDecoder` returns.
package enum FrameStrictness {
    /// Complete frames, in a stream that follows its standard exactly.
    case strict
    /// Complete frames, even if the stream has other faults.
    case tolerant
    /// All frames, including those in which the decoder conceals errors.
    case everything
}

/// Decodes video frames. After damage, skips to the next key frame, unless `FrameStrictness.everything` is set.
package final class VideoDecoder {
    private let movie: Movie
    private let stream: UnsafeMutablePointer<AVStream>
    private let context: FFmpegOwner<AVCodecContext>
    private let packet: FFmpegOwner<AVPacket>
    private let frame: FFmpegOwner<AVFrame>
    /// The file offset of the last key frame that `keyFrame(at:)` found.
    private var lastKeyFrame: Int64?
    private var waitsForKeyFrame: Bool
    private let strictness: FrameStrictness
    private var hasEnded = false
    /// Whether decoding failed because memory ran out.
    package private(set) var lacksMemory = false

    package init(
        _ movie: Movie, _ stream: UnsafeMutablePointer<AVStream>, codecs: [AVCodecID] = VideoDecoder.codecs,
        _ strictness: FrameStrictness = .strict
    ) throws(UnreadableFileError) {
        let parameters = stream.pointee.codecpar
        guard let id = parameters?.pointee.codec_id, codecs.contains(id),
            let codec = avcodec_find_decoder(id)
        else { throw .invalid("This kind of video is not supported.") }
        guard
            UInt64(parameters?.pointee.width.magnitude ?? 0) * UInt64(parameters?.pointee.height.magnitude ?? 0)
                <= VideoDecoder.pixelLimit
        else { throw .enormous("The video has more than \(VideoDecoder.pixelLimit / 1_000_000) megapixels.") }
        guard let context = FFmpegOwner<AVCodecContext>(codec), let packet = FFmpegOwner<AVPacket>(),
            let frame = FFmpegOwner<AVFrame>(), VideoDecoder.open(context.raw, codec, parameters, strictness)
        else { throw .broken("video", "its decoder cannot be started.") }
        (self.movie, self.stream, self.context, self.packet, self.frame) = (movie, stream, context, packet, frame)
        self.strictness = strictness
        waitsForKeyFrame = strictness == .strict
        movie.discardAll(but: [stream])
    }

    private static func open(
        _ context: UnsafeMutablePointer<AVCodecContext>, _ codec: UnsafePointer<AVCodec>,
        _ parameters: UnsafeMutablePointer<AVCodecParameters>?, _ strictness: FrameStrictness
    ) -> Bool {
        guard avcodec_parameters_to_context(context, parameters) >= 0 else { return false }
        context.pointee.thread_count = 1
        context.pointee.max_pixels = Int64(pixelLimit)
        // Error concealment stays on. Without it, libavcodec marks intact pictures with several slices as damaged.
        if strictness == .strict { context.pointee.err_recognition = VideoDecoder.strictRecognition }
        if strictness == .everything { context.pointee.flags |= AV_CODEC_FLAG_OUTPUT_CORRUPT }
        return avcodec_open2(context, codec, nil) >= 0
    }

    /// The faults that libavcodec reports in strict decoding.
    package static let strictRecognition = AV_EF_CRCCHECK | AV_EF_BITSTREAM | AV_EF_BUFFER | AV_EF_EXPLODE

    /// Decodes the last key frame at or before a time in seconds.
    ///
    /// - Returns: nil if there is no key frame, if it is damaged, or if the previous call found the same one.
    func keyFrame(at time: Double) -> VideoFrame? {
        let base = stream.pointee.time_base
        let start = stream.pointee.start_time == fg_av_no_time ? 0 : stream.pointee.start_time
        let target = start.addingReportingOverflow(Int64(time * Double(base.den) / Double(max(1, base.num))))
        guard !target.overflow,
            av_seek_frame(movie.context, stream.pointee.index, target.partialValue, AVSEEK_FLAG_BACKWARD) >= 0
        else { return nil }
        avcodec_flush_buffers(context.raw)
        waitsForKeyFrame = true
        defer { avcodec_flush_buffers(context.raw) }
        guard readPacket() else { return nil }
        defer { av_packet_unref(packet.raw) }
        guard packet.raw.pointee.pos != lastKeyFrame || packet.raw.pointee.pos < 0 else { return nil }
        lastKeyFrame = packet.raw.pointee.pos
        guard send(packet.raw), send(nil), case .frame(let decoded) = receive() else { return nil }
        return decoded
    }

    /// Decodes the next frame. Returns nil at the end.
    /// - Parameter shouldContinue: called before each packet; decoding ends if it returns false.
    package func next(while shouldContinue: () -> Bool) -> VideoFrame? {
        while true {
            switch receive() {
            case .frame(let frame): return frame
            case .end: return nil
            case .damaged: skipGroup()
            case .needsMore:
                guard shouldContinue() else { return nil }
                if hasEnded { return nil }
                guard readPacket() else {
                    hasEnded = true
                    if !send(nil) { return nil }
                    continue
                }
                if !send(packet.raw) { skipGroup() }
                av_packet_unref(packet.raw)
            }
        }
    }

    /// Returns the first frame. Throws an error with the text `damage` if there is none, unless memory was exhausted.
    package func first(of what: String, _ damage: String) throws(UnreadableFileError) -> VideoFrame {
        if let frame = next(while: { true }) { return frame }
        if lacksMemory { throw .enormous("The \(what) needs more memory than it gets.") }
        throw .broken(what, damage)
    }

    private enum DecodeResult {
        case frame(VideoFrame)
        case needsMore, end, damaged
    }

    private func receive() -> DecodeResult {
        let code = avcodec_receive_frame(context.raw, frame.raw)
        switch code {
        case 0: break
        case -EAGAIN: return .needsMore
        case fg_av_eof: return .end
        default:
            if code == -ENOMEM { lacksMemory = true }
            return .damaged
        }
        guard let decoded = VideoFrame(taking: frame.raw), strictness == .everything || !decoded.isDamaged else {
            return .damaged
        }
        return .frame(decoded)
    }

    private func send(_ packet: UnsafeMutablePointer<AVPacket>?) -> Bool {
        let code = avcodec_send_packet(context.raw, packet)
        if code == -ENOMEM { lacksMemory = true }
        return code >= 0
    }

    /// Reads the next packet of the video or, after damage, of the next key frame. Returns false at the end.
    private func readPacket() -> Bool {
        while av_read_frame(movie.context, packet.raw) >= 0 {
            let isKeyFrame = packet.raw.pointee.flags & AV_PKT_FLAG_KEY != 0
            let isWhole = strictness == .everything || packet.raw.pointee.flags & AV_PKT_FLAG_CORRUPT == 0
            if packet.raw.pointee.stream_index == stream.pointee.index, isWhole, isKeyFrame || !waitsForKeyFrame {
                waitsForKeyFrame = false
                return true
            }
            if !isWhole { waitsForKeyFrame = true }
            av_packet_unref(packet.raw)
        }
        return false
    }

    private func skipGroup() {
        // In this mode, frames after damage are also decoded.
        if strictness == .everything { return }
        avcodec_flush_buffers(context.raw)
        waitsForKeyFrame = true
        hasEnded = false
    }

    /// The maximum number of pixels in a frame, which allows 8K. A decoder keeps several frames in memory.
    package static let pixelLimit: UInt64 = 36_000_000

    /// The codecs of cameras, phones and common programs.
    package static let codecs = [
        AV_CODEC_ID_H264, AV_CODEC_ID_HEVC, AV_CODEC_ID_AV1, AV_CODEC_ID_VP8, AV_CODEC_ID_VP9, AV_CODEC_ID_MPEG4,
        AV_CODEC_ID_H263, AV_CODEC_ID_H263P, AV_CODEC_ID_H263I, AV_CODEC_ID_FLV1, AV_CODEC_ID_VP6F,
        AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO, AV_CODEC_ID_MJPEG, AV_CODEC_ID_MJPEGB,
        AV_CODEC_ID_PRORES, AV_CODEC_ID_DNXHD,
        AV_CODEC_ID_CFHD, AV_CODEC_ID_DVVIDEO, AV_CODEC_ID_MSMPEG4V1, AV_CODEC_ID_MSMPEG4V2, AV_CODEC_ID_MSMPEG4V3,
        AV_CODEC_ID_WMV1, AV_CODEC_ID_WMV2, AV_CODEC_ID_WMV3, AV_CODEC_ID_VC1, AV_CODEC_ID_CINEPAK,
        AV_CODEC_ID_SVQ1, AV_CODEC_ID_SVQ3, AV_CODEC_ID_INDEO3, AV_CODEC_ID_INDEO5, AV_CODEC_ID_QTRLE,
        AV_CODEC_ID_RPZA, AV_CODEC_ID_MSVIDEO1, AV_CODEC_ID_HUFFYUV, AV_CODEC_ID_RAWVIDEO, AV_CODEC_ID_THEORA,
    ]
}
