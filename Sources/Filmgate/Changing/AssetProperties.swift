public import FoundationEssentials
public import FilmgateModel

/// New values for what a person can set of an asset; what is nil stays as it is.
public struct AssetProperties: Hashable, Sendable {
    public var creationDate: Date?
    public var location: Location?
    /// Whether its location is taken away; then `location` must be nil.
    public var removesLocation = false
    public var isFavorite: Bool?
    public var isHidden: Bool?
    /// From 0 to 5.
    public var rating: Int32?
    /// At most 1,024 bytes; empty takes it away.
    public var title: String?
    /// At most 65,536 bytes; empty takes it away.
    public var caption: String?
    /// At most 256 of 256 bytes each; they replace those that there are.
    public var keywords: [String]?

    public init() {}

    public var isEmpty: Bool { self == AssetProperties() }

    var changes: AssetChanges {
        var changes = AssetChanges()
        changes.creationDate = creationDate.map { Timestamp($0) }
        changes.location = location
        changes.removesLocation = removesLocation
        changes.favorite = isFavorite
        changes.hidden = isHidden
        changes.rating = rating
        changes.title = title
        changes.caption = caption
        changes.keywords = keywords
        return changes
    }
}
