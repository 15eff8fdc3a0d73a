public import FilmgateModel
import FilmgateWire
public import FoundationEssentials

/// A photo or video that the person picked.
public struct PickerResult: Sendable {
    public let itemProvider: ItemProvider
    /// The identifier of the asset; nil if this app's own access does not include the asset.
    public let assetIdentifier: AssetID?
    public let mediaType: MediaType
    /// The subtypes, such as live photo or panorama, which are known before the item is loaded.
    public let subtypes: Set<MediaSubtype>
    public let playbackStyle: PlaybackStyle
    public let filename: String?
    /// The width of the stored file's picture, in pixels.
    public let pixelWidth: Int
    public let pixelHeight: Int
    /// The date of the photo or video in the library.
    public let creationDate: Date?
    /// The duration of a video, or of the part of a video that this app gets.
    public let duration: Duration?
    /// The part of the upright picture that the person selected; nil for the whole picture.
    public let crop: UnitRectangle?
    /// A description of the picture for people who cannot see it; nil if captions are removed from the item.
    public let altText: String?
    /// The kinds of metadata that are removed from every file of the item.
    public let removed: Set<MetadataKind>
    /// Whether the person allowed this app to open the item again later. See `PhotoLibrary.keptItems`.
    public let isLasting: Bool
    /// The date when the person picked the item; nil if the item is not from `PhotoLibrary.keptItems`.
    public let pickedDate: Date?

    init(
        _ item: PickedItemValues, removed: Set<MetadataKind>, isLasting: Bool, on connection: BrokerConnection
    ) {
        itemProvider = ItemProvider(connection: connection, handle: item.handle, mimeTypes: item.mimeTypes)
        assetIdentifier = item.id
        mediaType = item.mediaType
        subtypes = Set(item.subtypes.compactMap(MediaSubtype.init))
        playbackStyle = item.playbackStyle ?? PlaybackStyle(item.mediaType, subtypes)
        filename = item.filename
        pixelWidth = Int(item.pixelWidth)
        pixelHeight = Int(item.pixelHeight)
        creationDate = item.creationDate.map { Date($0) }
        let isTime = item.duration.map { $0.isFinite && abs($0) < 1e15 } ?? false
        duration = isTime ? item.duration.map { .seconds($0) } : nil
        crop = item.crop
        altText = item.altText
        self.removed = removed
        self.isLasting = isLasting
        pickedDate = item.pickedDate.map { Date($0) }
    }
}
