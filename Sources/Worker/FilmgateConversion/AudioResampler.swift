import CFilmgateAV
import FilmgateRendering

/// Converts samples to the rate, the channels and the format of an encoder.
final class AudioResampler {
    private let target: UnsafeMutablePointer<AVCodecContext>
    private var context: OpaquePointer?
    private var source = Source()
    private var buffer: [[Float]] = []

    /// The parameters of the samples that `context` converts.
    private struct Source: Equatable {
        var rate: Int32 = 0
        var format: Int32 = -1
        var channels: Int32 = 0
    }

    /// - Parameter target: the encoder's context, which must exist as long as this object does.
    init(_ target: UnsafeMutablePointer<AVCodecContext>) { self.target = target }

    deinit { swr_free(&context) }

    typealias Receiver = (UnsafePointer<UnsafeMutablePointer<UInt8>?>, Int32) throws(UnreadableFileError) -> Void

    /// Converts `count` samples of a frame, beginning with `first`.
    func convert(
        _ frame: UnsafeMutablePointer<AVFrame>, from first: Int32 = 0, count: Int32, _ receive: Receiver
    ) throws(UnreadableFileError) {
        try prepare(frame, receive)
        try convert(frame, from: first, count, receive)
    }

    /// Passes on the samples that the resampler still holds. Later samples do not blend with them.
    func drain(_ receive: Receiver) throws(UnreadableFileError) {
        guard context != nil else { return }
        try convert(nil, from: 0, 0, receive)
        swr_free(&context)
    }

    private func convert(
        _ frame: UnsafeMutablePointer<AVFrame>?, from first: Int32, _ count: Int32, _ receive: Receiver
    ) throws(UnreadableFileError) {
        let most = swr_get_out_samples(context, count)
        guard most >= 0, let planes = SamplePlanes(channels: target.pointee.ch_layout.nb_channels, count: most) else {
            throw AudioResampler.failure
        }
        let made: Int32
        if let frame {
            let planar = av_sample_fmt_is_planar(AVSampleFormat(rawValue: frame.pointee.format)) != 0
            let width = av_get_bytes_per_sample(AVSampleFormat(rawValue: frame.pointee.format))
            let channels = frame.pointee.ch_layout.nb_channels
            let step = Int(first) * Int(width) * (planar ? 1 : Int(channels))
            var input = (0..<Int(planar ? channels : 1)).map { index -> UnsafePointer<UInt8>? in
                frame.pointee.extended_data[index].map { UnsafePointer($0 + step) }
            }
            made = swr_convert(context, planes.pointers, most, &input, count)
        } else {
            made = swr_convert(context, planes.pointers, most, nil, 0)
        }
        guard made >= 0 else { throw AudioResampler.failure }
        if made > 0 { try receive(UnsafePointer(planes.pointers), made) }
    }

    private static var failure: UnreadableFileError { .broken("sound", "its samples cannot be converted.") }

    private func prepare(_ frame: UnsafeMutablePointer<AVFrame>, _ receive: Receiver) throws(UnreadableFileError) {
        let new = Source(
            rate: frame.pointee.sample_rate, format: frame.pointee.format,
            channels: frame.pointee.ch_layout.nb_channels)
        guard new != source || context == nil else { return }
        guard AudioTranscoder.rates.contains(new.rate), AudioTranscoder.channelCounts.contains(new.channels) else {
            throw AudioResampler.failure
        }
        try drain(receive)
        // Uses the default channel layout unless the file specifies a standard one.
        var layout = AVChannelLayout()
        defer { av_channel_layout_uninit(&layout) }
        if frame.pointee.ch_layout.order == AV_CHANNEL_ORDER_NATIVE {
            av_channel_layout_copy(&layout, &frame.pointee.ch_layout)
        } else {
            av_channel_layout_default(&layout, new.channels)
        }
        guard
            swr_alloc_set_opts2(
                &context, &target.pointee.ch_layout, target.pointee.sample_fmt, target.pointee.sample_rate, &layout,
                AVSampleFormat(rawValue: new.format), new.rate, 0, nil) >= 0,
            swr_init(context) >= 0
        else { throw AudioResampler.failure }
        source = new
    }
}

final class SamplePlanes {
    let pointers: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>

    /// Allocates `count` silent samples per channel. Returns nil for more than two channels, or if memory is exhausted.
    init?(channels: Int32, count: Int32) {
        pointers = .allocate(capacity: 2)
        pointers.initialize(repeating: nil, count: 2)
        guard (1...2).contains(channels),
            av_samples_alloc(pointers, nil, channels, max(1, count), AV_SAMPLE_FMT_FLTP, 0) >= 0
        else { return nil }
        av_samples_set_silence(pointers, 0, max(1, count), channels, AV_SAMPLE_FMT_FLTP)
    }

    deinit {
        av_free(pointers[0])
        pointers.deallocate()
    }
}
