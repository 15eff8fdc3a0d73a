import FilmgateModel
import FilmgateDBus

/// Which assets, albums or folders to fetch, in which order and with which properties; written as
/// `.assets.where(\.isFavorite).newestFirst.limit(50)`.
public struct FetchRequest<Element: Fetchable>: Hashable, Sendable {
    var identifiers: [Element.ID]?
    var condition: QueryCondition<Element.Fields>?
    var sort: [SortDescriptor] = []
    var limit: UInt32 = 0
    var properties = Set(Element.Property.allCases)
    /// The other options of `Fetch`, by the contract's names.
    var scope: [String: ScopeValue] = [:]

    /// A property to sort by, and the direction.
    public struct SortDescriptor: Hashable, Sendable {
        public let property: Element.Property
        public let ascending: Bool

        public init(_ property: Element.Property, ascending: Bool) {
            self.property = property
            self.ascending = ascending
        }
    }

    /// An option's value.
    enum ScopeValue: Hashable, Sendable {
        case text(String)
        case texts([String])
        case flag
    }

    init() {}

    /// Sorts by the first property, then equal ones by the second, and so on.
    public func sorted(by descriptors: SortDescriptor...) -> FetchRequest { sorted(by: descriptors) }

    public func sorted(by descriptors: [SortDescriptor]) -> FetchRequest { with { $0.sort = descriptors } }

    /// Limits the number of results; 0 removes the limit.
    public func limit(_ count: UInt32) -> FetchRequest { with { $0.limit = count } }

    /// Reads only these properties, which is faster; by default all are read.
    public func reading(_ properties: Set<Element.Property>) -> FetchRequest { with { $0.properties = properties } }

    func with(_ change: (inout FetchRequest) -> Void) -> FetchRequest {
        var request = self
        change(&request)
        return request
    }

    /// The options on the bus.
    var options: Options {
        var options: Options = scope.mapValues(\.variant)
        if let identifiers { options["identifiers"] = Variant(identifiers.map(\.description)) }
        if let condition {
            options["where"] = Variant(condition.text)
            if !condition.arguments.isEmpty { options["arguments"] = Variant(condition.arguments.map(\.variant)) }
        }
        if !sort.isEmpty { options["sort"] = Variant(sort.map { Structure($0.property.rawValue, $0.ascending) }) }
        if limit > 0 { options["limit"] = Variant(limit) }
        return options
    }
}

extension FetchRequest.ScopeValue {
    fileprivate var variant: Variant {
        switch self {
        case .text(let text): Variant(text)
        case .texts(let texts): Variant(texts)
        case .flag: Variant(true)
        }
    }
}

// MARK: Conditions

extension FetchRequest {
    /// Adds a condition that results must meet, besides the earlier ones: `.where(\.rating >= 4)`.
    public func `where`(_ condition: QueryCondition<Element.Fields>) -> FetchRequest {
        with { $0.condition = $0.condition.map { $0 && condition } ?? condition }
    }

    /// Restricts the result to those with a true field: `.where(\.isFavorite)`.
    public func `where`(_ field: KeyPath<Element.Fields, QueryField<Element.Fields, Bool>>) -> FetchRequest {
        self.where(Element.Fields()[keyPath: field].condition)
    }

    /// Adds a condition built from the fields: `.where { $0.title.contains("sea") && $0.rating >= 4 }`.
    public func `where`(
        _ condition: (Element.Fields) -> QueryCondition<Element.Fields>
    ) -> FetchRequest { self.where(condition(Element.Fields())) }

    /// Adds a condition in the predicate language, as a person wrote it: `.where("rating >= ?", 4)`.
    ///
    /// A single condition is sent unchanged, so that the broker's errors give the columns of this text.
    public func `where`(_ text: String, _ arguments: any QueryValue...) -> FetchRequest {
        self.where(QueryCondition(text, arguments))
    }
}
