internal import CFilmgateHEIF
internal import CFilmgateVips
internal import FilmgateModel

/// The primary picture of a HEIF or AVIF file, decoded and turned upright by libheif.
struct HEIFPicture: Picture {
    private let decoded: Pixels
    var width: UInt32 { decoded.width }
    var height: UInt32 { decoded.height }

    init(_ file: InputFile) throws(Unreadable) {
        try BoxStructure.check(file, of: "HEIF")
        let file = try file.mapped()
        guard let context = heif_context_alloc() else { throw .broken("HEIF", "there is no memory for it.") }
        defer { heif_context_free(context) }
        heif_context_set_maximum_image_size_limit(context, Int32.max)
        defer { withExtendedLifetime(file) {} }
        let content = file.content
        try check(heif_context_read_from_memory_without_copy(context, content.baseAddress, content.count, nil), "HEIF")
        var primary: OpaquePointer?
        try check(heif_context_get_primary_image_handle(context, &primary), "HEIF")
        guard let handle = primary else { throw .broken("HEIF", "it holds no picture.") }
        defer { heif_image_handle_release(handle) }
        try Dimensions.check(
            UInt32(clamping: heif_image_handle_get_width(handle)),
            UInt32(clamping: heif_image_handle_get_height(handle)), of: "HEIF")
        let buffer = try HEIFPixels(handle)
        decoded = try Pixels(fg_vips_of_pixels(buffer.start, buffer.width, buffer.height, buffer.bands), of: buffer)
        var profile = [UInt8](repeating: 0, count: heif_image_handle_get_raw_color_profile_size(handle))
        if !profile.isEmpty, heif_image_handle_get_raw_color_profile(handle, &profile).code == heif_error_Ok {
            decoded.withImage { fg_vips_set_profile($0, profile, profile.count) }
        }
    }

    func image(_ geometry: ImageGeometry, color: ImageSpecification.Color) throws(Unreadable) -> Pixels {
        let scaled = decoded.withImage {
            fg_vips_scaled_image(
                $0, Int32(geometry.scaledWidth), Int32(geometry.scaledHeight),
                fg_vips_needs_conversion($0) ? color.profile : nil)
        }
        return try Pixels(scaled, of: decoded).part(geometry)
    }
}

/// What libheif decoded: rows without gaps, of red, green and blue, and alpha if the picture has it.
private final class HEIFPixels {
    let start: UnsafeMutableRawPointer
    let width: Int32
    let height: Int32
    let bands: Int32

    init(_ handle: OpaquePointer) throws(Unreadable) {
        let hasAlpha = heif_image_handle_has_alpha_channel(handle) != 0
        bands = hasAlpha ? 4 : 3
        var image: OpaquePointer?
        try check(
            heif_decode_image(
                handle, &image, heif_colorspace_RGB,
                hasAlpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB, nil), "HEIF")
        defer { heif_image_release(image) }
        var stride: Int32 = 0
        guard let plane = heif_image_get_plane_readonly(image, heif_channel_interleaved, &stride) else {
            throw .broken("HEIF", "it holds no pixels.")
        }
        width = heif_image_get_width(image, heif_channel_interleaved)
        height = heif_image_get_height(image, heif_channel_interleaved)
        let row = Int(width) * Int(bands)
        start = .allocate(byteCount: row * Int(height), alignment: 16)
        for line in 0..<Int(height) {
            (start + line * row).copyMemory(from: plane + line * Int(stride), byteCount: row)
        }
    }

    deinit { start.deallocate() }
}
