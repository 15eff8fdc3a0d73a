import CFilmgateHEIF
import CFilmgateVips

/// Decodes the primary picture upright with libheif. If the picture is too large, decodes the thumbnail.
///
/// - Parameter takesDamaged: whether the file may be damaged. Then the thumbnail may replace the picture.
func decodeHEIF(_ file: InputFile, takesDamaged: Bool = false) throws(UnreadableFileError) -> DecodedPicture {
    if !takesDamaged { try BoxStructureChecker.check(file, of: "HEIF") }
    return try file.withContent { content throws(UnreadableFileError) in
        if ImageSequence.isAlone(in: content) { return try ImageSequence.firstPicture(of: file) }
        return try withPrimaryPicture(of: content, "HEIF") { picture throws(UnreadableFileError) in
            do throws(UnreadableFileError) {
                if let damage = picture.input.damage, !takesDamaged { throw damage }
                try HEIFLimits.check(picture)
                return try decode(picture.handle, of: picture)
            } catch {
                let isTooLarge = if case .enormous = error { true } else { false }
                guard takesDamaged || isTooLarge, let thumbnail = try thumbnail(of: picture) else { throw error }
                return thumbnail
            }
        }
    }
}

/// Decodes the largest thumbnail upright. Returns nil if there is none, or if it does not show the whole picture.
func decodeHEIFThumbnail(_ file: InputFile) throws(UnreadableFileError) -> DecodedPicture? {
    try BoxStructureChecker.check(file, of: "HEIF")
    return try file.withContent { content throws(UnreadableFileError) in
        if ImageSequence.isAlone(in: content) { return nil }
        return try withPrimaryPicture(of: content, "HEIF") { picture throws(UnreadableFileError) in
            try thumbnail(of: picture)
        }
    }
}

enum HEIFLimits {
    /// The maximum number of pixels. libheif stores a picture twice, with three and with four bytes per pixel.
    static let pixels: UInt64 = 110_000_000

    /// Checks the size of a picture.
    ///
    /// - Throws: if decoding it would need more memory than a worker has.
    static func check(_ picture: PrimaryPicture) throws(UnreadableFileError) {
        let count = UInt64(picture.width) * UInt64(picture.height)
        guard count <= pixels else {
            throw .enormous(
                "The HEIF has \(count / 1_000_000) megapixels and no thumbnail; at most \(pixels / 1_000_000) are decoded."
            )
        }
    }
}

private func thumbnail(of picture: PrimaryPicture) throws(UnreadableFileError) -> DecodedPicture? {
    guard let thumbnail = largestThumbnail(of: picture.handle) else { return nil }
    defer { heif_image_handle_release(thumbnail) }
    let size = size(of: thumbnail)
    try PictureSizeLimits.check(size.width, size.height, of: "thumbnail")
    guard haveSameShape(size, (picture.width, picture.height)) else { return nil }
    return try decode(thumbnail, of: picture)
}

/// Returns the largest thumbnail, which the caller must release.
private func largestThumbnail(of picture: OpaquePointer) -> OpaquePointer? {
    var ids = [heif_item_id](repeating: 0, count: 16)
    let count = heif_image_handle_get_list_of_thumbnail_IDs(picture, &ids, Int32(ids.count))
    var largest: OpaquePointer?
    for id in ids.prefix(Int(count)) {
        var thumbnail: OpaquePointer?
        guard heif_image_handle_get_thumbnail(picture, id, &thumbnail).code == heif_error_Ok, let thumbnail else {
            continue
        }
        if let previous = largest {
            guard size(of: thumbnail).width > size(of: previous).width else {
                heif_image_handle_release(thumbnail)
                continue
            }
            heif_image_handle_release(previous)
        }
        largest = thumbnail
    }
    return largest
}

func size(of picture: OpaquePointer) -> (width: UInt32, height: UInt32) {
    (UInt32(clamping: heif_image_handle_get_width(picture)), UInt32(clamping: heif_image_handle_get_height(picture)))
}

/// Decodes a picture or its thumbnail, with the picture's color profile.
private func decode(_ version: OpaquePointer, of picture: PrimaryPicture) throws(UnreadableFileError) -> DecodedPicture
{
    let pixels = try buffer(of: version, picture.input.mirror).pixels()
    var profile = [UInt8](repeating: 0, count: heif_image_handle_get_raw_color_profile_size(picture.handle))
    if !profile.isEmpty, heif_image_handle_get_raw_color_profile(picture.handle, &profile).code == heif_error_Ok {
        pixels.setProfile(profile)
    }
    return DecodedPicture(pixels)
}

/// Decodes a picture to red, green and blue, and to alpha if it has transparency.
func buffer(of handle: OpaquePointer, _ mirror: HEIFMirror) throws(UnreadableFileError) -> PixelBuffer {
    let hasAlpha = heif_image_handle_has_alpha_channel(handle) != 0
    var image: OpaquePointer?
    let error = heif_decode_image(
        handle, &image, heif_colorspace_RGB, hasAlpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB, nil)
    let size = size(of: handle)
    // libheif also reports this error if there is not enough memory for the converted picture.
    if error.subcode == heif_suberror_Unsupported_color_conversion,
        UInt64(size.width) * UInt64(size.height) > HEIFLimits.pixels / 4
    {
        throw .enormous("The HEIF needs more memory than it gets.")
    }
    try checkHEIF(error, "HEIF")
    defer { heif_image_release(image) }
    var stride: Int32 = 0
    guard let plane = heif_image_get_plane_readonly(image, heif_channel_interleaved, &stride) else {
        throw .broken("HEIF", "it holds no pixels.")
    }
    let buffer = try PixelBuffer(
        width: heif_image_get_width(image, heif_channel_interleaved),
        height: heif_image_get_height(image, heif_channel_interleaved), bands: hasAlpha ? 4 : 3, of: "HEIF")
    let (lines, columns, bands) = (Int(buffer.height), Int(buffer.width), Int(buffer.bands))
    for line in 0..<lines {
        let source = plane + (mirror.exchangesTopAndBottom ? lines - 1 - line : line) * Int(stride)
        let target = buffer.start + line * buffer.stride
        guard mirror.exchangesSides else {
            target.copyMemory(from: source, byteCount: buffer.stride)
            continue
        }
        for column in 0..<columns {
            (target + column * bands).copyMemory(from: source + (columns - 1 - column) * bands, byteCount: bands)
        }
    }
    return buffer
}
