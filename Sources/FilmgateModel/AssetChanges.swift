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
}
