/// The metadata that a client specifies for a file that it adds. The broker writes the metadata into the file.
public struct NewFileMetadata: Codable, Hashable, Sendable {
    /// The metadata, with the same names as in the reply of `GetMetadata`.
    public var metadata: FileMetadata
    /// The orientation of the stored pixels, as an Exif number; nil means the orientation in the file.
    public var orientation: UInt32?

    public init(_ metadata: FileMetadata = FileMetadata(), orientation: UInt32? = nil) {
        self.metadata = metadata
        self.orientation = orientation
    }

    public var isEmpty: Bool { metadata.tags.isEmpty && orientation == nil }

    public static let orientations: ClosedRange<UInt32> = 1...8

    /// Whether the description is within the limits.
    public var isPlausible: Bool {
        metadata.isPlausible && orientation.map(NewFileMetadata.orientations.contains) ?? true
    }

    /// A copy without properties such as `tiff:ImageWidth`, which describe the pixels of one file and can be wrong for
    /// another file. Takes the orientation from the metadata if `orientation` is nil.
    public var ofAnyPixels: NewFileMetadata {
        let turned = metadata[NewFileMetadata.orientationName].first.flatMap { UInt32($0) }
        let known = turned.flatMap { NewFileMetadata.orientations.contains($0) ? $0 : nil }
        let tags = metadata.tags.filter { !NewFileMetadata.ofPixels.contains($0.name) }
        return NewFileMetadata(FileMetadata(tags), orientation: orientation ?? known)
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
