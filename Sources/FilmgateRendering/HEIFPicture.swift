internal import CFilmgateHEIF
internal import CFilmgateVips
internal import FilmgateModel

/// The primary picture of a HEIF or AVIF file, decoded and turned upright by libheif.
struct HEIFPicture: Picture {
    private let decoded: Pixels
    var width: UInt32 { decoded.width }
    var height: UInt32 { decoded.height }

    init(_ file: InputFile) throws(Unreadable) {
        decoded = try file.withContent { content throws(Unreadable) in
            try withPrimaryPicture(of: file, content, "HEIF") { picture, _, _ throws(Unreadable) in
                try Self.decoded(picture)
            }
        }
    }

    private static func decoded(_ picture: OpaquePointer) throws(Unreadable) -> Pixels {
        let buffer = try HEIFPixels(picture)
        let decoded = try Pixels(fg_vips_of_pixels(buffer.start, buffer.width, buffer.height, buffer.bands), of: buffer)
        var profile = [UInt8](repeating: 0, count: heif_image_handle_get_raw_color_profile_size(picture))
        if !profile.isEmpty, heif_image_handle_get_raw_color_profile(picture, &profile).code == heif_error_Ok {
            decoded.withImage { fg_vips_set_profile($0, profile, profile.count) }
        }
        return decoded
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
        try checkHEIF(
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
