import CFilmgateVips
import FilmgateModel

/// A picture as the file or `orientation` turns it upright.
///
/// libvips does not see every block of metadata that is read here, such as one behind the pixels of a PNG or one in its texts.
/// - Parameter orientation: how it is to be turned; nil for what the file says.
func turned(
    _ picture: any SourcePicture, of file: InputFile, as format: FileFormat, _ orientation: UInt32?
) -> any SourcePicture {
    guard let encoded = picture as? EncodedPicture else {
        return orientation.flatMap { (picture as? DecodedPicture)?.turned($0) } ?? picture
    }
    guard let turn = differentTurn(encoded.header, of: file, as: format, orientation) else { return picture }
    return DecodedPicture(encoded.header).turned(turn)
}

/// Returns how the picture is to be turned if libvips would turn it in a different way.
func differentTurn(_ header: Pixels, of file: InputFile, as format: FileFormat, _ orientation: UInt32?) -> UInt32? {
    let present = UInt32(clamping: header.withImage { vips_image_get_orientation($0) })
    // If the file cannot be read, it is turned as libvips turns it.
    return (orientation ?? (try? storedTurn(of: file, as: format))).flatMap { $0 == present ? nil : $0 }
}

/// Returns Exif's number of how the stored picture is to be turned; nil if libvips reads the same.
private func storedTurn(of file: InputFile, as format: FileFormat) throws(Unreadable) -> UInt32? {
    switch format {
    case .jpeg: return try jpegTurn(of: file)
    case .png, .webp:
        var metadata = Metadata(takesDamaged: true)
        return try read(file, as: format, &metadata).orientation
    case .gif, .heif, .jxl, .tiff, .raw, .movie, .video, .jpeg2000, .bitmap: return nil
    }
}
