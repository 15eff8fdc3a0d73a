import CFilmgateAV
import FilmgateRendering

/// Decodes the requested part of a sound track, and encodes it again, synchronized with the pictures.
final class AudioTranscoder {
    private let decoder: TrackDecoder
    private let encoder: AudioEncoder
    private let resampler: AudioResampler
    private let writer: MP4Writer
    private let track: Int32
    private let timeBase: AVRational
    private let part: Range<Int64>
    private let rate: Int32
    /// The number of samples that have been encoded, at the source's rate.
    private var taken: Int64 = 0
    /// Whether all requested samples have been encoded, or the track has ended.
    private(set) var isComplete = false

    /// The supported codecs: those of cameras, phones and common programs.
    static let codecs = [
        AV_CODEC_ID_AAC, AV_CODEC_ID_MP3, AV_CODEC_ID_MP2, AV_CODEC_ID_AC3, AV_CODEC_ID_EAC3, AV_CODEC_ID_AMR_NB,
        AV_CODEC_ID_AMR_WB, AV_CODEC_ID_OPUS, AV_CODEC_ID_VORBIS, AV_CODEC_ID_ALAC, AV_CODEC_ID_FLAC,
        AV_CODEC_ID_ADPCM_IMA_QT, AV_CODEC_ID_ADPCM_IMA_WAV, AV_CODEC_ID_PCM_ALAW, AV_CODEC_ID_PCM_MULAW,
        AV_CODEC_ID_PCM_U8, AV_CODEC_ID_PCM_S8, AV_CODEC_ID_PCM_S16LE, AV_CODEC_ID_PCM_S16BE, AV_CODEC_ID_PCM_S24LE,
        AV_CODEC_ID_PCM_S24BE, AV_CODEC_ID_PCM_S32LE, AV_CODEC_ID_PCM_S32BE, AV_CODEC_ID_PCM_F32LE,
        AV_CODEC_ID_PCM_F32BE, AV_CODEC_ID_WMAV1, AV_CODEC_ID_WMAV2,
    ]
    /// The supported sample rates, in samples per second.
    static let rates: ClosedRange<Int32> = 4000...384_000
    static let channelCounts: ClosedRange<Int32> = 1...16

    /// Adds a track to the writer.
    ///
    /// - Parameters:
    ///   - part: the requested part, in units of the stream's time base.
    ///   - isTolerant: whether to skip damaged parts.
    init(
        _ stream: UnsafeMutablePointer<AVStream>, part: Range<Int64>, isTolerant: Bool = false, to writer: MP4Writer
    ) throws(UnreadableFileError) {
        guard let parameters = stream.pointee.codecpar, AudioTranscoder.rates.contains(parameters.pointee.sample_rate),
            AudioTranscoder.channelCounts.contains(parameters.pointee.ch_layout.nb_channels)
        else { throw .broken("sound", "it has an impossible rate or number of channels.") }
        decoder = try TrackDecoder(
            stream, codecs: AudioTranscoder.codecs, threads: 1, isTolerant: isTolerant, of: "sound")
        encoder = try AudioEncoder(
            sampleRate: parameters.pointee.sample_rate, channels: parameters.pointee.ch_layout.nb_channels)
        resampler = AudioResampler(encoder.context)
        track = try writer.addTrack(of: encoder.context, timeBase: AVRational(num: 1, den: encoder.sampleRate))
        (self.writer, self.part) = (writer, part)
        timeBase = stream.pointee.time_base
        rate = parameters.pointee.sample_rate
    }

    /// Decodes a packet and encodes its samples; nil marks the end of the track.
    func take(_ packet: UnsafeMutablePointer<AVPacket>?) throws(UnreadableFileError) {
        guard !isComplete else { return }
        try decoder.decode(packet) { frame throws(UnreadableFileError) in try take(frame) }
        // The last frames may have completed the part already.
        if packet == nil, !isComplete { try finish() }
    }

    /// Encodes the requested samples of a frame. Fills gaps with silence, and drops repeated samples.
    private func take(_ frame: UnsafeMutablePointer<AVFrame>) throws(UnreadableFileError) {
        guard !isComplete else { return }
        let count = Int64(frame.pointee.nb_samples)
        let time = frame.pointee.best_effort_timestamp
        var position = time == fg_av_no_time ? taken : samples(from: part.lowerBound, to: time)
        // Ignores differences of up to 50 milliseconds, because cameras' clocks are not exact.
        if taken > 0, (position - taken).magnitude <= UInt64(rate / 20) { position = taken }
        let wanted = samples(from: part.lowerBound, to: part.upperBound)
        if position > taken { try add(silence: min(position, wanted) - taken) }
        let first = min(count, max(0, taken - position))
        let last = min(count, max(first, wanted - position))
        if last > first {
            try resampler.convert(frame, from: Int32(first), count: Int32(last - first), write)
            taken += last - first
        }
        if taken >= wanted { try finish() }
    }

    private func samples(from first: Int64, to last: Int64) -> Int64 {
        let seconds = (Double(last) - Double(first)) * Double(timeBase.num) / Double(max(1, timeBase.den))
        return Int64(max(-1e13, min(1e13, (seconds * Double(rate)).rounded())))
    }

    private func add(silence count: Int64) throws(UnreadableFileError) {
        try resampler.drain(write)
        var left = max(0, count)
        taken += left
        let blocks = Int64(encoder.sampleRate)
        left = left * Int64(encoder.sampleRate) / Int64(rate)
        guard let planes = SamplePlanes(channels: encoder.context.pointee.ch_layout.nb_channels, count: Int32(blocks))
        else { throw .enormous("The video needs more memory than it gets.") }
        while left > 0 {
            let count = min(left, blocks)
            try write(UnsafePointer(planes.pointers), Int32(count))
            left -= count
        }
    }

    private func write(_ samples: UnsafePointer<UnsafeMutablePointer<UInt8>?>, _ count: Int32)
        throws(UnreadableFileError)
    {
        try encoder.encode(samples, count: count, put)
    }

    private func put(_ packet: UnsafeMutablePointer<AVPacket>) throws(UnreadableFileError) {
        try writer.write(packet, to: track, timeBase: AVRational(num: 1, den: encoder.sampleRate))
    }

    private func finish() throws(UnreadableFileError) {
        isComplete = true
        try resampler.drain(write)
        try encoder.finish(put)
    }
}
