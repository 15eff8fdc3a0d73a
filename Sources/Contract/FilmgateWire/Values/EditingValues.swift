public import FilmgateDBus
public import FilmgateModel
public import FilmgateSystem

/// The options of `BeginEditing` and `TakeUp`.
public struct EditingOptions: OptionDictionary, Sendable {
    /// The formats of adjustment data from which the client can resume an edit.
    public var handles: [AdjustmentFormat]
    /// The box for the display image, in pixels; nil means no image.
    public var displaySize: (width: UInt32, height: UInt32)? { size.map { ($0.values.0, $0.values.1) } }
    private var size: Structure<UInt32, UInt32>?

    /// - Parameter displaySize: the box for the display image, in pixels; nil means no image.
    public init(handles: [AdjustmentFormat], displaySize: (width: UInt32, height: UInt32)? = nil) {
        self.handles = handles
        size = displaySize.map { Structure($0.width, $0.height) }
    }

    public static let owner = "BeginEditing"

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        let formats = try options.field(
            "handles", value?.handles, as: { $0.isEmpty ? nil : $0.map { Structure($0.identifier, $0.version) } }
        ) { (pairs: [Structure<String, String>], _) in
            try pairs.map { try AdjustmentFormat(named: $0.values.0, $0.values.1, of: "BeginEditing: 'handles'") }
        }
        handles = formats ?? []
        size = try options.field("display-size", value?.size)
        options.check(handles.count <= Self.mostHandles, "'handles' takes at most \(Self.mostHandles) formats.")
        options.check(size.map { $0.values.0 > 0 && $0.values.1 > 0 } ?? true, "'display-size' must be at least 1 × 1.")
    }

    private static let mostHandles = 100
}

extension AdjustmentFormat {
    /// - Parameter name: the name of the format in the error message.
    public init(named identifier: String, _ version: String, of name: String) throws {
        guard let format = AdjustmentFormat(identifier: identifier, version: version) else {
            throw WireError.invalidArgument(
                "\(name): a format and its version have 1 to \(AdjustmentFormat.longestName) bytes each.")
        }
        self = format
    }
}

extension OptionCoder {
    /// Reads or writes the format of adjustment data, if present.
    mutating func format(_ format: AdjustmentFormat?) throws(Failure) -> AdjustmentFormat? {
        let identifier = try field("adjustment-format", format?.identifier)
        let version = try field("adjustment-version", format?.version)
        guard let identifier, let version else { return nil }
        return AdjustmentFormat(identifier: identifier, version: version)
    }
}

/// The data that an editor gets in addition to the content.
public struct EditingInput: OptionDictionary, Sendable {
    public var mediaType: MediaType
    /// The type of the resource that is the content.
    public var resourceType: ResourceType
    public var mimeType: String
    /// The orientation of the content, as an Exif number.
    public var orientation: UInt32
    /// The video of a live photo.
    public var pairedVideo: OwnedDescriptor?
    public var pairedMIMEType: String?
    public var displayImage: OwnedDescriptor?
    /// The format of `adjustmentData`; nil if the content is the asset's current content, without an edit to resume.
    public var format: AdjustmentFormat?
    public var adjustmentData: [UInt8] = []

    public init(mediaType: MediaType, _ resourceType: ResourceType, mimeType: String, orientation: UInt32) {
        self.mediaType = mediaType
        self.resourceType = resourceType
        self.mimeType = mimeType
        self.orientation = orientation
    }

    public static let owner = "BeginEditing"
    public static let tolerance = OptionTolerance.unknownValues

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        let missing = "BeginEditing: 'media-type' or 'type' is missing."
        mediaType = try Coder.require(options.raw("media-type", value?.mediaType), missing)
        resourceType = try Coder.require(options.raw("type", value?.resourceType), missing)
        mimeType = try options.field("mime-type", value?.mimeType) ?? ""
        orientation = try options.field("orientation", value?.orientation) ?? 1
        pairedVideo = try options.field("paired-video", value?.pairedVideo)
        pairedMIMEType = try options.field("paired-mime-type", value?.pairedMIMEType)
        displayImage = try options.field("display-image", value?.displayImage)
        format = try options.format(value?.format)
        adjustmentData =
            try options.field("adjustment-data", value?.format.map { _ in value?.adjustmentData ?? [] }) ?? []
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
