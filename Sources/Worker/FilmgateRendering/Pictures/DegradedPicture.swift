import CFilmgateVips
import FilmgateModel

/// Returns a picture with the same content that can be decoded faster than the main picture; nil if there is none.
///
/// - Parameter showsEmbedded: whether to use other pictures that the file contains.
func degradedPicture(
    of file: InputFile, as format: FileFormat, for specification: ImageSpecification, _ showsEmbedded: Bool
) throws(UnreadableFileError) -> (any SourcePicture)? {
    switch format {
    case .jpeg: try degradedJPEG(file, for: specification, showsEmbedded)
    case .heif where !showsEmbedded, .tiff where !showsEmbedded, .raw where !showsEmbedded: nil
    case .heif: try decodeHEIFThumbnail(file)
    case .tiff: try isRaw(file) ? rawPreview(of: file, as: nil, specification.orientation) : nil
    case .raw(let kind): try rawPreview(of: file, as: kind, specification.orientation)
    case .png, .webp, .gif, .jxl, .movie, .video, .jpeg2000, .bitmap: nil
    }
}

/// Returns the Exif thumbnail, if wanted. Without one, returns the picture at an eighth of its size, but only if the
/// requested image is larger than that.
private func degradedJPEG(
    _ file: InputFile, for specification: ImageSpecification, _ showsEmbedded: Bool
) throws(UnreadableFileError) -> (any SourcePicture)? {
    let picture = try EncodedPicture(file, isJPEG: true)
    guard differentTurn(picture.header, of: file, as: .jpeg, specification.orientation) == nil else { return nil }
    if showsEmbedded, let thumbnail = try exifThumbnail(of: picture.header) { return thumbnail }
    let geometry = ScaledCrop(of: specification, width: picture.width, height: picture.height)
    guard geometry.scaledWidth > picture.width / 8, min(picture.width, picture.height) >= 8 else { return nil }
    return DecodedPicture(try picture.divided(by: 8))
}

/// Returns the Exif thumbnail, without a color profile. A conversion from the picture's profile would take longer than
/// all other steps.
private func exifThumbnail(of header: Pixels) throws(UnreadableFileError) -> EmbeddedJPEG? {
    let name = "jpeg-thumbnail-data"
    let content = header.withImage { image -> UnsafeRawBufferPointer? in
        var (start, count) = (nil as UnsafeRawPointer?, 0)
        guard vips_image_get_typeof(image, name) != 0, vips_image_get_blob(image, name, &start, &count) == 0 else {
            return nil
        }
        return UnsafeRawBufferPointer(start: start, count: count)
    }
    guard let content else { return nil }
    let orientation = header.withImage { vips_image_get_orientation($0) }
    return try EmbeddedJPEG(
        content, of: header, orientation: UInt32(clamping: orientation), size: (header.width, header.height))
}
