public import FilmgateDBus
public import FilmgateModel

/// The information about a picked item that a client gets.
public struct PickedItemValues: OptionDictionary, Hashable {
    /// The handle for `OpenItem` and `RequestItem`.
    public var handle: String
    /// The formats in which the client can get the item, the best first.
    public var mimeTypes: [String]
    public var filename: String?
    public var mediaType: MediaType
    /// The subtypes of the asset, sorted by name. The client knows them before it loads the content.
    public var subtypes: [String] = []
    /// The playback style of the asset; nil from an older broker.
    public var playbackStyle: PlaybackStyle?
    public var pixelWidth: UInt32
    public var pixelHeight: UInt32
    /// The date of the photo or video in the library; nil from an older broker.
    public var creationDate: Timestamp?
    /// The duration of the part of a video that the client gets, in seconds.
    public var duration: Double?
    /// The part of the upright picture that remains after the person's crop.
    public var crop: UnitRectangle?
    /// A description of the picture; nil if the item comes without captions.
    public var altText: String?
    /// The asset's identifier; nil if the client may not read the asset.
    public var id: AssetID?
    /// The date at which a kept item (from an earlier lasting pick) was picked; nil for other items. `removed` has the
    /// kinds of metadata that are removed from a kept item.
    public var pickedDate: Timestamp?
    public var removed: Set<MetadataKind>?

    public init(
        handle: PickHandle, mimeTypes: [String], mediaType: MediaType, pixelWidth: UInt32, pixelHeight: UInt32
    ) {
        self.handle = handle.description
        self.mimeTypes = mimeTypes
        self.mediaType = mediaType
        self.pixelWidth = pixelWidth
        self.pixelHeight = pixelHeight
    }

    public static let owner = "a picked item"
    public static let tolerance = OptionTolerance.unknownKeys

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        handle = try options.required("handle", value?.handle)
        mimeTypes = try options.required("mime-types", value?.mimeTypes)
        filename = try options.field("filename", value?.filename)
        mediaType = try options.word("media-type", value?.mediaType) ?? .image
        subtypes = try options.field("subtypes", value?.subtypes) ?? []
        playbackStyle = try options.raw("playback-style", value?.playbackStyle)
        pixelWidth = try options.required("pixel-width", value?.pixelWidth)
        pixelHeight = try options.required("pixel-height", value?.pixelHeight)
        creationDate = try options.field("creation-date", value?.creationDate?.rawValue).map(Timestamp.init(rawValue:))
        duration = try options.field("duration", value?.duration)
        crop = try options.field("crop-rect", value?.crop, as: \.sides) { sides, _ in UnitRectangle(sides) }
        altText = try options.field("alt-text", value?.altText)
        id = try options.identifier("id", value?.id)
        pickedDate = try options.field("picked-date", value?.pickedDate?.rawValue).map(Timestamp.init(rawValue:))
        removed = try options.field("removed", value?.removed, as: \.names) { names, _ in
            Set(names.compactMap(MetadataKind.init))
        }
    }
}

extension RequestResults {
    private enum PickResultKey: String {
        case items, removed, lasting, representation
        case otherFiles = "other-files"
    }

    /// Creates the results with the picked items, and with the kinds of metadata that are removed from every item.
    ///
    /// - Parameters:
    ///   - isLasting: whether the client can open the items again later.
    ///   - representation: the formats that the person chose; nil if the client did not offer them.
    public init(
        picked items: [PickedItemValues], removed: Set<MetadataKind> = [], isLasting: Bool = false,
        representation: PickerConfiguration.Representation? = nil
    ) {
        var options: Options = [:]
        options[PickResultKey.items] = items
        options[PickResultKey.removed] = removed.names
        if isLasting { options[PickResultKey.lasting] = true }
        if let representation { options[PickResultKey.representation] = representation.rawValue }
        self.init(representation: options)
    }

    /// The results if the person wants files from outside the library.
    public static var otherFiles: RequestResults {
        var options = RequestResults(picked: []).representation
        options[PickResultKey.otherFiles] = true
        return RequestResults(representation: options)
    }

    /// Whether the client can open the picked items again later.
    public var isLasting: Bool { representation[PickResultKey.lasting] ?? false }

    /// The formats that the person chose; nil if the client did not offer them.
    public var chosenRepresentation: PickerConfiguration.Representation? {
        representation[PickResultKey.representation, as: String.self].flatMap(PickerConfiguration.Representation.init)
    }

    /// - Throws: `WireError.invalidArgument` if an item is invalid.
    public func pickedItems() throws -> [PickedItemValues] {
        var reader = OptionReader(representation, of: "the results")
        return try reader.take(PickResultKey.items) ?? []
    }

    /// The kinds of metadata that are removed from every item. Ignores kinds that only a newer broker knows.
    public var removedKinds: Set<MetadataKind> {
        Set((representation[PickResultKey.removed, as: [String].self] ?? []).compactMap(MetadataKind.init))
    }
}

/// The handle of a picked item, as a string on the bus. `handle` is nil for a string that cannot be a handle.
public struct PickHandleText: DBusRepresentable, Hashable {
    public let handle: PickHandle?

    public init(representation: String) { handle = PickHandle(representation) }

    public init(_ handle: PickHandle?) { self.handle = handle }

    public var representation: String { handle?.description ?? "" }
}
