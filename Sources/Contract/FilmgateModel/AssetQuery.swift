/// A query for assets: the conditions, and the order.
public struct AssetQuery: FetchQuery {
    public typealias Order = QueryOrder<AssetProperty>

    /// The identifiers to fetch; nil means all visible assets. Identifiers that are unknown, or whose assets the client
    /// may not see, are left out.
    public var identifiers: [AssetID]?
    /// The album to fetch from. If `sort` is empty, results are in the album's order. Before it runs the query, the
    /// broker replaces a smart album, moment or transient album by its definition.
    public var album: AlbumID?
    /// The condition of a smart album or a moment. Results must meet both this condition and the rest of the query.
    public var membership: ComputedAlbumDefinition?
    public var predicate: Predicate<AssetProperty>?
    public var search: SearchWords?
    /// The sources of the assets; nil means all sources.
    public var sources: Set<AssetSource>?
    /// The order. Empty means the order of `identifiers`, if there are any, or else the newest creation date first.
    public var sort: [Order] = []
    /// The maximum number of assets; 0 means no limit.
    public var limit: UInt32 = 0
    public var includesHidden = false
    public var includesTrashed = false
    /// Whether to include all photos of each burst. If not, results include only the picked photo, or else the first.
    public var includesBurstMembers = false
    /// Whether a client asks for assets outside all albums. In the broker, `predicate` has this condition.
    public var isInNoAlbum = false
    /// Whether to find only assets that the owner's tools (such as filmgatectl) added. Only these tools may set this.
    public var isAddedByOwner = false

    public init() {}
}

/// The definition of a smart album or a moment. The broker sets it, so the client needs no right to read the properties
/// that the predicate uses.
public struct ComputedAlbumDefinition: Hashable, Sendable {
    public var predicate: Predicate<AssetProperty>
    /// The range of creation dates; nil means all dates.
    public var dates: ClosedRange<Timestamp>?
    /// When the import began that added the assets; nil for assets of all imports and of none.
    public var importBegan: Timestamp?
    /// The order if the query does not specify one. Empty means the newest creation date first.
    public var order: [AssetQuery.Order]
    /// Whether a database index has these assets in this order. The cost of a page then depends only on the page's
    /// size.
    public var isIndexed: Bool
    /// Whether the predicate never changes. If so, a partial index can contain exactly the assets that match it.
    public var isConstant: Bool

    public init(
        _ predicate: Predicate<AssetProperty> = .constant(true), dates: ClosedRange<Timestamp>? = nil,
        importBegan: Timestamp? = nil, order: [AssetQuery.Order] = [], isIndexed: Bool = false, isConstant: Bool = false
    ) {
        self.predicate = predicate
        self.dates = dates
        self.importBegan = importBegan
        self.order = order
        self.isIndexed = isIndexed
        self.isConstant = isConstant
    }
}
