public import FilmgateDBus
public import FilmgateModel

/// The details of a delivery.
public struct DeliveryDetails: DBusRepresentable, Hashable {
    public var resourceType: String
    /// Whether a better image follows.
    public var isDegraded = false
    /// Of an image; nil for a file.
    public var pixelWidth: UInt32?
    public var pixelHeight: UInt32?
    public var mimeType: String
    /// The kinds of metadata that were found and removed.
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

    public init(representation: Options) throws {
        // Not finished: clients ignore what a newer broker adds.
        var reader = OptionReader(representation, of: "Delivery")
        resourceType = try reader.require("type")
        isDegraded = try reader.require("degraded")
        pixelWidth = try reader.take("pixel-width")
        pixelHeight = try reader.take("pixel-height")
        mimeType = try reader.require("mime-type")
        redacted = try reader.takeRedacted()
    }

    public var representation: Options {
        var options: Options = [
            "type": Variant(resourceType), "degraded": Variant(isDegraded), "mime-type": Variant(mimeType),
            OptionReader.redacted: Variant(redacted.names),
        ]
        if let pixelWidth { options["pixel-width"] = Variant(pixelWidth) }
        if let pixelHeight { options["pixel-height"] = Variant(pixelHeight) }
        return options
    }
}
