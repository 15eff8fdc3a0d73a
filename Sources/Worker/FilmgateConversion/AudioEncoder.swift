import CFilmgateAV
import FilmgateModel
import FilmgateRendering
import Glibc

/// An AAC encoder that accepts samples in blocks of any length.
final class AudioEncoder {
    private let owner: FFmpegOwner<AVCodecContext>
    private let packet: FFmpegOwner<AVPacket>
    private let frame: FFmpegOwner<AVFrame>
    private let queue: OpaquePointer
    /// The number of encoded samples.
    private var encoded: Int64 = 0

    /// - Parameters:
    ///   - sampleRate: the source's rate; the encoder may use a different rate.
    ///   - channels: the source's channels; more than two are mixed down to two.
    init(sampleRate: Int32, channels: Int32) throws(UnreadableFileError) {
        let mixed = min(2, channels)
        guard let owner = FFmpegOwner<AVCodecContext>(avcodec_find_encoder(AV_CODEC_ID_AAC)),
            let packet = FFmpegOwner<AVPacket>(), let frame = FFmpegOwner<AVFrame>(),
            let queue = av_audio_fifo_alloc(AV_SAMPLE_FMT_FLTP, mixed, 4096)
        else { throw .enormous("The video needs more memory than it gets.") }
        (self.owner, self.packet, self.frame, self.queue) = (owner, packet, frame, queue)
        context.pointee.sample_fmt = AV_SAMPLE_FMT_FLTP
        context.pointee.sample_rate = [32000, 44100, 48000].contains(sampleRate) ? sampleRate : 48000
        av_channel_layout_default(&context.pointee.ch_layout, mixed)
        context.pointee.time_base = AVRational(num: 1, den: context.pointee.sample_rate)
        context.pointee.bit_rate = Int64(VideoGeometry.audioBitsPerSecond) * Int64(mixed) / 2
        // Without the second flag, the encoder writes its name into the sound.
        context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER | AV_CODEC_FLAG_BITEXACT
        guard avcodec_open2(context, nil, nil) >= 0 else { throw AudioEncoder.failure }
    }

    private static var failure: UnreadableFileError { .broken("sound", "it cannot be encoded.") }

    deinit { av_audio_fifo_free(queue) }

    var context: UnsafeMutablePointer<AVCodecContext> { owner.raw }
    var sampleRate: Int32 { context.pointee.sample_rate }

    /// Encodes samples, which must have the encoder's format.
    func encode(
        _ samples: UnsafePointer<UnsafeMutablePointer<UInt8>?>, count: Int32,
        _ receive: (UnsafeMutablePointer<AVPacket>) throws(UnreadableFileError) -> Void
    ) throws(UnreadableFileError) {
        let written = samples.withMemoryRebound(to: UnsafeMutableRawPointer?.self, capacity: 2) {
            av_audio_fifo_write(queue, UnsafeMutablePointer(mutating: $0), count)
        }
        guard written == count else { throw AudioEncoder.failure }
        while av_audio_fifo_size(queue) >= context.pointee.frame_size {
            try encodeBlock(context.pointee.frame_size, receive)
        }
    }

    func finish(_ receive: (UnsafeMutablePointer<AVPacket>) throws(UnreadableFileError) -> Void)
        throws(UnreadableFileError)
    {
        let rest = av_audio_fifo_size(queue)
        if rest > 0 { try encodeBlock(rest, receive) }
        try send(nil, receive)
    }

    private func encodeBlock(
        _ count: Int32, _ receive: (UnsafeMutablePointer<AVPacket>) throws(UnreadableFileError) -> Void
    ) throws(UnreadableFileError) {
        av_frame_unref(frame.raw)
        frame.raw.pointee.nb_samples = count
        frame.raw.pointee.format = AV_SAMPLE_FMT_FLTP.rawValue
        frame.raw.pointee.sample_rate = context.pointee.sample_rate
        guard av_channel_layout_copy(&frame.raw.pointee.ch_layout, &context.pointee.ch_layout) >= 0,
            av_frame_get_buffer(frame.raw, 0) >= 0
        else { throw AudioEncoder.failure }
        let read = frame.raw.pointee.extended_data.withMemoryRebound(to: UnsafeMutableRawPointer?.self, capacity: 2) {
            av_audio_fifo_read(queue, $0, count)
        }
        guard read == count else { throw AudioEncoder.failure }
        frame.raw.pointee.pts = encoded
        encoded += Int64(count)
        try send(frame.raw, receive)
    }

    private func send(
        _ frame: UnsafeMutablePointer<AVFrame>?,
        _ receive: (UnsafeMutablePointer<AVPacket>) throws(UnreadableFileError) -> Void
    ) throws(UnreadableFileError) {
        guard avcodec_send_frame(context, frame) >= 0 else { throw AudioEncoder.failure }
        while true {
            let code = avcodec_receive_packet(context, packet.raw)
            if code == -EAGAIN || code == fg_av_eof { return }
            guard code >= 0 else { throw AudioEncoder.failure }
            defer { av_packet_unref(packet.raw) }
            try receive(packet.raw)
        }
    }
}
