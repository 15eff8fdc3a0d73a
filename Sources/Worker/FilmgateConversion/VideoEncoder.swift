import CFilmgateAV
import FilmgateModel
import FilmgateRendering
import Glibc

/// An encoder for H.264.
final class VideoEncoder {
    private let owner: FFmpegOwner<AVCodecContext>
    private let packet: FFmpegOwner<AVPacket>
    /// The previous packet, which is held back until it is known whether it is the last.
    private let held: FFmpegOwner<AVPacket>
    private var lastTime = Int64.min
    /// The display duration of the last frame.
    private var lastDuration: Int64 = 0
    private var firstDecodingTime: Int64?

    /// - Parameters:
    ///   - timeBase: the unit of the frames' times.
    ///   - rate: the frames per second; a value below 1 or above the maximum is replaced with 30.
    init(
        _ geometry: VideoGeometry, color: VideoColor, timeBase: AVRational, rate: Double, threads: Int32
    ) throws(UnreadableFileError) {
        guard let codec = avcodec_find_encoder_by_name("libx264") else {
            throw .invalid("No video can be made: this computer has no encoder for H.264.")
        }
        guard let owner = FFmpegOwner<AVCodecContext>(codec), let packet = FFmpegOwner<AVPacket>(),
            let held = FFmpegOwner<AVPacket>()
        else { throw VideoEncoder.noMemory }
        (self.owner, self.packet, self.held) = (owner, packet, held)
        let frames = (1...Double(VideoGeometry.framesPerSecond)).contains(rate) ? rate : 30
        context.pointee.width = Int32(geometry.width)
        context.pointee.height = Int32(geometry.height)
        context.pointee.pix_fmt = AV_PIX_FMT_YUV420P
        context.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
        context.pointee.time_base = timeBase
        context.pointee.framerate = av_d2q(frames, 100_000)
        context.pointee.gop_size = Int32((2 * frames).rounded())
        context.pointee.thread_count = threads
        context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
        context.pointee.rc_max_rate = Int64(geometry.bitsPerSecond)
        context.pointee.rc_buffer_size = Int32(clamping: 2 * geometry.bitsPerSecond)
        context.pointee.color_range = AVCOL_RANGE_MPEG
        context.pointee.color_primaries = color.primaries
        context.pointee.color_trc = color.transfer
        context.pointee.colorspace = color.space
        var options: OpaquePointer?
        for (name, value) in VideoEncoder.options { av_dict_set(&options, name, value, 0) }
        let code = avcodec_open2(context, codec, &options)
        av_dict_free(&options)
        try check(code)
    }

    /// The options of the encoder: constant quality, without the captions that are embedded in the pictures.
    private static let options = [("preset", "veryfast"), ("crf", "21"), ("profile", "high"), ("a53cc", "0")]

    private static var noMemory: UnreadableFileError { .enormous("The video needs more memory than it gets.") }

    var context: UnsafeMutablePointer<AVCodecContext> { owner.raw }
    var timeBase: AVRational { context.pointee.time_base }

    /// Encodes a frame; nil passes on the packets that the encoder still holds.
    ///
    /// - Parameters:
    ///   - time: the time at which the frame is shown. A frame that is not later than the previous frame is dropped.
    ///   - receive: called with each packet; takes ownership of its content.
    func encode(
        _ frame: UnsafeMutablePointer<AVFrame>?, at time: Int64 = 0,
        _ receive: (UnsafeMutablePointer<AVPacket>) throws(UnreadableFileError) -> Void
    ) throws(UnreadableFileError) {
        if let frame {
            guard time > lastTime else { return }
            lastTime = time
            lastDuration = frame.pointee.pkt_duration
            frame.pointee.pts = time
            frame.pointee.pict_type = AV_PICTURE_TYPE_NONE
        }
        try check(avcodec_send_frame(context, frame))
        while true {
            let code = avcodec_receive_packet(context, packet.raw)
            if code == -EAGAIN { return }
            if code == fg_av_eof { return try passOn(isLast: true, receive) }
            try check(code)
            if firstDecodingTime == nil { firstDecodingTime = packet.raw.pointee.dts }
            try passOn(isLast: false, receive)
            av_packet_move_ref(held.raw, packet.raw)
        }
    }

    /// Passes the held packet on, and sets its duration. Packets are in decoding order, so the last packet may not
    /// contain the picture that is shown last, but must last until that picture ends.
    private func passOn(
        isLast: Bool, _ receive: (UnsafeMutablePointer<AVPacket>) throws(UnreadableFileError) -> Void
    ) throws(UnreadableFileError) {
        guard held.raw.pointee.size > 0 else { return }
        defer { av_packet_unref(held.raw) }
        held.raw.pointee.duration = lastDuration
        if isLast {
            // Delays the decoding. Otherwise, after a long picture, the packet would end before its own picture begins.
            if held.raw.pointee.pts == lastTime {
                held.raw.pointee.dts = max(held.raw.pointee.dts, min(lastTime, lastTime &+ (firstDecodingTime ?? 0)))
            }
            let end = lastTime &+ lastDuration
            let rest = end &- (held.raw.pointee.dts &- (firstDecodingTime ?? 0))
            held.raw.pointee.duration = max(0, min(rest, end &- held.raw.pointee.pts))
        }
        try receive(held.raw)
    }

    private func check(_ code: Int32) throws(UnreadableFileError) {
        if code == -ENOMEM { throw VideoEncoder.noMemory }
        guard code >= 0 else { throw .broken("video", "its pictures cannot be encoded.") }
    }
}
