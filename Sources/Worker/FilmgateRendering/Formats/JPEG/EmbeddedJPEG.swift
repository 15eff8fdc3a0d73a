import CFilmgateVips
import FilmgateModel

/// A JPEG inside of a file, which shows the file's picture: its thumbnail, or the preview that a camera stored in a RAW.
struct EmbeddedJPEG: SourcePicture {
    private let content: UnsafeRawBufferPointer
    private let owner: AnyObject
    private let orientation: UInt32
    let width: UInt32
    let height: UInt32

    /// - Parameters:
    ///   - owner: keeps the content in memory.
    ///   - orientation: of the file's picture, by Exif's numbers; the JPEG's own does not count.
    ///   - size: of the file's picture, as it is stored.
    /// - Returns: nil if the JPEG has a different shape, because of bars around it or because it shows a part.
    init?(
        _ content: UnsafeRawBufferPointer, of owner: AnyObject, orientation: UInt32,
        size: (width: UInt32, height: UInt32)
    ) throws(Unreadable) {
        (self.content, self.owner, self.orientation) = (content, owner, orientation)
        guard content.starts(with: [0xFF, 0xD8]) else { return nil }
        let header = try Pixels(
            fg_vips_open_jpeg(content.baseAddress, content.count, 1, VIPS_FAIL_ON_WARNING), of: owner)
        try Dimensions.check(header.width, header.height, of: "preview")
        guard haveSameShape((header.width, header.height), size) else { return nil }
        header.withImage { fg_vips_set_orientation($0, Int32(orientation)) }
        let upright = header.uprightSize
        let isTurned = upright.width != header.width
        // A preview can be a little larger than the picture.
        width = min(upright.width, isTurned ? size.height : size.width)
        height = min(upright.height, isTurned ? size.width : size.height)
    }

    func image(_ geometry: ImageGeometry, color: ImageSpecification.Color) throws(Unreadable) -> Pixels {
        // As libvips does for files: what is left is scaled to the exact size.
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

/// Whether the ratio of width to height is the same, except for rounding.
func haveSameShape(_ one: (width: UInt32, height: UInt32), _ other: (width: UInt32, height: UInt32)) -> Bool {
    let quotient = Double(one.width) * Double(other.height) / (Double(one.height) * Double(other.width))
    return (0.98...1.02).contains(quotient)
}
