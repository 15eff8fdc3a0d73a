public import FoundationEssentials
public import FilmgateModel

/// New values for an asset's editable properties; nil leaves a property unchanged.
public struct AssetProperties: Hashable, Sendable {
    public var creationDate: Date?
    /// The offset of the time zone in which it was taken, in seconds east of UTC. The creation date stays the same moment.
    public var timeZoneOffset: Int32?
    public var location: Location?
    /// Whether to remove the location; then `location` must be nil.
    public var removesLocation = false
    public var isFavorite: Bool?
    public var isHidden: Bool?
    /// From 0 to 5.
    public var rating: Int32?
    /// At most 1,024 bytes; an empty text removes the title.
    public var title: String?
    /// At most 65,536 bytes; an empty text removes the caption.
    public var caption: String?
    /// At most 256 keywords of at most 256 bytes each; they replace the existing ones.
    public var keywords: [String]?

    public init() {}

    public var isEmpty: Bool { self == AssetProperties() }

    var changes: AssetChanges {
        var changes = AssetChanges()
        changes.creationDate = creationDate.map { Timestamp($0) }
        changes.timeZone = timeZoneOffset
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
