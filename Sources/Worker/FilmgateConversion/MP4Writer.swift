import CFilmgateAV
import FilmgateRendering
import Glibc

/// Writes an MP4 file, with its tables at the beginning or in fragments. The file contains only the tracks, unless
/// `begin` receives metadata.
final class MP4Writer {
    private let file: MappedOutputFile
    private let output: UnsafeMutablePointer<AVIOContext>
    private let context: UnsafeMutablePointer<AVFormatContext>
    private let isFragmented: Bool
    private var filters: [Int32: NALUnitFilter] = [:]
    /// The duration of a fragment, in microseconds. A fragment also ends at a key frame.
    private static let fragment = "500000"

    /// - Parameter isFragmented: whether to write fragments. Their bytes never change, so that they can be read before
    ///   the file is finished.
    init(_ file: MappedOutputFile, isFragmented: Bool) throws(UnreadableFileError) {
        self.isFragmented = isFragmented
        guard let output = OutputStream.open(file, isForWriting: true) else { throw MP4Writer.noMemory }
        var opened: UnsafeMutablePointer<AVFormatContext>?
        guard avformat_alloc_output_context2(&opened, nil, "mp4", nil) >= 0, let context = opened else {
            OutputStream.close(output)
            throw MP4Writer.noMemory
        }
        context.pointee.pb = output
        // Keeps libavformat's name out of the file.
        context.pointee.flags |= AVFMT_FLAG_BITEXACT | AVFMT_FLAG_CUSTOM_IO
        // To move the tables to the beginning, libavformat opens the file a second time.
        context.pointee.opaque = Unmanaged.passUnretained(file).toOpaque()
        context.pointee.io_open = openAgain
        context.pointee.io_close2 = { _, opened in
            OutputStream.close(opened)
            return 0
        }
        (self.file, self.output, self.context) = (file, output, context)
    }

    deinit {
        avformat_free_context(context)
        OutputStream.close(output)
    }

    private static var noMemory: UnreadableFileError { .enormous("The video needs more memory than it gets.") }

    /// - Parameter orientation: the Exif orientation with which the pictures are shown.
    /// - Returns: the index of the track.
    func addTrack(
        _ parameters: UnsafePointer<AVCodecParameters>, timeBase: AVRational, orientation: UInt32 = 1
    ) throws(UnreadableFileError) -> Int32 {
        guard let stream = avformat_new_stream(context, nil),
            avcodec_parameters_copy(stream.pointee.codecpar, parameters) >= 0
        else { throw MP4Writer.noMemory }
        let own = stream.pointee.codecpar
        // Removes QuickTime's codec tags, which MP4 does not support. Keeps `hvc1`, the tag of HEVC that Apple's
        // players need.
        if parameters.pointee.codec_tag != MP4Writer.hvc1 { own?.pointee.codec_tag = 0 }
        stream.pointee.time_base = timeBase
        stream.pointee.sample_aspect_ratio = parameters.pointee.sample_aspect_ratio
        let (width, height) = (parameters.pointee.width, parameters.pointee.height)
        if (2...8).contains(orientation), (0...32767).contains(width), (0...32767).contains(height) {
            let matrix = displayMatrix(orientation, width: Int(width) << 16, height: Int(height) << 16)
            guard let data = av_stream_new_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, 36) else {
                throw MP4Writer.noMemory
            }
            data.withMemoryRebound(to: Int32.self, capacity: 9) { $0.update(from: matrix, count: 9) }
        }
        let index = stream.pointee.index
        if let own, let filter = try NALUnitFilter(own, timeBase: timeBase) { filters[index] = filter }
        return index
    }

    /// Adds a track for the packets of an encoder.
    func addTrack(
        of encoder: UnsafePointer<AVCodecContext>, timeBase: AVRational, orientation: UInt32 = 1
    ) throws(UnreadableFileError) -> Int32 {
        var parameters = avcodec_parameters_alloc()
        defer { avcodec_parameters_free(&parameters) }
        guard let made = parameters, avcodec_parameters_from_context(made, encoder) >= 0 else {
            throw MP4Writer.noMemory
        }
        return try addTrack(made, timeBase: timeBase, orientation: orientation)
    }

    private static let hvc1 = UInt32(0x3163_7668)

    func begin(with metadata: MovieMetadata? = nil) throws(UnreadableFileError) {
        var options: OpaquePointer?
        metadata?.copy(to: context)
        // A fragmented file gets its header only with the first packets, because the header contains data from them:
        // the description of AC-3 sound, and the times of the first pictures.
        let layout = isFragmented ? "+frag_keyframe+empty_moov+delay_moov+default_base_moof" : "+faststart"
        av_dict_set(&options, "movflags", metadata == nil ? layout : layout + "+use_metadata_tags", 0)
        if isFragmented { av_dict_set(&options, "frag_duration", MP4Writer.fragment, 0) }
        let code = avformat_write_header(context, &options)
        av_dict_free(&options)
        // Omits the creation time from the list of keys, because the header already contains it.
        av_dict_set(&context.pointee.metadata, "creation_time", nil, 0)
        try check(code)
    }

    /// Writes a packet of a track, and takes ownership of the packet's content.
    ///
    /// - Parameter timeBase: the unit of the packet's times.
    func write(_ packet: UnsafeMutablePointer<AVPacket>, to track: Int32, timeBase: AVRational)
        throws(UnreadableFileError)
    {
        packet.pointee.stream_index = track
        packet.pointee.pos = -1
        // Removes the packet's side data, which is either metadata or already in the tables.
        av_packet_free_side_data(packet)
        if let filter = filters[track] {
            try filter.filter(packet) { packet throws(UnreadableFileError) in try put(packet, timeBase) }
        } else {
            try put(packet, timeBase)
        }
    }

    private func put(_ packet: UnsafeMutablePointer<AVPacket>, _ timeBase: AVRational) throws(UnreadableFileError) {
        guard let stream = context.pointee.streams[Int(packet.pointee.stream_index)] else { return }
        av_packet_rescale_ts(packet, timeBase, stream.pointee.time_base)
        try check(av_interleaved_write_frame(context, packet))
    }

    /// The number of bytes at the beginning of the unfinished file that no longer change.
    var finalBytes: UInt64 {
        guard isFragmented else { return 0 }
        avio_flush(output)
        return file.size
    }

    /// Writes the remaining packets and the tables.
    ///
    /// - Returns: the size of the file, in bytes.
    func finish() throws(UnreadableFileError) -> UInt64 {
        try check(av_write_trailer(context))
        avio_flush(output)
        try check(output.pointee.error)
        return file.size
    }

    private func check(_ code: Int32) throws(UnreadableFileError) {
        if file.isFull { throw .enormous("The video becomes larger than was expected.") }
        if code == -ENOMEM { throw MP4Writer.noMemory }
        guard code >= 0 else { throw .broken("video", "its times or tables cannot be written again.") }
    }
}

private func openAgain(
    _ context: UnsafeMutablePointer<AVFormatContext>?,
    _ opened: UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>?, _ name: UnsafePointer<CChar>?, _ flags: Int32,
    _ options: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    guard let file = context?.pointee.opaque, let opened, flags & AVIO_FLAG_WRITE == 0 else { return -EPERM }
    opened.pointee = OutputStream.open(
        Unmanaged<MappedOutputFile>.fromOpaque(file).takeUnretainedValue(), isForWriting: false)
    return opened.pointee == nil ? -ENOMEM : 0
}
