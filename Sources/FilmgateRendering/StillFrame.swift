internal import CFilmgateAV
internal import FilmgateModel

/// The only frame of a file that libavcodec decodes, in the size in which it is stored.
///
/// - Parameters:
///   - demuxer: the name that libavformat has for such files.
///   - orientation: how to turn it upright, by Exif's numbers.
func decodeStill(
    _ file: InputFile, demuxer: String, codec: AVCodecID, orientation: UInt32 = 1
) throws(Unreadable) -> DecodedPicture {
    let movie = try Movie(file, demuxer: demuxer)
    guard let video = movie.video else { throw .invalid("It holds no picture.") }
    let decoder = try VideoDecoder(movie, video, codecs: [codec], .tolerant)
    guard let frame = decoder.next(while: { true }) else {
        if decoder.lacksMemory { throw .enormous("The picture needs more memory than it gets.") }
        throw .broken("picture", "it cannot be decoded.")
    }
    let size = frame.size
    try Dimensions.check(size.width, size.height, of: "picture")
    let pixels = try frame.buffer(width: Int32(size.width), height: Int32(size.height))
    return DecodedPicture(try pixels.pixels(orientation: orientation))
}

/// The picture of a file that libavcodec decodes; of a BMP with masks that it does not know, the picture by these masks.
func bitmap(_ file: InputFile, of kind: BitmapKind) throws(Unreadable) -> DecodedPicture {
    switch kind {
    case .psd: return try decodeStill(file, demuxer: kind.demuxer, codec: AV_CODEC_ID_PSD)
    case .bmp:
        if let masked = try MaskedBitmap.decode(file) { return masked }
        do throws(Unreadable) { return try decodeStill(file, demuxer: kind.demuxer, codec: AV_CODEC_ID_BMP) } catch {
            if case .enormous = error { throw error }
            throw .invalid("The BMP cannot be decoded: it is damaged, or of a kind that is not known here.")
        }
    }
}

/// Reads a picture that libavcodec decodes. The file is complete if it can be decoded.
func readBitmap(
    _ file: InputFile, of kind: BitmapKind, _ metadata: inout Metadata
) throws(Unreadable) -> MediaFacts {
    let picture = try bitmap(file, of: kind)
    var facts = MediaFacts(
        mediaType: .image, mimeType: kind.mimeType, pixelWidth: picture.width, pixelHeight: picture.height)
    switch kind {
    case .bmp: break
    case .psd:
        ContainerBlocks.readPhotoshop(file, &metadata)
        metadata.describe(&facts, upright: true)
    }
    return facts
}
