import CFilmgateAV
import FilmgateModel

/// Decodes the only frame of a file with libavcodec, without scaling it.
///
/// - Parameters:
///   - demuxer: libavformat's name for the format.
///   - orientation: the Exif orientation.
func decodeStill(
    _ file: InputFile, demuxer: String, codec: AVCodecID, orientation: UInt32 = 1
) throws(UnreadableFileError) -> DecodedPicture {
    let movie = try Movie(file, demuxer: demuxer)
    guard let video = movie.video else { throw .invalid("It holds no picture.") }
    let decoder = try VideoDecoder(movie, video, codecs: [codec], .tolerant)
    let frame = try decoder.first(of: "picture", "it cannot be decoded.")
    let size = frame.size
    try PictureSizeLimits.check(size.width, size.height, of: "picture")
    let pixels = try frame.buffer(width: Int32(size.width), height: Int32(size.height))
    return DecodedPicture(try pixels.pixels(orientation: orientation))
}

/// Returns the flattened picture of a PSD, or the picture of a BMP. Uses `UncompressedBMP` for uncompressed BMPs that
/// libavcodec does not support or cannot decode, such as files that end early.
func bitmap(_ file: InputFile, of kind: BitmapKind, takesDamaged: Bool = false) throws(UnreadableFileError)
    -> DecodedPicture
{
    switch kind {
    case .psd: return try PhotoshopPicture(file).decoded()
    case .bmp:
        let plain = UncompressedBMP(file)
        if let plain, plain.isUncommon { return try plain.decoded(file, takesDamaged: takesDamaged) }
        let unknown = UnreadableFileError.invalid(
            "The BMP cannot be decoded: it is damaged, or of an unsupported kind.")
        if UncompressedBMP.isMisread(file) { throw unknown }
        do throws(UnreadableFileError) {
            return try decodeStill(file, demuxer: "bmp_pipe", codec: AV_CODEC_ID_BMP)
        } catch {
            if case .enormous = error { throw error }
            guard let plain else { throw unknown }
            return try plain.decoded(file, takesDamaged: takesDamaged)
        }
    }
}

/// Reads a BMP or PSD. Decodes the picture to check that the file is complete.
func readBitmap(_ file: InputFile, of kind: BitmapKind, _ metadata: inout Metadata) throws(UnreadableFileError)
    -> MediaFacts
{
    let picture: DecodedPicture
    do throws(UnreadableFileError) { picture = try bitmap(file, of: kind) } catch {
        try metadata.note(damage: error)
        picture = try bitmap(file, of: kind, takesDamaged: true)
    }
    var facts = MediaFacts(
        mediaType: .image, mimeType: kind.mimeType, pixelWidth: picture.width, pixelHeight: picture.height)
    switch kind {
    case .bmp: break
    case .psd:
        ContainerMetadataReader.readPhotoshop(file, &metadata)
        metadata.describe(&facts)
    }
    return facts
}
