import CFilmgateAV
import FilmgateModel
import FilmgateRendering

/// Decodes a movie, and encodes it again as H.264 and AAC.
enum Transcoder {
    /// - Returns: the size of the video, in bytes.
    static func convert(
        _ file: InputFile, _ specification: VideoSpecification, _ geometry: VideoGeometry, to target: MappedOutputFile,
        _ report: ProgressReporter
    ) throws(UnreadableFileError) -> UInt64 {
        let sample = try firstFrame(of: file)
        let source = try ConversionSource(file, specification)
        let writer = try MP4Writer(target, isFragmented: specification.isFragmented)
        let video = try VideoTranscoder(source, geometry, for: sample, to: writer)
        var audio: AudioTranscoder?
        if let stream = source.audio {
            audio = try AudioTranscoder(
                stream, part: source.part(of: stream), isTolerant: !source.movie.hasTables, to: writer)
        }
        try writer.begin()
        try source.seekToStart()
        let progress = PartProgress(source)
        try source.forEachPacket { packet throws(UnreadableFileError) in
            if packet.pointee.stream_index == source.video.pointee.index {
                try video.take(packet)
                report.reached(progress.fraction(at: packet), of: writer)
            } else {
                try audio?.take(packet)
            }
            return !video.isComplete || audio?.isComplete == false
        }
        try video.take(nil)
        try audio?.take(nil)
        return try writer.finish()
    }

    /// Returns the first picture, whose color coding the encoder needs.
    private static func firstFrame(of file: InputFile) throws(UnreadableFileError) -> VideoFrame {
        let movie = try Movie(file)
        guard let video = movie.video else { throw .invalid("It holds no moving pictures.") }
        return try VideoDecoder(movie, video, .tolerant).first(of: "video", "none of its frames can be decoded.")
    }
}

/// Converts a packet's time to the completed fraction of the requested part.
struct PartProgress {
    private let first: Double
    private let length: Double

    init(_ source: ConversionSource) {
        let base = source.video.pointee.time_base
        let units = source.seconds * Double(base.den) / Double(max(1, base.num))
        first = Double(source.part(of: source.video).lowerBound)
        length = max(1, units)
    }

    func fraction(at packet: UnsafeMutablePointer<AVPacket>) -> Double {
        packet.pointee.dts == fg_av_no_time ? 0 : (Double(packet.pointee.dts) - first) / length
    }
}
