import CFilmgateAV
import CFilmgateJPEG
import FilmgateModel

/// Reads the header and metadata segments of JPEG with libjpeg, without decoding pixels. The file counts as complete if
/// it has an end-of-image marker. For a coding process that libjpeg does not support, and for a damaged header, decodes
/// the picture with libavcodec.
func readJPEG(_ file: InputFile, _ metadata: inout Metadata) throws(UnreadableFileError) -> MediaFacts {
    var (outcome, raw) = try header(of: file, &metadata)
    if outcome == fg_jpeg_enormous { throw .enormous("The JPEG claims more than 65500 pixels in one direction.") }
    if outcome == fg_jpeg_broken {
        let damage = UnreadableFileError.broken("JPEG", message(raw.message))
        try metadata.note(damage: damage)
        let picture = try secondAttempt(after: damage) { () throws(UnreadableFileError) in try decodeUncommonJPEG(file)
        }
        (raw.width, raw.height) = (picture.width, picture.height)
    } else if outcome == fg_jpeg_unsupported {
        let picture = try decodeUncommonJPEG(file)
        (raw.width, raw.height) = (picture.width, picture.height)
    }
    try PictureSizeLimits.check(raw.width, raw.height, of: "JPEG")
    if outcome == fg_jpeg_truncated { try metadata.note(damage: .truncated("JPEG")) }
    if outcome == fg_jpeg_damaged {
        try metadata.note(damage: .broken("JPEG", "one of its segments is longer than the file."))
    }
    var facts = MediaFacts(mediaType: .image, mimeType: "image/jpeg", pixelWidth: raw.width, pixelHeight: raw.height)
    metadata.describe(&facts)
    if try EmbeddedVideo.isSamsungMotionPhoto(file) { facts.subtypes.insert(.live) }
    return facts
}

/// Returns the picture of any JPEG. Uses libavcodec for files that libjpeg does not support or finds too damaged.
func jpegPicture(of file: InputFile, takesDamaged: Bool) throws(UnreadableFileError) -> any SourcePicture {
    do throws(UnreadableFileError) {
        let picture = try EncodedPicture(file, isJPEG: true, takesDamaged: takesDamaged)
        if takesDamaged { try picture.checkWhole() }
        return picture
    } catch {
        if case .enormous = error { throw error }
        var metadata = Metadata()
        let outcome = try header(of: file, &metadata).outcome
        guard outcome == fg_jpeg_unsupported || takesDamaged else { throw error }
        return try decodeUncommonJPEG(file, orientation: metadata.exif.orientation ?? 1)
    }
}

private func header(
    of file: InputFile, _ metadata: inout Metadata
) throws(UnreadableFileError) -> (outcome: fg_jpeg_outcome, facts: fg_jpeg) {
    var raw = fg_jpeg()
    let outcome = try file.withContent { content throws(UnreadableFileError) in
        JPEGSegmentParser.headers(of: content) { takeSegment($0, $1, &metadata) }
        return fg_jpeg_read(content.bindMemory(to: UInt8.self).baseAddress, content.count, &raw)
    }
    return (outcome, raw)
}

/// Returns the Exif orientation, without checking the pixels. Such a check would take as long as making a small image.
func jpegTurn(of file: InputFile) throws(UnreadableFileError) -> UInt32 {
    var metadata = Metadata()
    try file.withContent { content in JPEGSegmentParser.headers(of: content) { takeExif($0, $1, &metadata) } }
    return metadata.exif.orientation.flatMap { (1...8).contains($0) ? $0 : nil } ?? 1
}

private func decodeUncommonJPEG(_ file: InputFile, orientation: UInt32 = 1) throws(UnreadableFileError)
    -> DecodedPicture
{
    do throws(UnreadableFileError) {
        return try decodeStill(file, demuxer: "jpeg_pipe", codec: AV_CODEC_ID_MJPEG, orientation: orientation)
    } catch {
        if case .enormous = error { throw error }
        throw .invalid("This kind of JPEG is not supported.")
    }
}

/// Stores the first segment of each kind, as other readers do.
private func takeSegment(_ marker: Int, _ bytes: UnsafeRawBufferPointer, _ metadata: inout Metadata) {
    switch marker {
    case 0xFE: metadata.comment = metadata.comment ?? MetadataText.decode(bytes)
    case 0xED:
        if metadata.iptc == nil, let block = IPTCBlock.data(inSegment: Array(bytes)) { metadata.read(iptc: block) }
    case 0xE1 where metadata.xmp == nil && bytes.starts(with: JPEGSegmentParser.packetMark):
        metadata.read(xmp: bytes.dropFirst(JPEGSegmentParser.packetMark.count))
    default: takeExif(marker, bytes, &metadata)
    }
}

private func takeExif(_ marker: Int, _ bytes: UnsafeRawBufferPointer, _ metadata: inout Metadata) {
    guard marker == 0xE1, metadata.exif.isEmpty, bytes.starts(with: JPEGSegmentParser.exifMark) else { return }
    metadata.read(exif: bytes)
}

/// Returns the text in a C array of characters.
func message<Characters>(_ characters: Characters) -> String {
    withUnsafeBytes(of: characters) { MetadataText.decode($0) }
}
