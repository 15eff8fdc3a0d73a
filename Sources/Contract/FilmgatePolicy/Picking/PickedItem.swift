public import FilmgateModel

// Compiler fault: 2
/// An asset that the person picked for a client, and what the client may have of it. Only a `Picker` makes one.
///
/// Two picks of the same asset are two items.
public final class PickedItem: Sendable {
    public let asset: AssetID
    /// Exactly this asset, without what the person removed.
    public let visibility: Visibility
    public let representation: PickerConfiguration.Representation
    /// The part of the upright picture that the person framed; nil for all of it.
    public let crop: UnitRectangle?
    /// The seconds of the video that the client gets; nil for all of it.
    public let trim: Range<Double>?
    /// What policy allowed when it was picked.
    public let terms: PickTerms

    init(
        _ asset: AssetID, _ visibility: Visibility, _ representation: PickerConfiguration.Representation,
        crop: UnitRectangle?, trim: Range<Double>?, terms: PickTerms
    ) {
        self.asset = asset
        self.visibility = visibility
        self.representation = representation
        self.crop = crop
        self.trim = trim
        self.terms = terms
    }

    /// The kinds of metadata that the client gets no file with.
    public var removed: Set<MetadataKind> { visibility.redactedKinds }
}
