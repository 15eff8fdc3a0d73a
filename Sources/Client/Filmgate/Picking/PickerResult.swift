public import FilmgateModel
import FilmgateWire

/// A photo or video that the person picked.
public struct PickerResult: Sendable {
    /// Loads the content.
    public let itemProvider: ItemProvider
    /// Nil if this app may not read the asset by its own access.
    public let assetIdentifier: AssetID?
    public let mediaType: MediaType
    public let filename: String?
    /// The size of the stored file's picture.
    public let pixelWidth: Int
    public let pixelHeight: Int
    /// The duration of the part of a video that this app gets.
    public let duration: Duration?
    /// The part of the upright picture that the person framed; nil for all of it.
    public let crop: UnitRectangle?
    /// What the picture shows, for those who do not see it; nil if captions are left out.
    public let altText: String?
    /// The kinds of metadata that are left out of every file.
    public let removed: Set<MetadataKind>

    init(_ item: PickedItemValues, removed: Set<MetadataKind>, on connection: BrokerConnection) {
        itemProvider = ItemProvider(connection: connection, handle: item.handle, mimeTypes: item.mimeTypes)
        assetIdentifier = item.id
        mediaType = item.mediaType
        filename = item.filename
        pixelWidth = Int(item.pixelWidth)
        pixelHeight = Int(item.pixelHeight)
        let isTime = item.duration.map { $0.isFinite && abs($0) < 1e15 } ?? false
        duration = isTime ? item.duration.map { .seconds($0) } : nil
        crop = item.crop
        altText = item.altText
        self.removed = removed
    }
}
