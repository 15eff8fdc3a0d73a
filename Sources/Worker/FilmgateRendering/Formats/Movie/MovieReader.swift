package import CFilmgateAV
import FilmgateModel

/// Reads the tables of MP4 and QuickTime with libavformat, without decoding frames. The file counts as complete if the
/// last box ends at the end of the file, and if all samples in the tables are in the file.
func readMovie(_ file: InputFile, mimeType: String, _ metadata: inout Metadata) throws(UnreadableFileError)
    -> MediaFacts
{
    try metadata.tolerate { () throws(UnreadableFileError) in try BoxStructureChecker.check(file, of: "video") }
    let movie = try Movie(file)
    try metadata.tolerate { () throws(UnreadableFileError) in try movie.checkExtents(fileSize: file.size) }
    return try facts(of: movie, mimeType: mimeType, VideoContainerTextReader.ofBoxes(file), &metadata)
}

/// Reads a video in a container without boxes.
///
/// Such a container has no table that shows whether the file is complete.
func readVideo(
    _ file: InputFile, in container: VideoContainerFormat, _ metadata: inout Metadata
) throws(UnreadableFileError) -> MediaFacts {
    if container == .avi { ContainerMetadataReader.readAVI(file, &metadata) }
    let texts = container == .windowsMedia ? VideoContainerTextReader.ofWindowsMedia(file) : [:]
    var read = try facts(of: try Movie(file), mimeType: container.mimeType, texts, &metadata)
    // libavformat only estimates the duration, from the bit rate that the first picture states.
    if container == .elementaryStream { read.duration = try countedDuration(of: file) }
    return read
}

/// Returns the duration of a stream without timestamps, in seconds; nil if it is unknown or the file is too large.
private func countedDuration(of file: InputFile) throws(UnreadableFileError) -> Double? {
    let movie = try Movie(file)
    guard let video = movie.video, movie.frameRate > 0, file.size <= 1 << 30 else { return nil }
    var packet = av_packet_alloc()
    defer { av_packet_free(&packet) }
    var pictures = 0
    while let packet, av_read_frame(movie.context, packet) >= 0 {
        if packet.pointee.stream_index == video.pointee.index { pictures += 1 }
        av_packet_unref(packet)
    }
    return Double(pictures) / movie.frameRate
}

private func facts(
    of movie: Movie, mimeType: String, _ texts: [String: String], _ metadata: inout Metadata
) throws(UnreadableFileError) -> MediaFacts {
    guard let video = movie.video else { throw .invalid("It holds no moving pictures.") }
    let shape = try VideoShape(of: video)
    var facts = MediaFacts(mediaType: .video, mimeType: mimeType, pixelWidth: shape.width, pixelHeight: shape.height)
    facts.orientation = shape.orientation
    facts.duration = movie.duration
    let tags = MovieTags(movie, texts, packet: metadata.blocks.xmp)
    tags.describe(&facts)
    tags.note(in: &metadata)
    facts.subtypes.formUnion(tags.subtypes(playedAt: movie.frameRate))
    if video.pointee.codecpar.pointee.color_trc.isHDR { facts.subtypes.insert(.hdr) }
    return facts
}

