public import FilmgateModel

// Compiler fault: 2
/// An asset that the person picked for a client, with the client's rights to its content. Picked items come from
/// pickers, kept items and edit tickets.
///
/// An asset that is picked twice becomes two items.
public final class PickedItem: Sendable {
    public let asset: AssetID
    /// The visibility of exactly this asset, without the metadata that the person removed.
    public let visibility: Visibility
    public let representation: PickerConfiguration.Representation
    /// The part of the upright picture that remains after the person's crop; nil means the whole picture.
    public let crop: UnitRectangle?
    /// The range of the video that the client gets, in seconds; nil means the whole video.
    public let trim: Range<Double>?
    /// The policy's terms when the item was picked.
    public let terms: PickedItemPermissions

    init(
        _ asset: AssetID, _ visibility: Visibility, _ representation: PickerConfiguration.Representation,
        crop: UnitRectangle?, trim: Range<Double>?, terms: PickedItemPermissions
    ) {
        self.asset = asset
        self.visibility = visibility
        self.representation = representation
        self.crop = crop
        self.trim = trim
        self.terms = terms
    }

    /// The kinds of metadata that are removed from the files that the client gets.
    public var removed: Set<MetadataKind> { visibility.redactedKinds }
}
