import CFilmgateAV
import FilmgateModel
import FilmgateRendering
import Glibc

/// Encodes AAC of samples that come in blocks of any length.
final class AudioEncoder {
    let context: UnsafeMutablePointer<AVCodecContext>
    private let packet: UnsafeMutablePointer<AVPacket>
    private let frame: UnsafeMutablePointer<AVFrame>
    private let queue: OpaquePointer
    /// Samples that were encoded.
    private var encoded: Int64 = 0

    /// - Parameters:
    ///   - sampleRate: of the source; the encoder may use a different one.
    ///   - channels: of the source; more than two are mixed.
    init(sampleRate: Int32, channels: Int32) throws(Unreadable) {
        var opened = avcodec_alloc_context3(avcodec_find_encoder(AV_CODEC_ID_AAC))
        var packet = av_packet_alloc()
        var frame = av_frame_alloc()
        let mixed = min(2, channels)
        let queue = av_audio_fifo_alloc(AV_SAMPLE_FMT_FLTP, mixed, 4096)
        guard let context = opened, let made = packet, let block = frame, let queue else {
            avcodec_free_context(&opened)
            av_packet_free(&packet)
            av_frame_free(&frame)
            if let queue { av_audio_fifo_free(queue) }
            throw .enormous("The video needs more memory than it gets.")
        }
        context.pointee.sample_fmt = AV_SAMPLE_FMT_FLTP
        context.pointee.sample_rate = [32000, 44100, 48000].contains(sampleRate) ? sampleRate : 48000
        av_channel_layout_default(&context.pointee.ch_layout, mixed)
        context.pointee.time_base = AVRational(num: 1, den: context.pointee.sample_rate)
        context.pointee.bit_rate = Int64(VideoGeometry.audioBitsPerSecond) * Int64(mixed) / 2
        // Otherwise the encoder writes its name into the sound.
        context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER | AV_CODEC_FLAG_BITEXACT
        (self.context, self.packet, self.frame, self.queue) = (context, made, block, queue)
        guard avcodec_open2(context, nil, nil) >= 0 else { throw AudioEncoder.failure }
    }

    private static var failure: Unreadable { .broken("sound", "it cannot be encoded.") }

    deinit {
        var context: UnsafeMutablePointer<AVCodecContext>? = context
        avcodec_free_context(&context)
        var packet: UnsafeMutablePointer<AVPacket>? = packet
        av_packet_free(&packet)
        var frame: UnsafeMutablePointer<AVFrame>? = frame
        av_frame_free(&frame)
        av_audio_fifo_free(queue)
    }

    var sampleRate: Int32 { context.pointee.sample_rate }

    func withParameters(_ body: (UnsafePointer<AVCodecParameters>) throws(Unreadable) -> Void) throws(Unreadable) {
        var parameters = avcodec_parameters_alloc()
        defer { avcodec_parameters_free(&parameters) }
        guard let made = parameters, avcodec_parameters_from_context(made, context) >= 0 else {
            throw AudioEncoder.failure
        }
        try body(made)
    }

    /// Encodes samples of the encoder's own format.
    func encode(
        _ samples: UnsafePointer<UnsafeMutablePointer<UInt8>?>, count: Int32,
        _ receive: (UnsafeMutablePointer<AVPacket>) throws(Unreadable) -> Void
    ) throws(Unreadable) {
        let written = samples.withMemoryRebound(to: UnsafeMutableRawPointer?.self, capacity: 2) {
            av_audio_fifo_write(queue, UnsafeMutablePointer(mutating: $0), count)
        }
        guard written == count else { throw AudioEncoder.failure }
        while av_audio_fifo_size(queue) >= context.pointee.frame_size {
            try encodeBlock(context.pointee.frame_size, receive)
        }
    }

    /// Encodes what is left.
    func finish(_ receive: (UnsafeMutablePointer<AVPacket>) throws(Unreadable) -> Void) throws(Unreadable) {
        let rest = av_audio_fifo_size(queue)
        if rest > 0 { try encodeBlock(rest, receive) }
        try send(nil, receive)
    }

    private func encodeBlock(
        _ count: Int32, _ receive: (UnsafeMutablePointer<AVPacket>) throws(Unreadable) -> Void
    ) throws(Unreadable) {
        av_frame_unref(frame)
        frame.pointee.nb_samples = count
        frame.pointee.format = AV_SAMPLE_FMT_FLTP.rawValue
        frame.pointee.sample_rate = context.pointee.sample_rate
        guard av_channel_layout_copy(&frame.pointee.ch_layout, &context.pointee.ch_layout) >= 0,
            av_frame_get_buffer(frame, 0) >= 0
        else { throw AudioEncoder.failure }
        let read = frame.pointee.extended_data.withMemoryRebound(to: UnsafeMutableRawPointer?.self, capacity: 2) {
            av_audio_fifo_read(queue, $0, count)
        }
        guard read == count else { throw AudioEncoder.failure }
        frame.pointee.pts = encoded
        encoded += Int64(count)
        try send(frame, receive)
    }

    private func send(
        _ frame: UnsafeMutablePointer<AVFrame>?,
        _ receive: (UnsafeMutablePointer<AVPacket>) throws(Unreadable) -> Void
    ) throws(Unreadable) {
        guard avcodec_send_frame(context, frame) >= 0 else { throw AudioEncoder.failure }
        while true {
            let code = avcodec_receive_packet(context, packet)
            if code == -EAGAIN || code == fg_av_eof { return }
            guard code >= 0 else { throw AudioEncoder.failure }
            defer { av_packet_unref(packet) }
            try receive(packet)
        }
    }
}
