import CFilmgateVips
import CFilmgateWebP
import FilmgateModel

extension Pixels {
    /// Copies the pixels to memory, turns them, and then crops them. Keeps no metadata except the color profile.
    ///
    /// - Parameters:
    ///   - turn: the Exif orientation to apply. It already includes the orientation of `transform`.
    ///   - transform: the transform whose crop, but not orientation, applies.
    func transformed(_ turn: UInt32, crop transform: ContentTransform) throws(UnreadableFileError) -> Pixels {
        let profile = storedProfile
        let turned = try followed { fg_vips_turned($0, Int32(turn)) }
        let part = transform.pixels(width: turned.width, height: turned.height)
        let cropped =
            transform.crop == .whole
            ? turned
            : try turned.followed {
                fg_vips_part($0, Int32(part.left), Int32(part.top), Int32(part.width), Int32(part.height))
            }
        let plain = try cropped.followed(by: fg_vips_without_metadata)
        plain.setProfile(profile)
        return plain
    }

    /// The color profile as it is in the file; empty if there is none.
    var storedProfile: [UInt8] {
        withImage { image in
            var (start, count) = (nil as UnsafeRawPointer?, 0)
            guard vips_image_get_typeof(image, VIPS_META_ICC_NAME) != 0,
                vips_image_get_blob(image, VIPS_META_ICC_NAME, &start, &count) == 0
            else { return [] }
            return Array(UnsafeRawBufferPointer(start: start, count: count))
        }
    }

    /// Returns the pixels as a PNG, without reducing the bit depth, and with the color profile.
    func png() throws(UnreadableFileError) -> ImageBytes {
        guard let bytes = encoded(by: { fg_vips_png($0, false, &$1, &$2) }) else { throw Pixels.failure() }
        return bytes
    }

    /// Returns the pixels as a TIFF, without reducing the bit depth, and with the color profile.
    func tiff() throws(UnreadableFileError) -> ImageBytes {
        guard let bytes = encoded(by: { fg_vips_tiff($0, &$1, &$2) }) else { throw Pixels.failure() }
        return bytes
    }

    func webP(isLossless: Bool) throws(UnreadableFileError) -> ImageBytes {
        let profile = storedProfile
        guard let pixels = try rgba() else { throw Pixels.failure() }
        defer { withExtendedLifetime(pixels) {} }
        let start = pixels.content.bindMemory(to: UInt8.self).baseAddress
        let (width, height) = (Int32(clamping: self.width), Int32(clamping: self.height))
        var encoded: UnsafeMutablePointer<UInt8>?
        let count =
            isLossless
            ? WebPEncodeLosslessRGBA(start, width, height, 4 * width, &encoded)
            : WebPEncodeRGBA(start, width, height, 4 * width, Float(PictureTransformer.quality), &encoded)
        guard count > 0, let bytes = ImageBytes(encoded, count) else {
            throw .enormous("The picture needs more memory than it gets.")
        }
        // Omits a profile for gray or CMYK, because WebP stores only RGB.
        return (ColorProfileRewriter.space(of: profile) == "RGB " ? bytes.webP(with: profile) : bytes) ?? bytes
    }
}

/// Distinguishes lossless WebP from lossy WebP.
enum WebPKind {
    static func isLossless(_ content: UnsafeRawBufferPointer) -> Bool {
        var data = WebPData()
        (data.bytes, data.size) = (content.bindMemory(to: UInt8.self).baseAddress, content.count)
        guard let demuxer = WebPDemux(&data) else { return false }
        defer { WebPDemuxDelete(demuxer) }
        var frame = WebPIterator()
        guard WebPDemuxGetFrame(demuxer, 1, &frame) != 0 else { return false }
        defer { WebPDemuxReleaseIterator(&frame) }
        // The fragment begins with the chunk VP8L if the pixels are lossless, or else with ALPH or VP8.
        return UnsafeRawBufferPointer(start: frame.fragment.bytes, count: frame.fragment.size).starts(
            with: "VP8L".utf8)
    }
}
