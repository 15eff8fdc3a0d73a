import CFilmgateVips
import FilmgateModel

/// Returns a picture turned upright by the file's orientation or by `orientation`.
///
/// libvips does not read all metadata blocks that Filmgate reads, such as a block after a PNG's pixels or in its text.
/// - Parameter orientation: the Exif orientation of the stored picture; nil for the file's own orientation.
func turned(
    _ picture: any SourcePicture, of file: InputFile, as format: FileFormat, _ orientation: UInt32?
) -> any SourcePicture {
    guard let encoded = picture as? EncodedPicture else {
        return orientation.flatMap { (picture as? DecodedPicture)?.turned($0) } ?? picture
    }
    guard let turn = differentTurn(encoded.header, of: file, as: format, orientation) else { return picture }
    return DecodedPicture(encoded.header).turned(turn)
}

/// Returns the Exif orientation with which to turn the picture; nil if libvips uses the same one.
func differentTurn(_ header: Pixels, of file: InputFile, as format: FileFormat, _ orientation: UInt32?) -> UInt32? {
    let present = UInt32(clamping: header.withImage { vips_image_get_orientation($0) })
    // If the file cannot be read, libvips's orientation remains.
    return (orientation ?? (try? storedTurn(of: file, as: format))).flatMap { $0 == present ? nil : $0 }
}

/// Returns the Exif orientation of the stored picture; nil for formats for which libvips reads the same orientation.
private func storedTurn(of file: InputFile, as format: FileFormat) throws(UnreadableFileError) -> UInt32? {
    switch format {
    case .jpeg: return try jpegTurn(of: file)
    case .png, .webp:
        var metadata = Metadata(takesDamaged: true)
        return try read(file, as: format, &metadata).orientation
    case .gif, .heif, .jxl, .tiff, .raw, .movie, .video, .jpeg2000, .bitmap: return nil
    }
}
