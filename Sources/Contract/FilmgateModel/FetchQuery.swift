/// A query: the objects to fetch, and their order.
public protocol FetchQuery: Hashable, Sendable {
    associatedtype Property: QueryProperty

    var predicate: Predicate<Property>? { get set }
    var sort: [QueryOrder<Property>] { get set }
    /// The maximum number of results; 0 means no limit.
    var limit: UInt32 { get set }
}

extension FetchQuery {
    /// The properties that the client's condition and order use.
    public var properties: Set<Property> { (predicate?.properties ?? []).union(sort.map(\.property)) }
}
