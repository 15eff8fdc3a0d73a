import CFilmgateAV
import FilmgateRendering
import Glibc

/// Decodes a track from beginning to end. Damage ends it: no frame is left out or made up. Films in containers without tables, which may
/// begin and end anywhere, are decoded as players do.
final class TrackDecoder {
    private let context: UnsafeMutablePointer<AVCodecContext>
    private let frame: UnsafeMutablePointer<AVFrame>
    private let what: String
    private let isTolerant: Bool

    /// - Parameters:
    ///   - codecs: those that may be used.
    ///   - isTolerant: whether damage is passed over.
    ///   - what: what it decodes, in sentences.
    init(
        _ stream: UnsafeMutablePointer<AVStream>, codecs: [AVCodecID], threads: Int32, isTolerant: Bool,
        of what: String
    ) throws(Unreadable) {
        guard let parameters = stream.pointee.codecpar, codecs.contains(parameters.pointee.codec_id),
            let codec = avcodec_find_decoder(parameters.pointee.codec_id)
        else { throw .invalid("Its \(what) is of a kind that cannot be converted here.") }
        var opened = avcodec_alloc_context3(codec)
        var frame = av_frame_alloc()
        guard let context = opened, let made = frame, avcodec_parameters_to_context(context, parameters) >= 0 else {
            avcodec_free_context(&opened)
            av_frame_free(&frame)
            throw .enormous("The \(what) needs more memory than it gets.")
        }
        context.pointee.thread_count = threads
        context.pointee.pkt_timebase = stream.pointee.time_base
        context.pointee.max_pixels = Int64(VideoDecoder.pixelLimit)
        if !isTolerant { context.pointee.err_recognition = VideoDecoder.strictRecognition }
        guard avcodec_open2(context, codec, nil) >= 0 else {
            avcodec_free_context(&opened)
            av_frame_free(&frame)
            throw .broken(what, "its decoder cannot be started.")
        }
        (self.context, self.frame, self.what, self.isTolerant) = (context, made, what, isTolerant)
    }

    deinit {
        var context: UnsafeMutablePointer<AVCodecContext>? = context
        avcodec_free_context(&context)
        var frame: UnsafeMutablePointer<AVFrame>? = frame
        av_frame_free(&frame)
    }

    /// Decodes a packet, or at the end what the decoder still holds.
    ///
    /// - Parameter receive: gets each frame, which is valid during the call.
    func decode(
        _ packet: UnsafeMutablePointer<AVPacket>?,
        _ receive: (UnsafeMutablePointer<AVFrame>) throws(Unreadable) -> Void
    ) throws(Unreadable) {
        let code = avcodec_send_packet(context, packet)
        if !isTolerant || code == -ENOMEM { try check(code) }
        // Each thread can hold a packet that cannot be decoded.
        var mostFailures = 32
        while true {
            let code = avcodec_receive_frame(context, frame)
            if code == -EAGAIN || code == fg_av_eof { return }
            if isTolerant, code == fg_av_invalid, mostFailures > 0 {
                mostFailures -= 1
                continue
            }
            try check(code)
            defer { av_frame_unref(frame) }
            let isWhole = frame.pointee.decode_error_flags == 0 && frame.pointee.flags & AV_FRAME_FLAG_CORRUPT == 0
            guard isWhole || isTolerant else { throw .broken(what, "a part of it cannot be decoded.") }
            try receive(frame)
        }
    }

    private func check(_ code: Int32) throws(Unreadable) {
        if code == -ENOMEM { throw .enormous("The \(what) needs more memory than it gets.") }
        guard code >= 0 else { throw .broken(what, "a part of it cannot be decoded.") }
    }
}
