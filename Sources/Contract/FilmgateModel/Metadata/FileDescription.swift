/// What a client says of a file that it adds, and what is written into it.
public struct FileDescription: Codable, Hashable, Sendable {
    /// By the names with which a client is told what a file says.
    public var metadata: FileMetadata
    /// How the stored pixels are turned, by Exif's numbers; nil: as the file says.
    public var orientation: UInt32?

    public init(_ metadata: FileMetadata = FileMetadata(), orientation: UInt32? = nil) {
        self.metadata = metadata
        self.orientation = orientation
    }

    public var isEmpty: Bool { metadata.tags.isEmpty && orientation == nil }

    public static let orientations: ClosedRange<UInt32> = 1...8

    /// Whether it is within the limits.
    public var isPlausible: Bool {
        metadata.isPlausible && orientation.map(FileDescription.orientations.contains) ?? true
    }

    /// The same without what says how the pixels of a file are stored: that of a different file would be wrong. The orientation is taken
    /// from the metadata if nothing else says it.
    public var ofAnyPixels: FileDescription {
        let turned = metadata[FileDescription.orientationName].first.flatMap { UInt32($0) }
        let known = turned.flatMap { FileDescription.orientations.contains($0) ? $0 : nil }
        let tags = metadata.tags.filter { !FileDescription.ofPixels.contains($0.name) }
        return FileDescription(FileMetadata(tags), orientation: orientation ?? known)
    }

    private static let orientationName = "tiff:Orientation"

    private static let ofPixels: Set<String> = [
        orientationName, "tiff:ImageWidth", "tiff:ImageLength", "tiff:BitsPerSample", "tiff:Compression",
        "tiff:PhotometricInterpretation", "tiff:SamplesPerPixel", "tiff:PlanarConfiguration", "tiff:YCbCrCoefficients",
        "tiff:YCbCrSubSampling", "tiff:YCbCrPositioning", "tiff:ReferenceBlackWhite", "tiff:WhitePoint",
        "tiff:PrimaryChromaticities", "exif:PixelXDimension", "exif:PixelYDimension", "exif:ComponentsConfiguration",
        "exif:CompressedBitsPerPixel", "exif:ColorSpace", "exif:ExifVersion", "exif:FlashpixVersion", "dc:format",
        "GCamera:MotionPhoto", "GCamera:MotionPhotoVersion", "GCamera:MotionPhotoPresentationTimestampUs",
        "GCamera:MicroVideo", "GCamera:MicroVideoVersion", "GCamera:MicroVideoOffset",
        "GCamera:MicroVideoPresentationTimestampUs",
    ]
}
