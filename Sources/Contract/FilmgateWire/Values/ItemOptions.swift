public import FilmgateDBus
public import FilmgateModel

/// The options of `RequestItem`.
public struct ItemOptions: OptionDictionary, Hashable {
    /// The format; nil means the best format for the requested size.
    public var mimeType: String?
    /// The width of the box that the image or video must fit, in pixels.
    public var width: UInt32?
    public var height: UInt32?
    /// Whether to deliver only the part of the picture that remains after the person's crop.
    public var isCropped: Bool
    /// Whether an image that is made has the metadata that the client may read. Has no effect on files and videos.
    public var hasMetadata: Bool
    /// The part of a live photo to deliver; nil means both parts.
    public var part: LivePhotoPart?
    public var handleToken: HandleToken?

    public init(
        mimeType: String? = nil, width: UInt32? = nil, height: UInt32? = nil, isCropped: Bool = false,
        hasMetadata: Bool = false, part: LivePhotoPart? = nil, handleToken: HandleToken? = nil
    ) {
        self.mimeType = mimeType
        self.width = width
        self.height = height
        self.isCropped = isCropped
        self.hasMetadata = hasMetadata
        self.part = part
        self.handleToken = handleToken
    }

    public static let owner = "RequestItem"

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        mimeType = try options.field("mime-type", value?.mimeType)
        width = try options.side("width", value?.width)
        height = try options.side("height", value?.height)
        isCropped = try options.field("cropped", value?.isCropped, usual: false)
        hasMetadata = try options.field("metadata", value?.hasMetadata, usual: false)
        part = try options.word("part", value?.part)
        handleToken = try options.field("handle-token", value?.handleToken)
        // The option `network` has no effect, because all content is local.
        _ = try options.field("network", nil as Bool?)
    }
}
