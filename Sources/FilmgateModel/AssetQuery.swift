/// Which assets a fetch is for, and in which order.
public struct AssetQuery: Hashable, Sendable {
    public typealias Order = QueryOrder<AssetProperty>

    /// Nil: all that is visible. Unknown ones and those that may not be seen are left out alike.
    public var identifiers: [AssetID]?
    /// Those of an album, in its order where no other is asked for. Of any type until it is resolved, then one that somebody made.
    public var album: AlbumID?
    /// What an album that nobody filled asks for, beside that.
    public var membership: AlbumMembership?
    /// Nil: no condition.
    public var predicate: Predicate<AssetProperty>?
    /// Nil: from all sources.
    public var sources: Set<AssetSource>?
    /// Empty: the newest creation date first; with `identifiers`, in the order of those.
    public var sort: [Order] = []
    /// 0: no limit.
    public var limit: UInt32 = 0
    public var includesHidden = false
    public var includesTrashed = false
    /// Of a burst, also those that were not picked.
    public var includesBurstMembers = false

    public init() {}

    /// The properties that the client itself asks about.
    public var properties: Set<AssetProperty> { (predicate?.properties ?? []).union(sort.map(\.property)) }
}

/// What an album that nobody filled brings to a query for its assets: the broker's own words, for which no right is needed.
public struct AlbumMembership: Hashable, Sendable {
    public var predicate: Predicate<AssetProperty>
    /// By creation date alone: those of these dates.
    public var dates: ClosedRange<Timestamp>?
    /// Where the query asks for no other. Empty: the newest creation date first.
    public var order: [AssetQuery.Order]
    /// Whether an index holds these in this order, so that a page costs what it holds.
    public var isIndexed: Bool
    /// Whether the predicate is the same at all times, so that an index can hold what it selects and nothing else.
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
