public import FilmgateModel

/// What the person picked for an app, and how the app gets it.
public struct PickAnswer: Hashable, Sendable {
    /// In the order in which they were picked.
    public var items: [AssetID]
    /// The kinds of metadata that the app does not get; nil: those that it does not want itself.
    public var removed: Set<MetadataKind>?
    /// Whether the app may see the items from now on.
    public var keeps: Bool
    /// The part of each image to which the person cropped it.
    public var crops: [AssetID: UnitRectangle]
    /// The part of each video that the person chose, in seconds from its beginning.
    public var trims: [AssetID: Range<Double>]

    public init(
        _ items: [AssetID], removed: Set<MetadataKind>? = nil, keeps: Bool = false,
        crops: [AssetID: UnitRectangle] = [:], trims: [AssetID: Range<Double>] = [:]
    ) {
        self.items = items
        self.removed = removed
        self.keeps = keeps
        self.crops = crops
        self.trims = trims
    }
}
