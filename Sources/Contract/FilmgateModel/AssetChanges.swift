/// New values for an asset's properties. A nil leaves the property as it is.
public struct AssetChanges: Equatable, Sendable {
    public var creationDate: Timestamp?
    /// Seconds east of UTC.
    public var timeZone: Int32?
    public var location: Location?
    /// Whether to remove the location.
    public var removesLocation = false
    public var favorite: Bool?
    public var hidden: Bool?
    public var rating: Int32?
    /// An empty text removes the title.
    public var title: String?
    /// An empty text removes the caption.
    public var caption: String?
    /// All keywords that the asset then has.
    public var keywords: [String]?

    public init() {}

    /// The properties that it changes.
    public var properties: [AssetProperty] {
        let all: [(AssetProperty, Bool)] = [
            (.creationDate, creationDate != nil), (.timeZone, timeZone != nil),
            (.location, location != nil || removesLocation),
            (.favorite, favorite != nil), (.hidden, hidden != nil), (.rating, rating != nil), (.title, title != nil),
            (.caption, caption != nil), (.keywords, keywords != nil),
        ]
        return all.filter(\.1).map(\.0)
    }
}
