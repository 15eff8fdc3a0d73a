public import FilmgateModel
import FilmgatePredicates
import FilmgateWire

/// A request for assets, albums or folders, with conditions, an order and the properties to read; for example
/// `.assets.where(\.isFavorite).newestFirst.limit(50)`.
public struct FetchRequest<Element: Fetchable>: Hashable, Sendable {
    var query = Element.everything
    var condition: QueryCondition<Element.Fields>?
    var properties = Set(Element.Property.readable)

    init() {}

    /// Sorts by the first property, elements with equal values by the second property, and so on.
    public func sorted(by order: QueryOrder<Element.Property>...) -> FetchRequest { sorted(by: order) }

    public func sorted(by order: [QueryOrder<Element.Property>]) -> FetchRequest { with { $0.query.sort = order } }

    /// Limits the number of results; 0 removes the limit.
    public func limit(_ count: UInt32) -> FetchRequest { with { $0.query.limit = count } }

    /// Reads only these properties, which is faster. By default, all properties are read.
    public func reading(_ properties: Set<Element.Property>) -> FetchRequest { with { $0.properties = properties } }

    func with(_ change: (inout FetchRequest) -> Void) -> FetchRequest {
        var request = self
        change(&request)
        return request
    }

    /// The options of the D-Bus call, with the text of the condition unchanged.
    var options: Element.Options {
        Element.Options(query, where: condition.map { PredicateText($0.text, $0.arguments) })
    }
}

// MARK: Conditions

extension FetchRequest {
    /// Adds a condition, such as `.where(\.rating >= 4)`. Results must meet all conditions.
    public func `where`(_ condition: QueryCondition<Element.Fields>) -> FetchRequest {
        with { $0.condition = $0.condition.map { $0 && condition } ?? condition }
    }

    /// Restricts the results to elements whose Boolean field is true, such as `.where(\.isFavorite)`.
    public func `where`(_ field: KeyPath<Element.Fields, QueryField<Element.Fields, Bool>>) -> FetchRequest {
        self.where(Element.Fields()[keyPath: field].condition)
    }

    /// Adds a condition built from fields, such as `.where { $0.title.contains("sea") && $0.rating >= 4 }`.
    public func `where`(
        _ condition: (Element.Fields) -> QueryCondition<Element.Fields>
    ) -> FetchRequest { self.where(condition(Element.Fields())) }

    /// Adds a condition in the predicate language, such as `.where("rating >= ?", 4)`.
    ///
    /// A single condition is sent unchanged, so that columns in the broker's errors refer to this text.
    public func `where`(_ text: String, _ arguments: any QueryValue...) -> FetchRequest {
        self.where(QueryCondition(text, arguments))
    }
}
