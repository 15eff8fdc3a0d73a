import CFilmgateVips
import CFilmgateWebP
import FilmgateModel
import Glibc

/// A libvips image, which computes its pixels on demand.
final class Pixels {
    private let image: UnsafeMutablePointer<VipsImage>
    /// The object that must exist as long as the image does.
    private let source: AnyObject?

    /// - Parameter image: the image; nil if libvips failed. Then the initializer throws the message of libvips.
    init(_ image: UnsafeMutablePointer<VipsImage>?, of source: AnyObject?) throws(UnreadableFileError) {
        guard let image else { throw Pixels.failure() }
        self.image = image
        self.source = source
    }

    deinit { g_object_unref(image) }

    var width: UInt32 { UInt32(clamping: withImage { vips_image_get_width($0) }) }
    var height: UInt32 { UInt32(clamping: withImage { vips_image_get_height($0) }) }

    /// Calls `body` with the image, and keeps it alive until `body` returns.
    func withImage<Result>(_ body: (UnsafeMutablePointer<VipsImage>) -> Result) -> Result {
        defer { withExtendedLifetime(self) {} }
        return body(image)
    }

    /// Sets the color profile, unless it is empty.
    func setProfile(_ profile: [UInt8]) {
        if !profile.isEmpty { withImage { fg_vips_set_profile($0, profile, profile.count) } }
    }

    /// The dimensions of the upright picture in pixels.
    var uprightSize: (width: UInt32, height: UInt32) { isTurned ? (height, width) : (width, height) }

    /// Whether turning the picture upright swaps its width and height.
    private var isTurned: Bool { withImage { vips_image_get_orientation_swap($0) } != 0 }

    /// Returns the part of the upright picture that a geometry shows, scaled to the geometry's size.
    func shown(by geometry: ScaledCrop, color: ImageSpecification.Color) throws(UnreadableFileError) -> Pixels {
        let divided = try self.divided(for: geometry)
        let (width, height) = (Int32(geometry.scaledWidth), Int32(geometry.scaledHeight))
        return try divided.followed { image in
            guard let profile = fg_vips_needs_conversion(image) ? color.profile : nil else {
                return fg_vips_scaled_image(image, width, height, nil)
            }
            // If the colors cannot be converted, the picture is shown without a conversion.
            if let converted = fg_vips_scaled_image(image, width, height, profile) { return converted }
            vips_error_clear()
            return fg_vips_scaled_image(image, width, height, nil)
        }.part(geometry)
    }

    /// Returns the picture with divided sides if the geometry requires that; otherwise, the unchanged picture.
    private func divided(for geometry: ScaledCrop) throws(UnreadableFileError) -> Pixels {
        guard geometry.divisor != nil else { return self }
        let (width, height) = (Int32(geometry.scaledWidth), Int32(geometry.scaledHeight))
        let (storedWidth, storedHeight) = isTurned ? (height, width) : (width, height)
        let divisor = min(Int32(self.width) / storedWidth, Int32(self.height) / storedHeight)
        guard divisor > 1 else { return self }
        return try followed { fg_vips_divided($0, divisor, storedWidth, storedHeight) }
    }

    func followed(
        by step: (UnsafeMutablePointer<VipsImage>) -> UnsafeMutablePointer<VipsImage>?
    ) throws(UnreadableFileError) -> Pixels {
        try Pixels(withImage(step), of: self)
    }

    /// Returns the part of this scaled picture that a geometry shows.
    func part(_ geometry: ScaledCrop) throws(UnreadableFileError) -> Pixels {
        if geometry.isWhole { return self }
        return try followed {
            fg_vips_part($0, Int32(geometry.left), Int32(geometry.top), Int32(geometry.width), Int32(geometry.height))
        }
    }

    /// Encodes the image without metadata. If `color` is `original`, the image gets the color profile, without names.
    ///
    /// - Parameter quality: the quality of a JPEG, up to 100.
    func encoded(
        as format: ImageSpecification.Format, color: ImageSpecification.Color, quality: Int32 = 85
    ) throws(UnreadableFileError) -> ImageBytes {
        let image = try followed(by: fg_vips_in_8_bits)
        let profile = color == .original ? image.profile(for: format) : []
        let plain = try image.followed(by: fg_vips_without_metadata)
        let encoded =
            switch format {
            case .jpeg:
                try (plain.withImage { vips_image_hasalpha($0) } != 0 ? plain.followed(by: fg_vips_on_white) : plain)
                    .encoded { fg_vips_jpeg($0, quality, &$1, &$2) }?.jpeg(with: profile)
            case .png:
                plain.encoded { image, bytes, count in
                    if !profile.isEmpty { fg_vips_set_profile(image, profile, profile.count) }
                    return fg_vips_png(image, profile.isEmpty, &bytes, &count)
                }
            case .webp: try plain.webp()?.webP(with: profile)
            case .pixels: try plain.rgba()
            }
        guard let encoded else { throw Pixels.failure() }
        return encoded
    }

    /// Returns the color profile without names; empty if there is none, or if the output has a different color space.
    private func profile(for format: ImageSpecification.Format) -> [UInt8] {
        let profile = withImage { image -> [UInt8] in
            var (start, count) = (nil as UnsafeRawPointer?, 0)
            guard fg_vips_profile_fits(image), vips_image_get_blob(image, VIPS_META_ICC_NAME, &start, &count) == 0
            else { return [] }
            return ColorProfileRewriter.neutral(Array(UnsafeRawBufferPointer(start: start, count: count)))
        }
        // Omits a profile for gray or CMYK, because WebP stores only RGB.
        return format == .webp && ColorProfileRewriter.space(of: profile) != "RGB " ? [] : profile
    }

    func encoded(
        by encode: (UnsafeMutablePointer<VipsImage>, inout UnsafeMutableRawPointer?, inout Int) -> Bool
    ) -> ImageBytes? {
        var (bytes, count) = (nil as UnsafeMutableRawPointer?, 0)
        return withImage { encode($0, &bytes, &count) } ? ImageBytes(bytes, count) : nil
    }

    /// Returns red, green, blue and alpha in rows without gaps; nil if libvips failed.
    func rgba() throws(UnreadableFileError) -> ImageBytes? {
        try followed(by: fg_vips_rgba).encoded { image, bytes, count in
            bytes = vips_image_write_to_memory(image, &count)
            return true
        }
    }

    private func webp() throws(UnreadableFileError) -> ImageBytes? {
        guard let pixels = try rgba() else { return nil }
        defer { withExtendedLifetime(pixels) {} }
        var encoded: UnsafeMutablePointer<UInt8>?
        let count = WebPEncodeRGBA(
            pixels.content.bindMemory(to: UInt8.self).baseAddress, Int32(width), Int32(height), 4 * Int32(width), 85,
            &encoded)
        return ImageBytes(encoded, count)
    }

    static func failure() -> UnreadableFileError {
        let message = String(cString: vips_error_buffer())
        vips_error_clear()
        let line = message.split(separator: "\n").first.map(String.init) ?? "no reason is known"
        // These are the messages of the libraries if an allocation fails.
        let lacksMemory = ["out of memory", "insufficient memory", "unable to allocate"].contains {
            message.lowercased().contains($0)
        }
        if lacksMemory { return .enormous("The picture needs more memory than it gets.") }
        return .broken("picture", line)
    }
}
