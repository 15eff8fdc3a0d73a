internal import CFilmgateVips
internal import FilmgateModel

/// A picture in a format that libvips decodes. Of animations it is the first frame.
struct EncodedPicture: Picture {
    private let file: MappedFile
    private let isJPEG: Bool
    /// The picture before it is decoded, with its metadata.
    let header: Pixels
    let width: UInt32
    let height: UInt32

    init(_ file: InputFile, isJPEG: Bool) throws(Unreadable) {
        self.file = try file.mapped()
        self.isJPEG = isJPEG
        let content = self.file.content
        header = try Pixels(fg_vips_open(content.baseAddress, content.count), of: self.file)
        try Dimensions.check(header.width, header.height, of: "picture")
        (width, height) = header.uprightSize
    }

    func image(_ geometry: ImageGeometry, color: ImageSpecification.Color) throws(Unreadable) -> Pixels {
        if let divisor = geometry.divisor {
            // The decoder of JPEG divides; of other formats all pixels are decoded.
            return try (isJPEG ? divided(by: divisor) : header).shown(by: geometry, color: color)
        }
        let scaled = fg_vips_scaled(
            file.content.baseAddress, file.content.count, Int32(geometry.scaledWidth), Int32(geometry.scaledHeight),
            header.withImage { fg_vips_needs_conversion($0) } ? color.profile : nil)
        return try Pixels(scaled, of: file).part(geometry)
    }

    /// A JPEG as it is stored, decoded with smaller sides.
    /// - Parameter divisor: 1, 2, 4 or 8.
    func divided(by divisor: UInt32) throws(Unreadable) -> Pixels {
        try Pixels(fg_vips_open_jpeg(file.content.baseAddress, file.content.count, Int32(divisor)), of: file)
    }
}
