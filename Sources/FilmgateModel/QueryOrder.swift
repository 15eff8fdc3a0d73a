/// One key of a query's sort order.
public struct QueryOrder<Property: QueryProperty>: Hashable, Sendable {
    public var property: Property
    public var ascending: Bool

    public init(by property: Property, ascending: Bool) {
        self.property = property
        self.ascending = ascending
    }
}
