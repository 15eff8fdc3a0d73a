import CFilmgateJPEG
import CFilmgatePNG
import CFilmgateVips
import FilmgateModel

/// A picture in a format that libvips decodes; for an animation, its first frame.
struct EncodedPicture: SourcePicture {
    /// The file in memory, or a repaired copy of it.
    private let owner: AnyObject
    private let content: UnsafeRawBufferPointer
    private let input: InputFile
    private let isJPEG: Bool
    /// Whether the file may be damaged. Missing parts are gray or black.
    private let takesDamaged: Bool
    /// The picture before it is decoded, with its metadata.
    let header: Pixels
    let width: UInt32
    let height: UInt32

    init(_ file: InputFile, isJPEG: Bool, takesDamaged: Bool = false) throws(UnreadableFileError) {
        let mapped = try file.mapped()
        let bytes = mapped.content.bindMemory(to: UInt8.self).baseAddress
        let isOdd = fg_png_has_late_palette(bytes, mapped.content.count)
        if takesDamaged || isOdd, let copy = repaired(mapped, isJPEG: isJPEG) {
            (owner, content) = (copy, copy.content)
        } else {
            (owner, content) = (mapped, mapped.content)
        }
        input = file
        self.isJPEG = isJPEG
        self.takesDamaged = takesDamaged
        let opened =
            isJPEG
            ? fg_vips_open_jpeg(content.baseAddress, content.count, 1, fg_vips_fail_on(takesDamaged))
            : fg_vips_open(content.baseAddress, content.count, takesDamaged)
        header = try Pixels(opened, of: owner)
        try PictureSizeLimits.check(header.width, header.height, of: "picture")
        (width, height) = header.uprightSize
    }

    func image(_ geometry: ScaledCrop, color: ImageSpecification.Color) throws(UnreadableFileError) -> Pixels {
        if let divisor = geometry.divisor {
            // The JPEG decoder can divide the sides. Other decoders decode all pixels.
            return try (isJPEG ? divided(by: divisor) : header).shown(by: geometry, color: color)
        }
        if isJPEG, let divisor = divisor(for: geometry) {
            return try divided(by: divisor).shown(by: geometry, color: color)
        }
        let profile = header.withImage { fg_vips_needs_conversion($0) } ? color.profile : nil
        // If the colors cannot be converted, the picture is shown without a conversion.
        var image = scaled(geometry, profile)
        if image == nil, profile != nil {
            vips_error_clear()
            image = scaled(geometry, nil)
        }
        return try Pixels(image, of: owner).part(geometry)
    }

    private func scaled(_ geometry: ScaledCrop, _ profile: String?) -> UnsafeMutablePointer<VipsImage>? {
        fg_vips_scaled(
            content.baseAddress, content.count, Int32(geometry.scaledWidth), Int32(geometry.scaledHeight), profile,
            isJPEG, takesDamaged)
    }

    /// Returns the gain map of a JPEG; nil if there is none, and for a repaired copy.
    func gainMap() throws(UnreadableFileError) -> GainMap? {
        try gainMap(storedAs: UInt32(clamping: header.withImage { vips_image_get_orientation($0) }))
    }

    /// - Parameter orientation: the Exif orientation of the stored pixels.
    func gainMap(storedAs orientation: UInt32) throws(UnreadableFileError) -> GainMap? {
        guard isJPEG, let file = owner as? MappedFile else { return nil }
        return try GainMap(of: input, file, orientation: Int32(clamping: orientation))
    }

    /// Returns the number by which the decoder divides the sides before the picture is scaled to a geometry's size.
    /// libvips would leave a factor of two to the scaling, so it would decode four times as many pixels for most small
    /// images.
    private func divisor(for geometry: ScaledCrop) -> UInt32? {
        [8, 4, 2].first { geometry.isMuchSmaller(than: width / $0, height / $0) }
    }

    /// Returns a JPEG in its stored orientation, decoded with divided sides.
    /// - Parameter divisor: 1, 2, 4 or 8.
    func divided(by divisor: UInt32) throws(UnreadableFileError) -> Pixels {
        try Pixels(
            fg_vips_open_jpeg(content.baseAddress, content.count, Int32(divisor), fg_vips_fail_on(takesDamaged)),
            of: owner)
    }
}

/// Returns a repaired copy of a damaged PNG or JPEG, so that decoders show more of the picture; nil if it needs no
/// repair or cannot be repaired.
private func repaired(_ file: MappedFile, isJPEG: Bool) -> ImageBytes? {
    defer { withExtendedLifetime(file) {} }
    let bytes = file.content.bindMemory(to: UInt8.self).baseAddress
    var size = 0
    let copy =
        isJPEG
        ? fg_jpeg_repaired(bytes, file.content.count, PictureSizeLimits.pixelLimit, &size)
        : fg_png_repaired(bytes, file.content.count, PictureSizeLimits.pixelLimit, &size)
    return ImageBytes(copy, size)
}

extension ScaledCrop {
    /// Returns whether a picture of this size is large enough to be scaled down without visible loss.
    func isMuchSmaller(than width: UInt32, _ height: UInt32) -> Bool {
        2 * width >= 3 * scaledWidth && 2 * height >= 3 * scaledHeight
    }
}

extension EncodedPicture {
    /// Checks that all pixels of the picture can be decoded.
    func checkWhole() throws(UnreadableFileError) {
        let geometry = ScaledCrop(of: .fitting(64, 64), width: width, height: height)
        _ = try image(geometry, color: .srgb).encoded(as: .pixels, color: .srgb)
    }
}
