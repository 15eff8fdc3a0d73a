public import FilmgateDBus
import FilmgateModel

/// The options of `RequestItem`.
public struct ItemOptions: DBusRepresentable, Hashable {
    /// Nil: the best for the size that is asked for.
    public var mimeType: String?
    /// The box that an image or a video is made for, in pixels.
    public var width: UInt32?
    public var height: UInt32?
    /// Whether only the part is wanted that the person framed.
    public var isCropped: Bool
    public var handleToken: HandleToken?

    private enum Key: String {
        case width, height, cropped, network
        case mimeType = "mime-type"
        case handleToken = "handle-token"
    }

    public init(
        mimeType: String? = nil, width: UInt32? = nil, height: UInt32? = nil, isCropped: Bool = false,
        handleToken: HandleToken? = nil
    ) {
        self.mimeType = mimeType
        self.width = width
        self.height = height
        self.isCropped = isCropped
        self.handleToken = handleToken
    }

    public init(representation: Options) throws {
        var reader = OptionReader(representation, of: "RequestItem")
        mimeType = try reader.take(Key.mimeType)
        width = try reader.takeSide(Key.width.rawValue)
        height = try reader.takeSide(Key.height.rawValue)
        isCropped = try reader.take(Key.cropped) ?? false
        handleToken = try reader.take(Key.handleToken)
        // Everything is at hand.
        _ = try reader.take(Key.network, as: Bool.self)
        try reader.finish()
    }

    public var representation: Options {
        var options: Options = [:]
        options[Key.mimeType] = mimeType
        options[Key.width] = width
        options[Key.height] = height
        if isCropped { options[Key.cropped] = true }
        options[Key.handleToken] = handleToken
        return options
    }
}
