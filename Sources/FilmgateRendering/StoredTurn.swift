internal import CFilmgateVips
internal import FilmgateModel

/// A picture as the file or `orientation` turns it upright.
///
/// libvips does not see every block of metadata that is read here, such as one behind the pixels of a PNG or one in its texts.
/// - Parameter orientation: how it is to be turned; nil for what the file says.
func turned(
    _ picture: any Picture, of file: InputFile, as format: FileFormat, _ orientation: UInt32?
) -> any Picture {
    guard let encoded = picture as? EncodedPicture else {
        return orientation.flatMap { (picture as? DecodedPicture)?.turned($0) } ?? picture
    }
    guard let turn = differentTurn(encoded.header, of: file, as: format, orientation) else { return picture }
    return DecodedPicture(encoded.header).turned(turn)
}

/// Whether libvips would turn the picture in a different way.
func isTurnedDifferently(
    _ header: Pixels, of file: InputFile, as format: FileFormat, _ orientation: UInt32?
) -> Bool {
    differentTurn(header, of: file, as: format, orientation) != nil
}

private func differentTurn(
    _ header: Pixels, of file: InputFile, as format: FileFormat, _ orientation: UInt32?
) -> UInt32? {
    let present = UInt32(clamping: header.withImage { vips_image_get_orientation($0) })
    return (orientation ?? storedTurn(of: file, as: format)).flatMap { $0 == present ? nil : $0 }
}

/// Returns Exif's number of how the stored picture is to be turned; nil if libvips reads the same.
private func storedTurn(of file: InputFile, as format: FileFormat) -> UInt32? {
    switch format {
    case .jpeg: return try? file.withContent { content throws(Unreadable) in jpegTurn(content) }
    case .png, .webp:
        var metadata = Metadata(takesDamaged: true)
        return try? read(file, as: format, &metadata).orientation
    case .gif, .heif, .jxl, .tiff, .raw, .movie, .video, .jpeg2000, .bitmap: return nil
    }
}

/// Looks only at the segments before the pixels, because a scan of a large file would take as long as a small image.
private func jpegTurn(_ content: UnsafeRawBufferPointer) -> UInt32 {
    var offset = 2
    while offset + 4 <= content.count, content[offset] == 0xFF, content[offset + 1] != 0xDA {
        // Fill bytes may stand before a marker.
        guard content[offset + 1] != 0xFF else {
            offset += 1
            continue
        }
        let end = offset + 2 + (Int(content[offset + 2]) << 8 | Int(content[offset + 3]))
        guard end > offset + 3, end <= content.count else { break }
        if content[offset + 1] == 0xE1, content[(offset + 4)..<end].starts(with: Array("Exif\0\0".utf8)) {
            let fields = ExifBlock.fields(content[(offset + 4)..<end])
            if !fields.isEmpty { return fields.orientation.flatMap { (1...8).contains($0) ? $0 : nil } ?? 1 }
        }
        offset = end
    }
    return 1
}
