/// A query for assets: the conditions, and the order.
public struct AssetQuery: FetchQuery {
    public typealias Order = QueryOrder<AssetProperty>

    /// The identifiers to fetch; nil means all visible assets. Identifiers that are unknown, or whose assets the client
    /// may not see, are left out.
    public var identifiers: [AssetID]?
    /// The album to fetch from, in the album's order unless `sort` contains an order. `Library.resolve` replaces albums
    /// of other types, so that afterwards the type is `album`.
    public var album: AlbumID?
    /// The condition of a smart album or a moment, in addition to the rest of the query.
    public var membership: AlbumMembership?
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
    /// Whether to include all photos of a burst, rather than only the picked or the first one.
    public var includesBurstMembers = false
    /// Whether to find only assets that are in no album of a person or an app. Albums that the client does not see do
    /// not count.
    public var isInNoAlbum = false
    /// Whether to find only assets that the owner's tools added. Only the owner's tools may use this.
    public var isAddedByOwner = false

    public init() {}
}

/// The query of an album that a condition defines. The query comes from the broker, so the client does not need rights
/// for its properties.
public struct AlbumMembership: Hashable, Sendable {
    public var predicate: Predicate<AssetProperty>
    /// The range of creation dates.
    public var dates: ClosedRange<Timestamp>?
    /// The order if the query does not specify one. Empty means the newest creation date first.
    public var order: [AssetQuery.Order]
    /// Whether an index contains these assets in this order. The cost of a page then depends only on its size.
    public var isIndexed: Bool
    /// Whether the predicate never changes, so that a partial index can contain exactly the assets that it selects.
    public var isConstant: Bool

    public init(
        _ predicate: Predicate<AssetProperty> = .constant(true), dates: ClosedRange<Timestamp>? = nil,
        order: [AssetQuery.Order] = [], isIndexed: Bool = false, isConstant: Bool = false
    ) {
        self.predicate = predicate
        self.dates = dates
        self.order = order
        self.isIndexed = isIndexed
        self.isConstant = isConstant
    }
}
