internal import CFilmgateVips
internal import FilmgateModel

/// A picture in a format that libvips decodes. Of animations it is the first frame.
struct EncodedPicture: Picture {
    private let file: MappedFile
    let width: UInt32
    let height: UInt32
    private let needsConversion: Bool

    init(_ file: InputFile) throws(Unreadable) {
        self.file = try file.mapped()
        let file = self.file
        defer { withExtendedLifetime(file) {} }
        let content = file.content
        let header = try Pixels(fg_vips_open(content.baseAddress, content.count), of: file)
        try Dimensions.check(header.width, header.height, of: "picture")
        needsConversion = header.withImage { fg_vips_needs_conversion($0) }
        let isTurned = header.withImage { vips_image_get_orientation_swap($0) } != 0
        (width, height) = isTurned ? (header.height, header.width) : (header.width, header.height)
    }

    func image(_ geometry: ImageGeometry, color: ImageSpecification.Color) throws(Unreadable) -> Pixels {
        let scaled = fg_vips_scaled(
            file.content.baseAddress, file.content.count, Int32(geometry.scaledWidth), Int32(geometry.scaledHeight),
            needsConversion ? color.profile : nil)
        return try Pixels(scaled, of: file).part(geometry)
    }
}
