/// Which assets a fetch is for, and in which order.
public struct AssetQuery: Equatable, Sendable {
    public struct Order: Equatable, Sendable {
        public var property: AssetProperty
        public var ascending: Bool

        public init(by property: AssetProperty, ascending: Bool) {
            self.property = property
            self.ascending = ascending
        }
    }

    /// Nil: all that is visible. Unknown ones and those that may not be seen are left out alike.
    public var identifiers: [AssetID]?
    /// Those of an album, in its order where no other is asked for.
    public var album: AlbumID?
    /// Nil: no condition.
    public var predicate: Predicate<AssetProperty>?
    /// Nil: from all sources.
    public var sources: Set<AssetSource>?
    /// What an album of the broker's own adds to that, as smart albums and moments do.
    public var membership: Predicate<AssetProperty>?
    /// Whether an index holds what `membership` selects, in `ownOrder`, so that a page costs what it holds.
    public var isIndexed = false
    /// Empty: the newest creation date first; with `identifiers`, in the order of those.
    public var sort: [Order] = []
    /// The order of an album of the broker's own, where `sort` is empty.
    public var ownOrder: [Order] = []
    /// 0: no limit.
    public var limit: UInt32 = 0
    public var includesHidden = false
    public var includesTrashed = false
    /// Of a burst, also those that were not picked.
    public var includesBurstMembers = false

    public init() {}
}
