import CFilmgateVips
import FilmgateModel

/// A JPEG within a file. It shows the file's own picture: a thumbnail, or a camera's preview in a RAW file.
struct EmbeddedJPEG: SourcePicture {
    private let content: UnsafeRawBufferPointer
    private let owner: AnyObject
    private let orientation: UInt32
    let width: UInt32
    let height: UInt32

    /// - Parameters:
    ///   - owner: an object that keeps the content in memory.
    ///   - orientation: the Exif orientation of the file's picture; the JPEG's own orientation is ignored.
    ///   - size: the stored size of the file's picture.
    /// - Returns: nil if the content is no JPEG, or has a different aspect ratio because of bars or cropping.
    init?(
        _ content: UnsafeRawBufferPointer, of owner: AnyObject, orientation: UInt32,
        size: (width: UInt32, height: UInt32)
    ) throws(UnreadableFileError) {
        (self.content, self.owner, self.orientation) = (content, owner, orientation)
        guard content.starts(with: [0xFF, 0xD8]) else { return nil }
        let header = try Pixels(
            fg_vips_open_jpeg(content.baseAddress, content.count, 1, VIPS_FAIL_ON_WARNING), of: owner)
        try PictureSizeLimits.check(header.width, header.height, of: "preview")
        guard haveSameShape((header.width, header.height), size) else { return nil }
        header.withImage { fg_vips_set_orientation($0, Int32(orientation)) }
        let upright = header.uprightSize
        let isTurned = upright.width != header.width
        // A preview can be a little larger than the picture.
        width = min(upright.width, isTurned ? size.height : size.width)
        height = min(upright.height, isTurned ? size.width : size.height)
    }

    func image(_ geometry: ScaledCrop, color: ImageSpecification.Color) throws(UnreadableFileError) -> Pixels {
        // As libvips does for files, lets the decoder scale by a power of two, and scales the result to the exact size.
        let divisor = [8, 4, 2].first { (divisor: UInt32) in
            width / divisor >= 2 * geometry.scaledWidth && height / divisor >= 2 * geometry.scaledHeight
        }
        let decoded = try Pixels(
            fg_vips_open_jpeg(
                content.baseAddress, content.count, Int32(geometry.divisor ?? divisor ?? 1), VIPS_FAIL_ON_WARNING),
            of: owner)
        decoded.withImage { fg_vips_set_orientation($0, Int32(orientation)) }
        return try decoded.shown(by: geometry, color: color)
    }
}

/// Returns whether two sizes have the same aspect ratio, apart from rounding.
func haveSameShape(_ one: (width: UInt32, height: UInt32), _ other: (width: UInt32, height: UInt32)) -> Bool {
    let quotient = Double(one.width) * Double(other.height) / (Double(one.height) * Double(other.width))
    return (0.98...1.02).contains(quotient)
}
