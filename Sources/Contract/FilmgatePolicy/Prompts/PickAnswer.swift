public import FilmgateModel

/// The items that the person picked for an app, and the form in which the app gets them.
public struct PickAnswer: Hashable, Sendable {
    /// The items, in the order in which the person picked them.
    public var items: [AssetID]
    /// The kinds of metadata that the app does not get; nil means the kinds in the picker's configuration.
    public var removed: Set<MetadataKind>?
    /// The formats that the person chose; nil means those in the picker's configuration.
    public var representation: PickerConfiguration.Representation?
    /// Whether the items are added to the app's selection.
    public var keeps: Bool
    /// Whether the app can open the items again later.
    public var lasts: Bool
    /// The parts of images that remain after the person's crops.
    public var crops: [AssetID: UnitRectangle]
    /// The parts of videos that the person chose, in seconds from the beginning of the video.
    public var trims: [AssetID: Range<Double>]

    public init(
        _ items: [AssetID], removed: Set<MetadataKind>? = nil,
        representation: PickerConfiguration.Representation? = nil, keeps: Bool = false, lasts: Bool = false,
        crops: [AssetID: UnitRectangle] = [:], trims: [AssetID: Range<Double>] = [:]
    ) {
        self.items = items
        self.removed = removed
        self.representation = representation
        self.keeps = keeps
        self.lasts = lasts
        self.crops = crops
        self.trims = trims
    }
}
