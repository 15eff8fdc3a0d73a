public import FilmgateDBus
public import FilmgateModel

/// The details of a descriptor that the broker delivers, in the signal `Delivery` and in the reply of `OpenItem`.
public struct DeliveryDetails: OptionDictionary, Hashable {
    public var resourceType: String
    /// Whether a better image follows.
    public var isDegraded = false
    /// Whether the descriptor is the reading end of a pipe that carries a video while the library converts the video.
    public var isProgressive = false
    /// The width of an image or a video, in pixels; nil for a stored file, and for a progressive video.
    public var pixelWidth: UInt32?
    public var pixelHeight: UInt32?
    public var mimeType: String
    /// The kinds of metadata that were found in the file and removed.
    public var redacted: Set<MetadataKind>

    public init(
        resourceType: String, pixelWidth: UInt32? = nil, pixelHeight: UInt32? = nil, mimeType: String,
        redacted: Set<MetadataKind> = []
    ) {
        self.resourceType = resourceType
        self.pixelWidth = pixelWidth
        self.pixelHeight = pixelHeight
        self.mimeType = mimeType
        self.redacted = redacted
    }

    public static let owner = "Delivery"
    public static let tolerance = OptionTolerance.unknownKeys

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        resourceType = try options.required("type", value?.resourceType)
        isDegraded = try options.required("degraded", value?.isDegraded)
        isProgressive = try options.field("progressive", value?.isProgressive == true ? true : nil) ?? false
        pixelWidth = try options.field("pixel-width", value?.pixelWidth)
        pixelHeight = try options.field("pixel-height", value?.pixelHeight)
        mimeType = try options.required("mime-type", value?.mimeType)
        redacted = try options.knownKinds("redacted", value?.redacted)
    }
}
