import CFilmgateHEIF
import Foundation

/// Orientations that a HEIF file's properties can state, as Exif's numbers.
enum HEIFOrientation: UInt32, CaseIterable {
    case normal = 1, half = 3, right = 6, left = 8
}

/// A HEIF picture with two orientations: in its own properties, which decoders follow, and in its Exif.
///
/// - Parameter thumbnail: the longer side of its thumbnail; nil for none.
func turnedHEIF(
    _ width: Int32, _ height: Int32, _ orientation: HEIFOrientation, thumbnail: Int32? = nil
) throws -> [UInt8] {
    let context = heif_context_alloc()
    defer { heif_context_free(context) }
    var image: OpaquePointer?
    try check(heif_image_create(width, height, heif_colorspace_monochrome, heif_chroma_monochrome, &image))
    defer { heif_image_release(image) }
    try check(heif_image_add_plane(image, heif_channel_Y, width, height, 8))
    shade(image, width, height)
    var encoder: OpaquePointer?
    try check(heif_context_get_encoder_for_format(context, heif_compression_HEVC, &encoder))
    defer { heif_encoder_release(encoder) }
    let options = heif_encoding_options_alloc()
    defer { heif_encoding_options_free(options) }
    options?.pointee.image_orientation = heif_orientation(rawValue: orientation.rawValue)
    var picture: OpaquePointer?
    try check(heif_context_encode_image(context, image, encoder, options, &picture))
    defer { heif_image_handle_release(picture) }
    if let thumbnail {
        var small: OpaquePointer?
        try check(heif_context_encode_thumbnail(context, image, picture, encoder, options, thumbnail, &small))
        heif_image_handle_release(small)
    }
    let exif = exifBlock(orientation: UInt8(orientation.rawValue))
    try check(heif_context_add_exif_metadata(context, picture, exif, Int32(exif.count)))
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).heic")
    defer { try? FileManager.default.removeItem(at: file) }
    try check(heif_context_write_to_file(context, file.path))
    return [UInt8](try Data(contentsOf: file))
}

/// Brighter to the right, and twice as much downward.
private func shade(_ image: OpaquePointer?, _ width: Int32, _ height: Int32) {
    var stride: Int32 = 0
    guard let plane = heif_image_get_plane(image, heif_channel_Y, &stride) else { return }
    for row in 0..<Int(height) {
        for column in 0..<Int(width) {
            plane[row * Int(stride) + column] = UInt8(80 * column / Int(width) + 160 * row / Int(height))
        }
    }
}

/// One folder with one entry.
private func exifBlock(orientation: UInt8) -> [UInt8] {
    Array("Exif\0\0II*\0".utf8) + [8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0]
}

private func check(_ error: heif_error) throws {
    guard error.code == heif_error_Ok else { throw HEIFFailure(message: String(cString: error.message)) }
}

private struct HEIFFailure: Error {
    let message: String
}
