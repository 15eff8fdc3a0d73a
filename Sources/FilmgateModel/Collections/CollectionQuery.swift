/// Which albums or folders a fetch is for, and in which order.
public struct CollectionQuery: Equatable, Sendable {
    public typealias Order = QueryOrder<CollectionProperty>

    public var kind: CollectionKind
    /// Nil: all that are visible. Unknown ones and those that may not be seen are left out alike.
    public var identifiers: [ObjectID]?
    /// Those in a folder; nil: wherever they are.
    public var folder: ObjectID?
    /// The albums that hold an asset.
    public var containing: AssetID?
    public var type: CollectionType?
    /// Nil: no condition.
    public var predicate: Predicate<CollectionProperty>?
    /// Empty: those that somebody made by title, then smart albums, moments, the oldest first, and transient albums; with
    /// `identifiers`, in the order of those.
    public var sort: [Order] = []
    /// 0: no limit.
    public var limit: UInt32 = 0

    public init(_ kind: CollectionKind) { self.kind = kind }

    /// The properties that it looks at.
    public var properties: Set<CollectionProperty> {
        Set(sort.map(\.property)).union(predicate?.properties ?? [])
    }
}
