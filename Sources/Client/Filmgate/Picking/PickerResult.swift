public import FilmgateModel
import FilmgateWire
public import FoundationEssentials

/// A photo or video that the person picked.
public struct PickerResult: Sendable {
    /// The provider that loads the item.
    public let itemProvider: ItemProvider
    /// The identifier of the asset; nil if this app's own access does not include the asset.
    public let assetIdentifier: AssetID?
    public let mediaType: MediaType
    /// The kinds of photo or video, known before anything is loaded: a live photo, a panorama …
    public let subtypes: Set<MediaSubtype>
    /// The way in which to show the item.
    public let playbackStyle: PlaybackStyle
    public let filename: String?
    /// The size of the stored file's picture.
    public let pixelWidth: Int
    public let pixelHeight: Int
    /// The duration of the part of a video that this app gets.
    public let duration: Duration?
    /// The part of the upright picture that the person framed; nil for the whole picture.
    public let crop: UnitRectangle?
    /// A description of the picture for people who cannot see it; nil if captions are left out.
    public let altText: String?
    /// The kinds of metadata that are left out of every file.
    public let removed: Set<MetadataKind>
    /// Whether the person allowed this app to open the item again later: see `PhotoLibrary.keptItems`.
    public let isLasting: Bool
    /// The date when the person picked the item; nil unless it is from `PhotoLibrary.keptItems`.
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
        let isTime = item.duration.map { $0.isFinite && abs($0) < 1e15 } ?? false
        duration = isTime ? item.duration.map { .seconds($0) } : nil
        crop = item.crop
        altText = item.altText
        self.removed = removed
        self.isLasting = isLasting
        pickedDate = item.pickedDate.map { Date($0) }
    }
}
