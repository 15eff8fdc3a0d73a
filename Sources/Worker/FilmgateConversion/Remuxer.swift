import CFilmgateAV
import FilmgateJobs
import FilmgateModel
import FilmgateRendering

/// Copies the pictures of a movie unchanged into a new file. Encodes the sound again unless its format is AAC, MP3 or
/// AC-3.
enum Remuxer {
    /// Copies the requested part. The copy begins at a key frame.
    ///
    /// - Parameter metadata: the metadata to write in addition to the tracks; nil for none. If set, no track may be
    ///   converted.
    /// - Returns: nil if a conversion is necessary, because of the pictures' size or format or the playback order, or
    ///   because `metadata` is set and the sound cannot be copied.
    static func copy(
        _ file: InputFile, _ specification: VideoSpecification, to target: MappedOutputFile, _ report: ProgressReporter,
        with metadata: MovieMetadata? = nil
    ) throws(UnreadableFileError) -> RenderedFile? {
        var specification = specification
        specification.start = try ConversionSource(file, specification).timeOfFirstKeyFrame()
        let source = try ConversionSource(file, specification)
        guard let parameters = source.video.pointee.codecpar, codecs.contains(parameters.pointee.codec_id),
            specification.playback == .once,
            max(source.shape.width, source.shape.height, UInt32(clamping: parameters.pointee.width))
                <= specification.maxPixels ?? .max
        else { return nil }
        let writer = try MP4Writer(target, isFragmented: specification.isFragmented)
        let pictures = try CopiedTrack(
            source.video, part: source.part(of: source.video), timeBase: source.slowedTimeBase, to: writer,
            orientation: source.shape.orientation)
        let sound = try source.audio.map { stream throws(UnreadableFileError) in
            try RemuxedSound(stream, part: source.part(of: stream), to: writer)
        }
        if metadata != nil, case .converted? = sound { return nil }
        try writer.begin(with: metadata)
        try source.seekToStart()
        let progress = PartProgress(source)
        try source.forEachPacket { packet throws(UnreadableFileError) in
            if packet.pointee.stream_index == source.video.pointee.index {
                report.reached(progress.fraction(at: packet), of: writer)
                try pictures.take(packet)
            } else {
                try sound?.take(packet)
            }
            return !pictures.isComplete || sound?.isComplete == false
        }
        try sound?.finish()
        guard !pictures.isEmpty else { throw .invalid("There are no pictures in this part of the video.") }
        let size = try writer.finish()
        let shape = source.shape
        return RenderedFile(width: shape.width, height: shape.height, isTurned: shape.isTurned, size: size)
    }

    /// The formats of pictures that are copied: MP4 supports them, other programs expect them in MP4, and a movie's
    /// tables describe them completely.
    private static let codecs = [AV_CODEC_ID_H264, AV_CODEC_ID_HEVC]
}

/// The sound of a movie whose pictures are copied.
private enum RemuxedSound {
    case copied(CopiedTrack)
    case converted(AudioTranscoder)

    init(_ stream: UnsafeMutablePointer<AVStream>, part: Range<Int64>, to writer: MP4Writer) throws(UnreadableFileError)
    {
        let isKnown = [AV_CODEC_ID_AAC, AV_CODEC_ID_MP3, AV_CODEC_ID_AC3].contains(
            stream.pointee.codecpar.pointee.codec_id)
        self =
            isKnown
            ? .copied(try CopiedTrack(stream, part: part, timeBase: stream.pointee.time_base, to: writer))
            : .converted(try AudioTranscoder(stream, part: part, to: writer))
    }

    var isComplete: Bool {
        switch self {
        case .copied(let track): track.isComplete
        case .converted(let track): track.isComplete
        }
    }

    func take(_ packet: UnsafeMutablePointer<AVPacket>) throws(UnreadableFileError) {
        switch self {
        case .copied(let track): try track.take(packet)
        case .converted(let track): try track.take(packet)
        }
    }

    func finish() throws(UnreadableFileError) { if case .converted(let track) = self { try track.take(nil) } }
}

private final class CopiedTrack {
    private let writer: MP4Writer
    private let track: Int32
    private let timeBase: AVRational
    private let part: Range<Int64>
    private let hasKeyFrames: Bool
    private(set) var isEmpty = true
    private(set) var isComplete = false

    /// - Parameter timeBase: the unit in which the times are written.
    init(
        _ stream: UnsafeMutablePointer<AVStream>, part: Range<Int64>, timeBase: AVRational, to writer: MP4Writer,
        orientation: UInt32 = 1
    ) throws(UnreadableFileError) {
        guard let parameters = stream.pointee.codecpar else { throw .broken("video", "a track has no description.") }
        track = try writer.addTrack(parameters, timeBase: timeBase, orientation: orientation)
        hasKeyFrames = parameters.pointee.codec_type == AVMEDIA_TYPE_VIDEO
        (self.writer, self.part, self.timeBase) = (writer, part, timeBase)
    }

    func take(_ packet: UnsafeMutablePointer<AVPacket>) throws(UnreadableFileError) {
        let (shown, decoded) = (packet.pointee.pts, packet.pointee.dts)
        guard !isComplete, shown != fg_av_no_time, decoded != fg_av_no_time else { return }
        // This and later packets are not needed: a picture that is shown before the end of the part is decoded before
        // the end, and so are the pictures on which it depends.
        guard decoded < part.upperBound else {
            isComplete = true
            return
        }
        if part.lowerBound > 0 {
            // A picture that is shown before the key frame may lack the pictures on which it depends.
            if hasKeyFrames, packet.pointee.flags & AV_PKT_FLAG_KEY == 0, shown < part.lowerBound { return }
            if !hasKeyFrames, shown &+ packet.pointee.duration <= part.lowerBound { return }
        }
        var size = 0
        guard av_packet_get_side_data(packet, AV_PKT_DATA_NEW_EXTRADATA, &size) == nil else {
            throw .invalid("Its format changes in the middle; ask for a converted video.")
        }
        packet.pointee.pts = shown - part.lowerBound
        packet.pointee.dts = decoded - part.lowerBound
        isEmpty = false
        try writer.write(packet, to: track, timeBase: timeBase)
    }
}
