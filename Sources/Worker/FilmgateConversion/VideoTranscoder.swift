import CFilmgateAV
import FilmgateModel
import FilmgateRendering

/// Decodes the requested part of a track of pictures, and encodes it again.
final class VideoTranscoder {
    private let decoder: TrackDecoder
    private let deinterlacer: Deinterlacer
    private let scaler: FrameScaler
    private let encoder: VideoEncoder
    private let writer: MP4Writer
    /// The pictures to be shown in a different order; nil for the recorded order.
    private let replay: ReplayedPictures?
    private var track: Int32 = 0
    private let part: Range<Int64>
    /// The minimum time between two pictures. Pictures that follow sooner are dropped.
    private let step: Int64
    private var lastTime: Int64?
    /// The time of the next picture if the stream does not specify one, as in streams without a container.
    private var nextTime: Int64?
    /// The display duration of a picture, from the file's frame rate.
    private let duration: Int64
    private let hasTables: Bool
    /// The last picture before the requested part. It is still shown when the part begins.
    private let pending: FFmpegOwner<AVFrame>
    /// The time of the key frame at which reading began.
    private var keyFrame: Int64?
    private(set) var pictures = 0
    /// Whether all requested pictures have been encoded, or the track has ended.
    private(set) var isComplete = false

    /// Adds a track to the writer.
    ///
    /// - Parameter sample: the first frame of the video.
    init(
        _ source: ConversionSource, _ geometry: VideoGeometry, for sample: VideoFrame, to writer: MP4Writer
    ) throws(UnreadableFileError) {
        let stream = source.video
        let (base, slowed) = (stream.pointee.time_base, source.slowedTimeBase)
        part = source.part(of: stream)
        // Cameras' frame rates can be a little above 60.
        step = Int64(0.9 / Double(VideoGeometry.framesPerSecond) * Double(slowed.den) / Double(max(1, slowed.num)))
        hasTables = source.movie.hasTables
        let rate = source.movie.frameRate
        duration = rate > 0 ? Int64((Double(base.den) / Double(max(1, base.num)) / rate).rounded()) : step
        let threads = min(4, max(1, av_cpu_count()))
        decoder = try TrackDecoder(
            stream, codecs: VideoDecoder.codecs, threads: threads, isTolerant: !hasTables, of: "video")
        deinterlacer = Deinterlacer(timeBase: base, isInterlaced: sample.isInterlaced || source.isInterlaced)
        scaler = try FrameScaler(width: geometry.width, height: geometry.height, for: sample)
        encoder = try VideoEncoder(
            geometry, color: scaler.color, timeBase: slowed, rate: rate / Double(source.slowdown), threads: threads)
        self.writer = writer
        replay = source.playback == .once ? nil : ReplayedPictures(source.playback, timeBase: base)
        guard let pending = FFmpegOwner<AVFrame>() else { throw .enormous("The video needs more memory than it gets.") }
        self.pending = pending
        track = try writer.addTrack(of: encoder.context, timeBase: slowed, orientation: source.shape.orientation)
    }

    /// Decodes a packet and encodes its pictures; nil marks the end of the track.
    func take(_ packet: UnsafeMutablePointer<AVPacket>?) throws(UnreadableFileError) {
        guard !isComplete else { return }
        if let packet {
            if keyFrame == nil { keyFrame = packet.pointee.pts }
            // A picture that is shown before the key frame at which reading began may lack the pictures on which it
            // depends.
            if part.lowerBound > 0, packet.pointee.flags & AV_PKT_FLAG_KEY == 0, let keyFrame,
                packet.pointee.pts != fg_av_no_time, packet.pointee.pts < keyFrame, keyFrame <= part.lowerBound
            {
                return
            }
        }
        try decoder.decode(packet) { frame throws(UnreadableFileError) in try deinterlacer.take(frame, take) }
        guard packet == nil else { return }
        try deinterlacer.take(nil, take)
        try finish()
    }

    private func take(_ frame: UnsafeMutablePointer<AVFrame>) throws(UnreadableFileError) {
        guard !isComplete else { return }
        let timestamp = frame.pointee.best_effort_timestamp
        let time = timestamp == fg_av_no_time ? nextTime ?? part.lowerBound : timestamp
        guard time.magnitude <= ConversionSource.largestTime else {
            throw .broken("video", "a picture has an impossible time.")
        }
        nextTime = time + max(1, duration)
        if !hasTables, frame.pointee.pkt_duration <= 0 { frame.pointee.pkt_duration = max(1, duration) }
        guard time < part.upperBound else { return try finish() }
        guard time >= part.lowerBound else {
            av_frame_unref(pending.raw)
            av_frame_move_ref(pending.raw, frame)
            return
        }
        if time > part.lowerBound { try encodePending() }
        try encode(frame, at: time - part.lowerBound)
    }

    private func encodePending() throws(UnreadableFileError) {
        guard pending.raw.pointee.buf.0 != nil else { return }
        defer { av_frame_unref(pending.raw) }
        if pictures == 0 { try encode(pending.raw, at: 0) }
    }

    private func encode(_ frame: UnsafeMutablePointer<AVFrame>, at time: Int64) throws(UnreadableFileError) {
        if let lastTime, time - lastTime < step { return }
        lastTime = time
        pictures += 1
        let (scaled, duration) = (try scaler.scaled(frame), frame.pointee.pkt_duration)
        scaled.pointee.pkt_duration = max(0, min(duration, part.upperBound - part.lowerBound - time))
        if let replay { try replay.add(scaled, at: time) } else { try encoder.encode(scaled, at: time, put) }
    }

    private func put(_ packet: UnsafeMutablePointer<AVPacket>) throws(UnreadableFileError) {
        try writer.write(packet, to: track, timeBase: encoder.timeBase)
    }

    private func finish() throws(UnreadableFileError) {
        guard !isComplete else { return }
        try encodePending()
        isComplete = true
        guard pictures > 0 else { throw .invalid("There are no pictures in this part of the video.") }
        try replay?.forEach { frame, time throws(UnreadableFileError) in try encoder.encode(frame, at: time, put) }
        try encoder.encode(nil, put)
    }
}
