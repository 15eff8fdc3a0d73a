/// A property that queries can use. The raw value is its name on the bus.
public protocol QueryProperty: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    var type: QueryType { get }
    /// Whether clients can read the values. If not, only queries can use the property.
    var isReadable: Bool { get }
    /// The plural name of the objects that have these properties, for error messages: `assets`.
    static var subject: String { get }
}

extension QueryProperty {
    public var isReadable: Bool { true }

    public static var readable: [Self] { allCases.filter(\.isReadable) }
}

/// The type of a property's values, as used in queries.
public enum QueryType: Hashable, Sendable {
    case text
    /// The value is one of these words.
    case word([String])
    case texts
    /// The value is a list of some of these words.
    case words([String])
    case boolean
    case number
    case date
    /// The value is a location. Queries can use its latitude and its longitude as numbers.
    case place
    case identifier
    case contentHash
    /// The property cannot be used in queries; clients can only read it.
    case unasked
}

/// One key of a query's sort order.
public struct QueryOrder<Property: QueryProperty>: Hashable, Sendable {
    public var property: Property
    public var ascending: Bool

    public init(by property: Property, ascending: Bool) {
        self.property = property
        self.ascending = ascending
    }
}
