import CFilmgateAV
import FilmgateRendering
import Glibc

/// A decoder for a whole track. Damage makes decoding fail, so that no frame is missing or repaired. A tolerant
/// decoder accepts damage as players do. It is for formats other than MP4, whose files may begin and end anywhere.
final class TrackDecoder {
    private let context: FFmpegOwner<AVCodecContext>
    private let frame: FFmpegOwner<AVFrame>
    private let what: String
    private let isTolerant: Bool

    /// - Parameters:
    ///   - codecs: the supported codecs.
    ///   - isTolerant: whether to skip packets that cannot be decoded, and to accept damaged frames.
    ///   - what: the name of the decoded content in error sentences.
    init(
        _ stream: UnsafeMutablePointer<AVStream>, codecs: [AVCodecID], threads: Int32, isTolerant: Bool,
        of what: String
    ) throws(UnreadableFileError) {
        guard let parameters = stream.pointee.codecpar, codecs.contains(parameters.pointee.codec_id),
            let codec = avcodec_find_decoder(parameters.pointee.codec_id)
        else { throw .invalid("Its \(what) is of a kind that cannot be converted here.") }
        guard let context = FFmpegOwner<AVCodecContext>(codec), let frame = FFmpegOwner<AVFrame>(),
            avcodec_parameters_to_context(context.raw, parameters) >= 0
        else { throw .enormous("The \(what) needs more memory than it gets.") }
        context.raw.pointee.thread_count = threads
        context.raw.pointee.pkt_timebase = stream.pointee.time_base
        context.raw.pointee.max_pixels = Int64(VideoDecoder.pixelLimit)
        if !isTolerant { context.raw.pointee.err_recognition = VideoDecoder.strictRecognition }
        guard avcodec_open2(context.raw, codec, nil) >= 0 else {
            throw .broken(what, "its decoder cannot be started.")
        }
        (self.context, self.frame, self.what, self.isTolerant) = (context, frame, what, isTolerant)
    }

    /// Decodes a packet; nil decodes the frames that the decoder still holds.
    ///
    /// - Parameter receive: called with each frame, which is valid only during the call.
    func decode(
        _ packet: UnsafeMutablePointer<AVPacket>?,
        _ receive: (UnsafeMutablePointer<AVFrame>) throws(UnreadableFileError) -> Void
    ) throws(UnreadableFileError) {
        let code = avcodec_send_packet(context.raw, packet)
        if !isTolerant || code == -ENOMEM { try check(code) }
        // Each thread of the decoder can hold a damaged packet, so that several failures can follow each other.
        var mostFailures = 32
        while true {
            let code = avcodec_receive_frame(context.raw, frame.raw)
            if code == -EAGAIN || code == fg_av_eof { return }
            if isTolerant, code == fg_av_invalid, mostFailures > 0 {
                mostFailures -= 1
                continue
            }
            try check(code)
            defer { av_frame_unref(frame.raw) }
            let isWhole =
                frame.raw.pointee.decode_error_flags == 0 && frame.raw.pointee.flags & AV_FRAME_FLAG_CORRUPT == 0
            guard isWhole || isTolerant else { throw .broken(what, "a part of it cannot be decoded.") }
            try receive(frame.raw)
        }
    }

    private func check(_ code: Int32) throws(UnreadableFileError) {
        if code == -ENOMEM { throw .enormous("The \(what) needs more memory than it gets.") }
        guard code >= 0 else { throw .broken(what, "a part of it cannot be decoded.") }
    }
}
