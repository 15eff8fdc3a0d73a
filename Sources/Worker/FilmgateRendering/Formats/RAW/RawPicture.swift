import CFilmgateRaw
import FilmgateModel
import Glibc

/// The picture of a RAW file. LibRaw develops the picture upright, in sRGB, and with the camera's white balance.
struct RawPicture: SourcePicture {
    private let file: InputFile
    /// The Exif orientation; nil for the file's own orientation.
    private let turn: UInt32?
    let width: UInt32
    let height: UInt32

    /// - Parameters:
    ///   - kind: the kind of RAW file; nil for one with TIFF's structure, whose completeness the caller must check.
    ///   - orientation: the Exif orientation; nil for the file's own orientation.
    ///   - takesDamaged: whether the file may end early if its sensor data are complete.
    init(
        _ file: InputFile, as kind: FileFormat.RawKind?, _ orientation: UInt32?, takesDamaged: Bool = false
    ) throws(UnreadableFileError) {
        self.file = file
        let raw = try rawHeader(of: file, as: kind, takesDamaged: takesDamaged)
        let own = rawOrientation(raw.flip)
        turn = orientation == own ? nil : orientation
        (width, height) = (turn ?? own) > 4 ? (raw.height, raw.width) : (raw.width, raw.height)
    }

    func image(_ geometry: ScaledCrop, color: ImageSpecification.Color) throws(UnreadableFileError) -> Pixels {
        // At half the size, LibRaw need not interpolate colors. This saves most of the time.
        let isHalf = width >= 2 * geometry.scaledWidth && height >= 2 * geometry.scaledHeight
        return try developed(isHalf).shown(by: geometry, color: color)
    }

    private func developed(_ isHalf: Bool) throws(UnreadableFileError) -> Pixels {
        var pixels = fg_raw_pixels()
        let outcome = try file.withContent { content throws(UnreadableFileError) in
            fg_raw_develop(
                content.bindMemory(to: UInt8.self).baseAddress, content.count, isHalf, turn == nil,
                PictureSizeLimits.pixelLimit, &pixels)
        }
        try checkRaw(outcome)
        return try PixelBuffer(
            width: pixels.width, height: pixels.height, bands: pixels.bands, content: pixels.content, of: "RAW"
        ).pixels(orientation: turn ?? 1)
    }
}

/// Returns the largest JPEG preview in a RAW file; nil if no preview shows the whole picture.
///
/// - Parameters:
///   - orientation: the Exif orientation; nil for the file's own orientation.
///   - takesDamaged: whether the file may end early if the JPEG is complete.
func rawPreview(
    of file: InputFile, as kind: FileFormat.RawKind?, _ orientation: UInt32?, takesDamaged: Bool = false
) throws(UnreadableFileError) -> EmbeddedJPEG? {
    let raw = try rawHeader(of: file, as: kind, takesDamaged: takesDamaged)
    var (bytes, count) = (nil as UnsafeMutableRawPointer?, 0)
    let outcome = try file.withContent { content throws(UnreadableFileError) in
        fg_raw_preview(content.bindMemory(to: UInt8.self).baseAddress, content.count, &bytes, &count)
    }
    guard outcome == fg_raw_whole, let preview = ImageBytes(bytes, count) else { return nil }
    return try EmbeddedJPEG(
        preview.content, of: preview, orientation: orientation ?? rawOrientation(raw.flip),
        size: (raw.width, raw.height))
}

/// Reads the values that LibRaw reports without unpacking pixels.
private func rawHeader(
    of file: InputFile, as kind: FileFormat.RawKind?, takesDamaged: Bool
) throws(UnreadableFileError) -> fg_raw {
    if kind == .cr3, !takesDamaged { try BoxStructureChecker.check(file, of: "RAW") }
    var raw = fg_raw()
    let outcome = try file.withContent { content throws(UnreadableFileError) in
        fg_raw_read(
            content.bindMemory(to: UInt8.self).baseAddress, content.count, false, PictureSizeLimits.pixelLimit, &raw,
            { _, _, _, _ in }, { _, _, _ in }, nil)
    }
    try checkRaw(outcome)
    try PictureSizeLimits.check(raw.width, raw.height, of: "RAW")
    return raw
}
