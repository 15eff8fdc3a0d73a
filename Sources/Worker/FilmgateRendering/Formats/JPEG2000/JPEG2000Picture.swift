import FilmgateModel

/// A JPEG 2000 picture, which OpenJPEG decodes in one of the sizes that the file contains.
struct JPEG2000Picture: SourcePicture {
    private let file: MappedFile
    private let orientation: UInt32
    private let takesDamaged: Bool
    /// The number of times that the sides can be halved.
    private let levels: UInt32
    private let components: UInt64
    /// The width in pixels, before the picture is turned upright.
    let storedWidth: UInt32
    let storedHeight: UInt32

    /// The maximum number of samples that are decoded. Each needs at least five bytes of a worker's memory.
    private static let most: UInt64 = 120_000_000

    /// - Parameters:
    ///   - orientation: the Exif orientation.
    ///   - takesDamaged: whether the file may end early. Missing parts are gray.
    init(_ file: InputFile, orientation: UInt32 = 1, takesDamaged: Bool = false) throws(UnreadableFileError) {
        self.file = try file.mapped()
        self.orientation = orientation
        self.takesDamaged = takesDamaged
        let header = try JPEG2000Image(self.file, halved: nil, isStrict: !takesDamaged)
        (storedWidth, storedHeight) = header.size
        try PictureSizeLimits.check(storedWidth, storedHeight, of: "JPEG 2000")
        // Halving would average the indexes into the palette, which gives wrong colors.
        levels = ContainerMetadataReader.hasPalette(jpeg2000: self.file.content) ? 0 : header.levels
        // A palette turns one component into three.
        components = UInt64(max(header.components, 3))
    }

    var width: UInt32 { orientation > 4 ? storedHeight : storedWidth }
    var height: UInt32 { orientation > 4 ? storedWidth : storedHeight }

    func image(_ geometry: ScaledCrop, color: ImageSpecification.Color) throws(UnreadableFileError) -> Pixels {
        try decoded(for: geometry, isStrict: !takesDamaged).shown(by: geometry, color: color)
    }

    /// Checks that the file is complete.
    ///
    /// - Throws: if a small image cannot be made, or if the file ends early.
    func checkWhole() throws(UnreadableFileError) {
        _ = try decoded(for: ScaledCrop(of: .fitting(64, 64), width: width, height: height), isStrict: true)
    }

    private func decoded(for geometry: ScaledCrop, isStrict: Bool) throws(UnreadableFileError) -> Pixels {
        let least = (0...levels).first { samples(halved: $0) <= JPEG2000Picture.most } ?? levels
        let halved = max(halvings(for: geometry), least)
        do throws(UnreadableFileError) {
            return try JPEG2000Image(file, halved: halved, isStrict: isStrict).pixels(orientation: orientation)
        } catch {
            // A tile can contain fewer sizes than the header states.
            guard case .invalid = error, halved > least else { throw error }
        }
        return try JPEG2000Image(file, halved: least, isStrict: isStrict).pixels(orientation: orientation)
    }

    private func samples(halved: UInt32) -> UInt64 {
        components * ((UInt64(storedWidth) >> halved) + 1) * ((UInt64(storedHeight) >> halved) + 1)
    }

    /// Returns the number of times to halve the sides before scaling to the size of a geometry.
    private func halvings(for geometry: ScaledCrop) -> UInt32 {
        (0...levels).last { geometry.isMuchSmaller(than: width >> $0, height >> $0) } ?? 0
    }
}

/// Reads a JPEG 2000 file. The file counts as complete if a small image of it can be decoded.
func readJPEG2000(_ file: InputFile, _ metadata: inout Metadata) throws(UnreadableFileError) -> MediaFacts {
    let picture = try JPEG2000Picture(file, takesDamaged: metadata.takesDamaged)
    try file.withContent { ContainerMetadataReader.readJPEG2000($0, &metadata) }
    var facts = MediaFacts(
        mediaType: .image, mimeType: "image/jp2", pixelWidth: picture.storedWidth, pixelHeight: picture.storedHeight)
    metadata.describe(&facts)
    try metadata.tolerate { () throws(UnreadableFileError) in try picture.checkWhole() }
    return facts
}
