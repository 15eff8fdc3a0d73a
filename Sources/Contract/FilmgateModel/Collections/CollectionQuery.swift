/// A query for albums or folders: the conditions, and the order.
public struct CollectionQuery: FetchQuery {
    public typealias Order = QueryOrder<CollectionProperty>

    /// The location of albums and folders in the folder tree, as a filter.
    public enum ParentFilter: Hashable, Sendable {
        case anywhere
        /// At the top level, outside all folders.
        case top
        /// Directly in a folder.
        case folder(ObjectID)
    }

    public var kind: CollectionKind
    /// The identifiers to fetch; nil means all visible albums or folders. Identifiers that are unknown, or whose
    /// objects the client may not see, are left out.
    public var identifiers: [ObjectID]?
    public var place = ParentFilter.anywhere
    /// An asset that the albums must contain.
    public var containing: AssetID?
    public var type: CollectionType?
    public var predicate: Predicate<CollectionProperty>?
    /// The order. Empty means the order of `identifiers`, if there are any. Without identifiers, it means: albums and
    /// folders of clients by title, then smart albums, then moments with the oldest first, then transient albums.
    public var sort: [Order] = []
    /// The maximum number of results; 0 means no limit.
    public var limit: UInt32 = 0

    public init(_ kind: CollectionKind) { self.kind = kind }
}
