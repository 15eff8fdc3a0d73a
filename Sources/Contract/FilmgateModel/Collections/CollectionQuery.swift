/// Which albums or folders to fetch, and in which order.
public struct CollectionQuery: FetchQuery {
    public typealias Order = QueryOrder<CollectionProperty>

    /// The place of the albums and folders that a fetch finds.
    public enum ParentFilter: Hashable, Sendable {
        case anywhere
        /// At the top level, in no folder.
        case top
        /// Directly in a folder.
        case folder(ObjectID)
    }

    public var kind: CollectionKind
    /// Nil for all visible ones. Leaves out identifiers that are unknown, or that the client may not see.
    public var identifiers: [ObjectID]?
    public var place = ParentFilter.anywhere
    /// An asset that the albums must hold.
    public var containing: AssetID?
    public var type: CollectionType?
    public var predicate: Predicate<CollectionProperty>?
    /// Empty for albums and folders of clients by title, then smart albums, moments, the oldest first, and transient
    /// albums; with `identifiers`, for their order.
    public var sort: [Order] = []
    /// 0 for no limit.
    public var limit: UInt32 = 0

    public init(_ kind: CollectionKind) { self.kind = kind }
}
