public import FilmgateModel

/// The items that the person picked for an app, and the form in which the app gets them.
public struct PickAnswer: Hashable, Sendable {
    /// The items, in the order of the picking.
    public var items: [AssetID]
    /// The kinds of metadata that the app does not get; nil means those that the app asked to remove.
    public var removed: Set<MetadataKind>?
    /// Whether the items are added to the app's selection.
    public var keeps: Bool
    /// Whether the app can open the items again later.
    public var lasts: Bool
    /// The part of each image to which the person cropped it.
    public var crops: [AssetID: UnitRectangle]
    /// The part of each video that the person chose, in seconds from its beginning.
    public var trims: [AssetID: Range<Double>]

    public init(
        _ items: [AssetID], removed: Set<MetadataKind>? = nil, keeps: Bool = false,
        lasts: Bool = false, crops: [AssetID: UnitRectangle] = [:], trims: [AssetID: Range<Double>] = [:]
    ) {
        self.items = items
        self.removed = removed
        self.keeps = keeps
        self.lasts = lasts
        self.crops = crops
        self.trims = trims
    }
}
