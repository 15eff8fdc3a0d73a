public import FilmgateDBus
public import FilmgateModel

/// What a client is told of an item that the person picked.
public struct PickedItemValues: DBusRepresentable, Hashable {
    /// For `OpenItem` and `RequestItem`.
    public var handle: String
    /// The formats in which the client can have it, the best first.
    public var mimeTypes: [String]
    public var filename: String?
    public var mediaType: MediaType
    public var pixelWidth: UInt32
    public var pixelHeight: UInt32
    /// Of the part of a video that the client gets, in seconds.
    public var duration: Double?
    /// The part of the upright picture that the person framed.
    public var crop: UnitRectangle?
    /// Nil if the client may not read the asset.
    public var id: AssetID?

    private enum Key: String {
        case handle, filename, duration, id
        case mimeTypes = "mime-types"
        case mediaType = "media-type"
        case pixelWidth = "pixel-width"
        case pixelHeight = "pixel-height"
        case crop = "crop-rect"
    }

    public init(
        handle: PickHandle, mimeTypes: [String], mediaType: MediaType, pixelWidth: UInt32, pixelHeight: UInt32
    ) {
        self.handle = handle.description
        self.mimeTypes = mimeTypes
        self.mediaType = mediaType
        self.pixelWidth = pixelWidth
        self.pixelHeight = pixelHeight
    }

    public init(representation: Options) throws {
        // Not finished: clients ignore what a newer broker adds.
        var reader = OptionReader(representation, of: "a picked item")
        handle = try reader.require(Key.handle)
        mimeTypes = try reader.require(Key.mimeTypes)
        filename = try reader.take(Key.filename)
        mediaType = try reader.takeWord(Key.mediaType.rawValue) ?? .image
        pixelWidth = try reader.require(Key.pixelWidth)
        pixelHeight = try reader.require(Key.pixelHeight)
        duration = try reader.take(Key.duration)
        if let part = try reader.take(Key.crop, as: Structure<Double, Double, Double, Double>.self)?.values {
            crop = UnitRectangle(x: part.0, y: part.1, width: part.2, height: part.3)
        }
        id = try reader.take(Key.id, as: AssetIdentifier.self)?.id
    }

    public var representation: Options {
        var options: Options = [:]
        options[Key.handle] = handle
        options[Key.mimeTypes] = mimeTypes
        options[Key.filename] = filename
        options[Key.mediaType] = mediaType.rawValue
        options[Key.pixelWidth] = pixelWidth
        options[Key.pixelHeight] = pixelHeight
        options[Key.duration] = duration
        options[Key.crop] = crop.map { Structure($0.x, $0.y, $0.width, $0.height) }
        options[Key.id] = id?.description
        return options
    }
}

extension RequestResults {
    private enum PickedKey: String { case items, removed }

    /// What the person picked, and which kinds of metadata are left out of every item.
    public init(picked items: [PickedItemValues], removed: Set<MetadataKind> = []) {
        var options: Options = [:]
        options[PickedKey.items] = items
        options[PickedKey.removed] = removed.names
        self.init(representation: options)
    }

    /// - Throws: `WireError.invalidArgument` if an item is invalid.
    public func pickedItems() throws -> [PickedItemValues] {
        var reader = OptionReader(representation, of: "the results")
        return try reader.take(PickedKey.items) ?? []
    }

    /// The kinds of metadata that are left out of every item, without those that a newer broker may know.
    public var removedKinds: Set<MetadataKind> {
        Set((representation[PickedKey.removed, as: [String].self] ?? []).compactMap(MetadataKind.init))
    }
}

/// The handle of a picked item on the bus; nil for a text that cannot be one.
public struct PickHandleText: DBusRepresentable, Hashable {
    public let handle: PickHandle?

    public init(representation: String) { handle = PickHandle(representation) }

    public init(_ handle: PickHandle?) { self.handle = handle }

    public var representation: String { handle?.description ?? "" }
}
