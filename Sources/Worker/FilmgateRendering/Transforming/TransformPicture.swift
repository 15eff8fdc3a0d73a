import CFilmgateVips
public import FilmgateJobs
public import FilmgateModel
public import FilmgateSystem

/// Turns and crops a picture, and writes it upright to `output`, with the metadata of `original`. A failure contains a
/// sentence for a person.
///
/// JPEGs are turned without decoding them, if their size allows it. PNG, TIFF and lossless WebP keep their formats and
/// the values of their pixels. Other WebP is encoded again. All other pictures become JPEGs.
/// - Parameters:
///   - orientation: the Exif orientation of the stored pixels; nil for the file's own orientation.
///   - room: the maximum size of the result, in bytes.
public func transformPicture(
    _ descriptor: OwnedDescriptor, by transform: ContentTransform, storedAs orientation: UInt32?,
    metadataOf original: OwnedDescriptor, into output: OwnedDescriptor, room: UInt64
) -> JobAnswer {
    answer(about: descriptor) { file, format throws(UnreadableFileError) in
        let source = try SourceMetadata(of: original)
        var picture = try PictureTransformer(file, format, transform, storedAs: orientation).transformed()
        // If the metadata cannot be written, the result has none. The original still has it.
        if let described = try? source.written(into: picture.bytes.content, room: room) { picture.bytes = described }
        if let map = picture.gainMap { picture.bytes = GainMap.appended(map, to: picture.bytes) ?? picture.bytes }
        guard UInt64(picture.bytes.content.count) <= room else {
            throw .enormous("The edited picture becomes larger than was expected.")
        }
        try write(picture.bytes, to: output)
        return .written(UInt64(picture.bytes.content.count))
    }
}

/// A picture after it was turned and cropped, without metadata.
struct TransformedPicture {
    var bytes: ImageBytes
    /// The turned and cropped gain map of a JPEG.
    var gainMap: [UInt8]?
}

struct PictureTransformer {
    private let file: InputFile
    private let format: FileFormat
    private let transform: ContentTransform
    private let given: UInt32?
    private let facts: MediaFacts

    /// - Throws: if the file cannot be read, or is a video or an animation.
    init(
        _ file: InputFile, _ format: FileFormat, _ transform: ContentTransform, storedAs orientation: UInt32?
    ) throws(UnreadableFileError) {
        (self.file, self.format, self.transform, given) = (file, format, transform, orientation)
        var metadata = Metadata()
        facts = try read(file, as: format, &metadata)
        guard facts.mediaType == .image else { throw .invalid("A video cannot be changed like a photo.") }
        guard !facts.subtypes.contains(.animated) else {
            throw .invalid("Animations cannot be rotated or cropped yet.")
        }
    }

    func transformed() throws(UnreadableFileError) -> TransformedPicture {
        switch format {
        case .jpeg: try jpeg()
        case .png: TransformedPicture(bytes: try pixels(exact()).png())
        case .webp: TransformedPicture(bytes: try webP())
        case .tiff where facts.mimeType == "image/tiff":
            TransformedPicture(bytes: try pixels(exact()).tiff())
        case .gif, .heif, .jxl, .tiff, .raw, .jpeg2000, .bitmap, .movie, .video: try encodedAgain()
        }
    }

    // MARK: JPEG

    private func jpeg() throws(UnreadableFileError) -> TransformedPicture {
        let own = try jpegTurn(of: file)
        let stored = given ?? own
        let turn = transform.orientation(ofPixelsStoredAs: stored)
        // libvips does not support all JPEGs.
        guard let header = try? EncodedPicture(file, isJPEG: true) else { return try encodedAgain() }
        let lossless = try file.withContent { content throws(UnreadableFileError) in
            JPEGTurner.turned(content, turn, crop: transform)
        }
        guard let whole = lossless?.jpeg(with: header.header.storedProfile) else { return try encodedAgain() }
        // Omits a damaged gain map.
        return TransformedPicture(bytes: whole, gainMap: gainMap(try? header.gainMap(storedAs: stored)))
    }

    /// Returns the gain map for the result; nil if there is none, or if it is damaged.
    private func gainMap(_ map: GainMap?) -> [UInt8]? {
        guard let map else { return nil }
        // If this fails, only the brightness on HDR screens is lost.
        return try? map.transformed(transform)
    }

    /// Decodes the picture, and encodes it as JPEG.
    private func encodedAgain() throws(UnreadableFileError) -> TransformedPicture {
        let picture = try picture(of: file, as: format, .current, given, takesDamaged: false)
        let geometry = ScaledCrop(of: ImageSpecification(), width: picture.width, height: picture.height)
        let upright = try picture.image(geometry, color: .original)
        let bytes = try upright.transformed(transform.orientation, crop: transform)
            .encoded(as: .jpeg, color: .original, quality: PictureTransformer.quality)
        // Omits a damaged gain map.
        return TransformedPicture(bytes: bytes, gainMap: gainMap(try? picture.gainMap()))
    }

    /// The quality, up to 100, of pictures that must be encoded again.
    static let quality: Int32 = 95

    // MARK: Formats without loss

    /// Returns the stored pixels, and their Exif orientation.
    private func exact() throws(UnreadableFileError) -> (pixels: Pixels, orientation: UInt32) {
        let picture: any SourcePicture =
            switch format {
            case .tiff: try tiffPicture(of: file, takesDamaged: false)
            default: try EncodedPicture(file, isJPEG: false)
            }
        let pixels: Pixels
        if let picture = picture as? EncodedPicture {
            pixels = picture.header
        } else if let picture = picture as? DecodedPicture {
            pixels = picture.pixels
        } else {
            throw .invalid("The picture cannot be decoded.")
        }
        let own = UInt32(clamping: pixels.withImage { vips_image_get_orientation($0) })
        return (pixels, given ?? (format == .tiff ? own : facts.orientation))
    }

    private func pixels(_ stored: (pixels: Pixels, orientation: UInt32)) throws(UnreadableFileError) -> Pixels {
        try stored.pixels.transformed(transform.orientation(ofPixelsStoredAs: stored.orientation), crop: transform)
    }

    private func webP() throws(UnreadableFileError) -> ImageBytes {
        let isLossless = try file.withContent { content throws(UnreadableFileError) in WebPKind.isLossless(content) }
        return try pixels(exact()).webP(isLossless: isLossless)
    }
}
