public import FilmgateDBus
public import FilmgateModel
public import FilmgateSystem

/// The options of `BeginEditing` and `TakeUp`.
public struct EditingOptions: DBusRepresentable, Sendable {
    /// The formats of adjustment data that the client can resume.
    public var handles: [AdjustmentFormat]
    /// The box for the display image, in pixels; nil for no image.
    public var displaySize: (width: UInt32, height: UInt32)? { size.map { ($0.values.0, $0.values.1) } }
    private var size: Structure<UInt32, UInt32>?

    private enum Key: String {
        case handles
        case displaySize = "display-size"
    }

    /// - Parameter displaySize: the box for the display image, in pixels; nil for no image.
    public init(handles: [AdjustmentFormat], displaySize: (width: UInt32, height: UInt32)? = nil) {
        self.handles = handles
        size = displaySize.map { Structure($0.width, $0.height) }
    }

    public init(representation: Options) throws {
        var reader = OptionReader(representation, of: "BeginEditing")
        handles = try reader.take(Key.handles, as: [Structure<String, String>].self)?.map(Self.format) ?? []
        size = try reader.take(Key.displaySize, as: Structure<UInt32, UInt32>.self)
        try reader.finish()
        guard handles.count <= Self.mostHandles else {
            throw WireError.invalidArgument("BeginEditing: 'handles' takes at most \(Self.mostHandles) formats.")
        }
        if let size, size.values.0 == 0 || size.values.1 == 0 {
            throw WireError.invalidArgument("BeginEditing: 'display-size' must be at least 1 × 1.")
        }
    }

    public var representation: Options {
        var options: Options = [:]
        if !handles.isEmpty { options[Key.handles] = handles.map { Structure($0.identifier, $0.version) } }
        options[Key.displaySize] = size
        return options
    }

    private static let mostHandles = 100

    private static func format(_ pair: Structure<String, String>) throws -> AdjustmentFormat {
        try AdjustmentFormat(named: pair.values.0, pair.values.1, of: "BeginEditing: 'handles'")
    }
}

extension AdjustmentFormat {
    /// - Parameter name: what the error calls it.
    public init(named identifier: String, _ version: String, of name: String) throws {
        guard let format = AdjustmentFormat(identifier: identifier, version: version) else {
            throw WireError.invalidArgument(
                "\(name): a format and its version have 1 to \(AdjustmentFormat.longestName) bytes each.")
        }
        self = format
    }
}

/// What an editor gets beside the content.
public struct EditingInput: DBusRepresentable, Sendable {
    public var mediaType: MediaType
    /// The type of the content.
    public var resourceType: ResourceType
    public var mimeType: String
    /// Of the content, as in Exif.
    public var orientation: UInt32
    /// The video of a live photo.
    public var pairedVideo: OwnedDescriptor?
    public var pairedMIMEType: String?
    public var displayImage: OwnedDescriptor?
    /// Nil if the content is what the asset shows.
    public var format: AdjustmentFormat?
    public var adjustmentData: [UInt8] = []

    private enum Key: String {
        case type, orientation
        case mediaType = "media-type"
        case mimeType = "mime-type"
        case pairedVideo = "paired-video"
        case pairedMIMEType = "paired-mime-type"
        case displayImage = "display-image"
        case format = "adjustment-format"
        case version = "adjustment-version"
        case data = "adjustment-data"
    }

    public init(mediaType: MediaType, _ resourceType: ResourceType, mimeType: String, orientation: UInt32) {
        self.mediaType = mediaType
        self.resourceType = resourceType
        self.mimeType = mimeType
        self.orientation = orientation
    }

    /// Ignores keys that this version does not know: a newer broker may send more.
    public init(representation options: Options) throws {
        guard let mediaType = options[Key.mediaType].flatMap(MediaType.init(rawValue:)),
            let type = options[Key.type].flatMap(ResourceType.init(rawValue:))
        else { throw WireError.invalidArgument("BeginEditing: 'media-type' or 'type' is missing.") }
        self.init(
            mediaType: mediaType, type, mimeType: options[Key.mimeType] ?? "",
            orientation: options[Key.orientation] ?? 1)
        pairedVideo = options[Key.pairedVideo]
        pairedMIMEType = options[Key.pairedMIMEType]
        displayImage = options[Key.displayImage]
        if let identifier: String = options[Key.format], let version: String = options[Key.version] {
            format = AdjustmentFormat(identifier: identifier, version: version)
        }
        adjustmentData = options[Key.data] ?? []
    }

    public var representation: Options {
        var options: Options = [:]
        options[Key.mediaType] = mediaType.rawValue
        options[Key.type] = resourceType.rawValue
        options[Key.mimeType] = mimeType
        options[Key.orientation] = orientation
        options[Key.pairedVideo] = pairedVideo
        options[Key.pairedMIMEType] = pairedMIMEType
        options[Key.displayImage] = displayImage
        if let format {
            options[Key.format] = format.identifier
            options[Key.version] = format.version
            options[Key.data] = adjustmentData
        }
        return options
    }
}

/// An edited file, for `Finish`.
public struct EditedFile: DBusRepresentable, Sendable {
    public let resource: NewAssetResource

    public init(_ resource: NewAssetResource) { self.resource = resource }

    public init(representation: Structure<String, OwnedDescriptor, Options>) throws {
        resource = try NewAssetResource(representation: representation)
        guard resource.type.isRender else {
            throw WireError.invalidArgument(
                "Finish: '\(resource.type.rawValue)' is no type of an edited file: there are "
                    + ResourceType.allCases.filter(\.isRender).map { "'\($0.rawValue)'" }.joined(separator: ", ") + ".")
        }
    }

    public var representation: Structure<String, OwnedDescriptor, Options> { resource.representation }
}
