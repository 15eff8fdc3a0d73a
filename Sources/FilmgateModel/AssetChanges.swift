/// New values for an asset's properties; what is nil stays as it is.
public struct AssetChanges: Equatable, Sendable {
    public var creationDate: Timestamp?
    public var location: Location?
    /// Whether its location is taken away.
    public var removesLocation = false
    public var favorite: Bool?
    public var hidden: Bool?
    public var rating: Int32?
    /// Empty takes it away.
    public var title: String?
    /// Empty takes it away.
    public var caption: String?
    public var keywords: [String]?

    public init() {}

    /// Which properties it changes.
    public var properties: [AssetProperty] {
        let all: [(AssetProperty, Bool)] = [
            (.creationDate, creationDate != nil), (.location, location != nil || removesLocation),
            (.favorite, favorite != nil), (.hidden, hidden != nil), (.rating, rating != nil), (.title, title != nil),
            (.caption, caption != nil), (.keywords, keywords != nil),
        ]
        return all.filter(\.1).map(\.0)
    }
}
