internal import CFilmgateAV
internal import Glibc

/// Decodes a track from beginning to end. Damage ends it: no frame is left out or made up.
final class StrictDecoder {
    private let context: UnsafeMutablePointer<AVCodecContext>
    private let frame: UnsafeMutablePointer<AVFrame>
    private let what: String

    /// - Parameters:
    ///   - codecs: those that may be used.
    ///   - what: what it decodes, in sentences.
    init(
        _ stream: UnsafeMutablePointer<AVStream>, codecs: [AVCodecID], threads: Int32, of what: String
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
        context.pointee.err_recognition = AV_EF_CRCCHECK | AV_EF_BITSTREAM | AV_EF_BUFFER | AV_EF_EXPLODE
        context.pointee.error_concealment = 0
        guard avcodec_open2(context, codec, nil) >= 0 else {
            avcodec_free_context(&opened)
            av_frame_free(&frame)
            throw .broken(what, "its decoder cannot be started.")
        }
        (self.context, self.frame, self.what) = (context, made, what)
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
        try check(avcodec_send_packet(context, packet))
        while true {
            let code = avcodec_receive_frame(context, frame)
            if code == -EAGAIN || code == fg_av_eof { return }
            try check(code)
            defer { av_frame_unref(frame) }
            guard frame.pointee.decode_error_flags == 0, frame.pointee.flags & AV_FRAME_FLAG_CORRUPT == 0 else {
                throw .broken(what, "a part of it cannot be decoded.")
            }
            try receive(frame)
        }
    }

    private func check(_ code: Int32) throws(Unreadable) {
        if code == -ENOMEM { throw .enormous("The \(what) needs more memory than it gets.") }
        guard code >= 0 else { throw .broken(what, "a part of it cannot be decoded.") }
    }
}
