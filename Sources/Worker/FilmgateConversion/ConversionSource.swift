import CFilmgateAV
import FilmgateModel
import FilmgateRendering

/// A movie that is to be converted, with the tracks to keep: the first track with pictures and, unless the order or the
/// speed of the pictures changes, the first track with sound that can be decoded.
final class ConversionSource {
    let movie: Movie
    let video: UnsafeMutablePointer<AVStream>
    let audio: UnsafeMutablePointer<AVStream>?
    let shape: VideoShape
    /// How many times longer the pictures are shown than the file says.
    let slowdown: Int
    private let specification: VideoSpecification

    init(_ file: InputFile, _ specification: VideoSpecification) throws(UnreadableFileError) {
        movie = try Movie(file)
        guard let video = movie.video else { throw .invalid("It holds no moving pictures.") }
        shape = try VideoShape(of: video)
        if movie.hasTables { try movie.checkExtents(fileSize: file.size) }
        self.video = video
        slowdown =
            specification.isSlowMotion && specification.playback == .once
            ? SlowMotion.factor(playedAt: movie.frameRate) : 1
        audio = specification.playback == .once && slowdown == 1 ? movie.audio : nil
        self.specification = specification
        movie.discardAll(but: [video] + [audio].compactMap(\.self))
    }

    /// Whether the file states that its frames are interlaced.
    var isInterlaced: Bool {
        [AV_FIELD_TT, AV_FIELD_BB, AV_FIELD_TB, AV_FIELD_BT].contains(video.pointee.codecpar.pointee.field_order)
    }

    var playback: VideoSpecification.Playback { specification.playback }

    /// The unit in which the pictures' times are written. A longer unit slows the video.
    var slowedTimeBase: AVRational { av_mul_q(video.pointee.time_base, AVRational(num: Int32(slowdown), den: 1)) }

    /// Seeks to the last key frame at or before the start of the requested part.
    func seekToStart() throws(UnreadableFileError) {
        guard specification.start > 0 else { return }
        guard av_seek_frame(movie.context, video.pointee.index, part(of: video).lowerBound, AVSEEK_FLAG_BACKWARD) >= 0
        else { throw .broken("video", "its index of key frames cannot be used.") }
    }

    /// Returns the time, in seconds from the beginning, of the last key frame at or before the start of the requested
    /// part.
    func timeOfFirstKeyFrame() throws(UnreadableFileError) -> Double {
        guard specification.start > 0 else { return 0 }
        try seekToStart()
        var time = part(of: video).lowerBound
        try forEachPacket { packet throws(UnreadableFileError) in
            guard packet.pointee.stream_index == video.pointee.index else { return true }
            if packet.pointee.pts != fg_av_no_time { time = packet.pointee.pts }
            return false
        }
        let base = video.pointee.time_base
        let origin = video.pointee.start_time == fg_av_no_time ? 0 : video.pointee.start_time
        return max(0, Double(time &- origin) * Double(base.num) / Double(max(1, base.den)))
    }

    /// Returns the requested part of a track, in units of the track's time base.
    func part(of stream: UnsafeMutablePointer<AVStream>) -> Range<Int64> {
        let first = time(specification.start, in: stream)
        let last = specification.end.map { time($0, in: stream) } ?? ConversionSource.noEnd
        return first..<max(first, last)
    }

    /// The value for the end of an unlimited part.
    static let noEnd: Int64 = 4_000_000_000_000_000_000
    /// The maximum absolute value of a movie's times, so that differences of times do not overflow.
    static let largestTime: UInt64 = 1_000_000_000_000_000_000

    /// - Parameter seconds: the time since the first picture.
    private func time(_ seconds: Double, in stream: UnsafeMutablePointer<AVStream>) -> Int64 {
        let origin = video.pointee.start_time == fg_av_no_time ? 0 : video.pointee.start_time
        let (own, base) = (video.pointee.time_base, stream.pointee.time_base)
        let begin = Double(origin) * Double(own.num) / Double(max(1, own.den))
        let units = (begin + seconds) * Double(base.den) / Double(max(1, base.num))
        return Int64(max(-1e18, min(1e18, units.rounded())))
    }

    /// The requested duration in seconds; 0 if it is unknown.
    var seconds: Double { max(0, min(specification.end ?? .infinity, movie.duration ?? 0) - specification.start) }

    /// Calls `take` with each packet of the tracks to keep, until `take` returns false.
    func forEachPacket(_ take: (UnsafeMutablePointer<AVPacket>) throws(UnreadableFileError) -> Bool)
        throws(UnreadableFileError)
    {
        var packet = av_packet_alloc()
        defer { av_packet_free(&packet) }
        guard let packet else { throw .enormous("The video needs more memory than it gets.") }
        while true {
            let code = av_read_frame(movie.context, packet)
            if code == fg_av_eof { return }
            // In containers other than MP4 and QuickTime, an error counts as the end.
            if code < 0, !movie.hasTables { return }
            guard code >= 0 else { throw .truncated("video") }
            defer { av_packet_unref(packet) }
            guard packet.pointee.flags & AV_PKT_FLAG_CORRUPT == 0 || !movie.hasTables else { throw .truncated("video") }
            for time in [packet.pointee.pts, packet.pointee.dts] where time != fg_av_no_time {
                guard time.magnitude <= ConversionSource.largestTime else {
                    throw .broken("video", "it has an impossible time.")
                }
            }
            guard [video.pointee.index, audio?.pointee.index].contains(packet.pointee.stream_index) else { continue }
            guard try take(packet) else { return }
        }
    }
}

extension Movie {
    /// The first stream with sound that can be decoded; nil if there is none.
    fileprivate var audio: UnsafeMutablePointer<AVStream>? {
        streams.first {
            $0.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO
                && AudioTranscoder.codecs.contains($0.pointee.codecpar.pointee.codec_id)
        }
    }
}
