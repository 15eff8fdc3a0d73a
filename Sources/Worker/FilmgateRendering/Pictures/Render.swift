public import FilmgateJobs
public import FilmgateModel
public import FilmgateSystem
import Glibc

/// Writes an image of a file's picture to `output`, a memory file that already has the image's maximum size.
///
/// - Parameter takesDamaged: whether to show the intact part of a damaged picture. If damage is found only during
///   decoding, the intact part is shown in any case, because every imported file must have a picture.
public func render(
    _ descriptor: OwnedDescriptor, as specification: ImageSpecification, takesDamaged: Bool = false,
    into output: OwnedDescriptor
) -> JobAnswer {
    answer(about: descriptor) { file, format throws(UnreadableFileError) in
        do throws(UnreadableFileError) {
            return .image(try image(of: file, as: format, specification, takesDamaged: takesDamaged, into: output))
        } catch {
            guard !takesDamaged, canBeShownInPart(format) else { throw error }
            let part = try secondAttempt(after: error) { () throws(UnreadableFileError) in
                // Throws if inspecting the file finds damage. Otherwise, the damage was found only during decoding.
                var metadata = Metadata()
                _ = try read(file, as: format, &metadata)
                return try image(of: file, as: format, specification, takesDamaged: true, into: output)
            }
            return .image(part)
        }
    }
}

private func image(
    of file: InputFile, as format: FileFormat, _ specification: ImageSpecification, takesDamaged: Bool,
    into output: OwnedDescriptor
) throws(UnreadableFileError) -> RenderedFile {
    let picture = try picture(
        of: file, as: format, specification.version, specification.orientation, takesDamaged: takesDamaged)
    return try write(picture, as: specification, to: output)
}

private func canBeShownInPart(_ format: FileFormat) -> Bool {
    switch format {
    case .jpeg, .png, .webp, .gif, .heif, .tiff: true
    case .jxl, .raw, .movie, .video, .jpeg2000, .bitmap: false
    }
}

/// Returns whether at least a small image can be made of a damaged file.
func showsDamaged(_ file: InputFile, as format: FileFormat) -> Bool {
    do throws(UnreadableFileError) {
        let picture = try picture(of: file, as: format, .current, nil, takesDamaged: true)
        let geometry = ScaledCrop(of: .fitting(64, 64), width: picture.width, height: picture.height)
        _ = try picture.image(geometry, color: .srgb).encoded(as: .pixels, color: .srgb)
        return true
    } catch {
        return false
    }
}

/// Renders a picture that can be decoded faster than the main picture. The image can be smaller than requested.
///
/// Returns `noDegradedImage` if there is no such picture, or if it is damaged.
/// - Parameter showsEmbedded: whether to use other pictures that the file contains.
public func renderDegraded(
    _ descriptor: OwnedDescriptor, as specification: ImageSpecification, showsEmbedded: Bool,
    into output: OwnedDescriptor
) -> JobAnswer {
    answer(about: descriptor) { file, format throws(UnreadableFileError) in
        do throws(UnreadableFileError) {
            let picture = try degradedPicture(of: file, as: format, for: specification, showsEmbedded)
            guard let picture else { return .noDegradedImage }
            var exact = specification
            exact.resize = .exact
            return .image(try write(picture, as: exact, to: output))
        } catch {
            return .noDegradedImage
        }
    }
}

func picture(
    of file: InputFile, as format: FileFormat, _ version: ImageSpecification.Version, _ orientation: UInt32?,
    takesDamaged: Bool
) throws(UnreadableFileError) -> any SourcePicture {
    switch format {
    case .jpeg: turned(try jpegPicture(of: file, takesDamaged: takesDamaged), of: file, as: format, orientation)
    case .png, .webp, .gif:
        turned(try EncodedPicture(file, isJPEG: false, takesDamaged: takesDamaged), of: file, as: format, orientation)
    case .jpeg2000: try JPEG2000Picture(file, orientation: orientation ?? 1, takesDamaged: takesDamaged)
    case .bitmap(let kind):
        turned(try bitmap(file, of: kind, takesDamaged: takesDamaged), of: file, as: format, orientation)
    case .heif: try HEIFPicture(file, takesDamaged: takesDamaged)
    case .jxl: try decodeJXL(file)
    case .movie: try posterFrame(of: file, isChecked: !takesDamaged)
    case .video: try posterFrame(of: file, isChecked: false)
    case .raw(let kind): try rawPicture(of: file, as: kind, version, orientation, takesDamaged: takesDamaged)
    // For a RAW file, libtiff would show only a small preview.
    case .tiff:
        try isRaw(file, takesDamaged: takesDamaged)
            ? rawPicture(of: file, as: nil, version, orientation, takesDamaged: takesDamaged)
            : turned(try tiffPicture(of: file, takesDamaged: takesDamaged), of: file, as: format, orientation)
    }
}

