/// New values for an asset's editable properties; nil leaves a property unchanged.
public struct AssetChanges: Hashable, Sendable {
    public var creationDate: Timestamp?
    /// The offset of the time zone in which the photo or video was taken, in seconds east of UTC. Changing the offset
    /// does not change `creationDate`.
    public var timeZoneOffset: Int32?
    public var location: Location?
    /// Whether to remove the location; if so, `location` must be nil.
    public var removesLocation = false
    public var isFavorite: Bool?
    public var isHidden: Bool?
    /// The rating, from 0 to 5.
    public var rating: Int32?
    /// The title, at most 1,024 bytes; an empty string removes the title.
    public var title: String?
    /// The caption, at most 65,536 bytes; an empty string removes the caption.
    public var caption: String?
    /// A description for people who cannot see the picture, at most 1,024 bytes; an empty string removes it.
    public var altText: String?
    /// The keywords that replace the existing ones: at most 256, of at most 256 bytes each.
    public var keywords: [String]?

    public init() {}

    public var isEmpty: Bool { self == AssetChanges() }

    /// The properties that these values change.
    public var properties: [AssetProperty] {
        let all: [(AssetProperty, Bool)] = [
            (.creationDate, creationDate != nil), (.timeZone, timeZoneOffset != nil),
            (.location, location != nil || removesLocation),
            (.favorite, isFavorite != nil), (.hidden, isHidden != nil), (.rating, rating != nil),
            (.title, title != nil), (.caption, caption != nil), (.altText, altText != nil),
            (.keywords, keywords != nil),
        ]
        return all.filter(\.1).map(\.0)
    }
}
