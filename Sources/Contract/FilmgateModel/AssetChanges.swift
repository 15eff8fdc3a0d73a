/// New values for an asset's editable properties; nil leaves a property unchanged.
public struct AssetChanges: Hashable, Sendable {
    public var creationDate: Timestamp?
    /// The offset of the time zone in which the photo or video was taken, in seconds east of UTC. The creation date
    /// stays the same point in time.
    public var timeZoneOffset: Int32?
    public var location: Location?
    /// Whether to remove the location; if so, `location` must be nil.
    public var removesLocation = false
    public var isFavorite: Bool?
    public var isHidden: Bool?
    /// The rating, from 0 to 5.
    public var rating: Int32?
    /// The title, at most 1,024 bytes; an empty text removes it.
    public var title: String?
    /// The caption, at most 65,536 bytes; an empty text removes it.
    public var caption: String?
    /// A description of the picture for people who cannot see it. At most 1,024 bytes; an empty text removes it.
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