/// Returns the picture of a RAW file. Prefers the camera's preview for the unadjusted version and for damaged files.
private func rawPicture(
    of file: InputFile, as kind: FileFormat.RawKind?, _ version: ImageSpecification.Version, _ orientation: UInt32?,
    takesDamaged: Bool
) throws(UnreadableFileError) -> any SourcePicture {
    if takesDamaged {
        // Ignores a damaged preview.
        if let preview = try? rawPreview(of: file, as: kind, orientation, takesDamaged: true) { return preview }
        return try RawPicture(file, as: kind, orientation, takesDamaged: true)
    }
    switch version {
    case .current, .original: return try RawPicture(file, as: kind, orientation)
    case .unadjusted:
        if let preview = try rawPreview(of: file, as: kind, orientation) { return preview }
        return try RawPicture(file, as: kind, orientation)
    }
}

/// Writes the image of a picture to the output.
private func write(
    _ picture: any SourcePicture, as specification: ImageSpecification, to output: OwnedDescriptor
) throws(UnreadableFileError) -> RenderedFile {
    let geometry = ScaledCrop(of: specification, width: picture.width, height: picture.height)
    let image = try picture.image(geometry, color: specification.color)
    let plain = try image.encoded(as: specification.format, color: specification.color)
    let bytes = withGainMap(
        plain, image, of: picture, geometry, specification, room: lseek(output.rawValue, 0, SEEK_END))
    defer { withExtendedLifetime((picture, bytes)) {} }
    try write(bytes, to: output)
    return RenderedFile(pixelWidth: image.width, pixelHeight: image.height, size: UInt64(bytes.content.count))
}

/// Adds the gain map to a JPEG that shows the whole picture in its own colors, if the result fits into the output.
private func withGainMap(
    _ bytes: ImageBytes, _ image: Pixels, of picture: any SourcePicture, _ geometry: ScaledCrop,
    _ specification: ImageSpecification, room: Int
) -> ImageBytes {
    guard specification.format == .jpeg, specification.color == .original, geometry.isWhole,
        // Omits a damaged gain map.
        let whole = try? picture.gainMap()?.appended(to: bytes, size: (image.width, image.height)),
        whole.content.count <= room
    else { return bytes }
    return whole
}

/// Writes an image to the output. Throws if the image does not fit, because then the size of the output was computed
/// from wrong metadata.
func write(_ image: ImageBytes, to output: OwnedDescriptor) throws(UnreadableFileError) {
    let room = lseek(output.rawValue, 0, SEEK_END)
    guard room >= image.content.count, let start = image.content.baseAddress,
        let target = mmap(nil, image.content.count, PROT_READ | PROT_WRITE, MAP_SHARED, output.rawValue, 0),
        target != MAP_FAILED
    else { throw .enormous("The image has \(image.content.count) bytes, more than were expected.") }
    target.copyMemory(from: start, byteCount: image.content.count)
    munmap(target, image.content.count)
}

/// A file's picture, from which images are made.
protocol SourcePicture {
    /// The width of the upright picture, in pixels.
    var width: UInt32 { get }
    var height: UInt32 { get }

    func image(_ geometry: ScaledCrop, color: ImageSpecification.Color) throws(UnreadableFileError) -> Pixels

    /// Returns the gain map, with which HDR screens show the picture brighter; nil if the file has no gain map.
    func gainMap() throws(UnreadableFileError) -> GainMap?
}

extension SourcePicture {
    func gainMap() throws(UnreadableFileError) -> GainMap? { nil }
}

extension ImageSpecification.Color {
    /// The target color space under libvips's name; nil for no conversion.
    var profile: String? {
        switch self {
        case .srgb: "srgb"
        case .original: nil
        }
    }
}