/// An open movie file.
package final class Movie {
    private let stream: FileStream
    private let input: UnsafeMutablePointer<AVIOContext>
    package let context: UnsafeMutablePointer<AVFormatContext>
    /// Whether tables list the offset of each picture, as in MP4 and QuickTime. Other containers may end anywhere.
    package let hasTables: Bool

    /// - Parameter demuxer: libavformat's name for the container; nil to detect it from the file's first bytes.
    package init(_ file: InputFile, demuxer: String? = nil) throws(UnreadableFileError) {
        let head = file.bytes(at: 0, count: FileFormat.headBytes)
        let demuxer = demuxer ?? VideoContainerFormat(head)?.demuxer ?? Movie.boxes
        stream = FileStream(file)
        let source = Unmanaged.passUnretained(stream).toOpaque()
        let memory = av_malloc(Movie.bufferSize)
        guard let buffer = memory,
            let input = avio_alloc_context(
                buffer.assumingMemoryBound(to: UInt8.self), Int32(Movie.bufferSize), 0, source, readStream, nil,
                seekStream)
        else {
            av_free(memory)
            throw .broken("video", "there is no memory for it.")
        }
        var opened = avformat_alloc_context()
        opened?.pointee.pb = input
        var options: OpaquePointer?
        av_dict_set(&options, "export_xmp", "1", 0)
        let code = avformat_open_input(&opened, "", av_find_input_format(demuxer), &options)
        av_dict_free(&options)
        guard code == 0, let opened else {
            Movie.free(input)
            throw .broken("video", Movie.errorText(for: code))
        }
        self.input = input
        context = opened
        hasTables = demuxer == Movie.boxes
        // In some other containers, and with some codecs in all containers, only the pictures state the size.
        let format = video?.pointee.codecpar.pointee.codec_id ?? AV_CODEC_ID_NONE
        if demuxer != Movie.boxes || Movie.sizedInPictures.contains(format) { avformat_find_stream_info(opened, nil) }
    }

    deinit {
        var open: UnsafeMutablePointer<AVFormatContext>? = context
        avformat_close_input(&open)
        Movie.free(input)
    }

    /// The first video stream. Skips cover pictures, which are streams with one frame.
    package var video: UnsafeMutablePointer<AVStream>? {
        streams.first {
            $0.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO
                && $0.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0
        }
    }

    /// The duration in seconds; nil if the movie does not state it, which is possible for fragmented movies.
    package var duration: Double? {
        let total = context.pointee.duration
        if total != fg_av_no_time, total > 0 { return Double(total) / Double(AV_TIME_BASE) }
        return streams.compactMap { stream -> Double? in
            let (length, base) = (stream.pointee.duration, stream.pointee.time_base)
            return length == fg_av_no_time || length <= 0 ? nil : Double(length) * Double(base.num) / Double(base.den)
        }.max()
    }

    /// The number of frames per second; 0 if unknown.
    package var frameRate: Double {
        guard let rate = video?.pointee.avg_frame_rate, rate.den != 0 else { return 0 }
        return Double(rate.num) / Double(rate.den)
    }

    package func checkExtents(fileSize: UInt64) throws(UnreadableFileError) {
        for stream in streams {
            for index in 0..<avformat_index_get_entries_count(stream) {
                guard let entry = avformat_index_get_entry(stream, index)?.pointee else { continue }
                let (end, overflows) = entry.pos.addingReportingOverflow(Int64(entry.size))
                guard !overflows, end <= Int64(clamping: fileSize) else { throw .truncated("video") }
            }
        }
    }

    /// Makes libavformat skip the packets of all streams except these.
    package func discardAll(but kept: [UnsafeMutablePointer<AVStream>]) {
        for stream in streams where !kept.contains(stream) { stream.pointee.discard = AVDISCARD_ALL }
    }

    package var streams: [UnsafeMutablePointer<AVStream>] {
        (0..<Int(context.pointee.nb_streams)).compactMap { context.pointee.streams[$0] }
    }

    /// Frees the context and its current buffer, because libavformat may have replaced the original buffer.
    private static func free(_ input: UnsafeMutablePointer<AVIOContext>) {
        av_free(input.pointee.buffer)
        var input: UnsafeMutablePointer<AVIOContext>? = input
        avio_context_free(&input)
    }

    private static func errorText(for code: Int32) -> String {
        var text = [CChar](repeating: 0, count: 128)
        av_strerror(code, &text, text.count)
        return MetadataText.decode(text.lazy.map { UInt8(bitPattern: $0) })
    }

    private static let sizedInPictures = [AV_CODEC_ID_MPEG4, AV_CODEC_ID_H263, AV_CODEC_ID_H263P, AV_CODEC_ID_H263I]
    /// libavformat's name for MP4, QuickTime and 3GP.
    private static let boxes = "mov"
    private static let bufferSize = 32768
}

private func readStream(_ context: UnsafeMutableRawPointer?, _ buffer: UnsafeMutablePointer<UInt8>?, _ count: Int32)
    -> Int32
{
    guard let context else { return fg_av_eof }
    let read = FileStream.of(context).read(into: UnsafeMutableRawBufferPointer(start: buffer, count: Int(count)))
    return read == 0 ? fg_av_eof : Int32(read)
}

private func seekStream(_ context: UnsafeMutableRawPointer?, _ offset: Int64, _ origin: Int32) -> Int64 {
    guard let context else { return -1 }
    let stream = FileStream.of(context)
    return origin & fg_av_seek_size != 0 ? Int64(clamping: stream.file.size) : stream.seek(to: offset, from: origin & 3)
}
