/// Which assets to fetch, and in which order.
public struct AssetQuery: FetchQuery {
    public typealias Order = QueryOrder<AssetProperty>

    /// Nil for all visible assets. Unknown identifiers are left out, like those of assets that the client may not see.
    public var identifiers: [AssetID]?
    /// The album to fetch from, in the album's order unless `sort` has one. `Library.resolve` replaces albums of other
    /// types, so after it the type is `album`.
    public var album: AlbumID?
    /// The condition of a smart album or a moment, in addition to the rest of the query.
    public var membership: AlbumMembership?
    public var predicate: Predicate<AssetProperty>?
    public var search: SearchWords?
    /// Nil for all sources.
    public var sources: Set<AssetSource>?
    /// Empty for the newest creation date first; with `identifiers`, for their order.
    public var sort: [Order] = []
    /// 0 for no limit.
    public var limit: UInt32 = 0
    public var includesHidden = false
    public var includesTrashed = false
    /// Whether to include all photos of a burst, and not only the picked or the first one.
    public var includesBurstMembers = false
    /// Whether to find only assets that are in no album of a person or an app. Albums that the client does not see do
    /// not count.
    public var isInNoAlbum = false
    /// Whether to find only assets that the owner's tools added. Only the owner's tools may use it.
    public var isAddedByOwner = false

    public init() {}
}

/// The query of an album that a condition defines. The query comes from the broker, so the client needs no rights for
/// its properties.
public struct AlbumMembership: Hashable, Sendable {
    public var predicate: Predicate<AssetProperty>
    /// The range of creation dates.
    public var dates: ClosedRange<Timestamp>?
    /// The order if the query has none. Empty for the newest creation date first.
    public var order: [AssetQuery.Order]
    /// Whether an index holds these assets in this order, so that the cost of a page depends only on its size.
    public var isIndexed: Bool
    /// Whether the predicate never changes, so that a partial index can hold exactly what it selects.
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
