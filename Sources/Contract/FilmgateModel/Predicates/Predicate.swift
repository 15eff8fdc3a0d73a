/// The condition of a query. The types of its operands are checked, and its placeholders are replaced by values.
///
/// As in SQL, a condition is true, false or unknown. A comparison with an absent value is unknown, and so is `not` of
/// unknown. A query finds only objects for which the condition is true.
public indirect enum Predicate<Property: QueryProperty>: Hashable, Sendable {
    case constant(Bool)
    /// All of the predicates are true; true for an empty list.
    case and([Predicate])
    /// At least one of the predicates is true; false for an empty list.
    case or([Predicate])
    case not(Predicate)
    case comparison(Operand<Property>, Comparison, Operand<Property>)
    /// The operand equals one of these values; false for an empty list.
    case isIn(Operand<Property>, [Literal])
    /// The first operand is in the closed range from the second operand to the third.
    case between(Operand<Property>, Operand<Property>, Operand<Property>)
    /// A string contains this string, or a list contains this element, ignoring case. For a list, the result is never
    /// unknown, because an absent list counts as empty.
    case contains(Property, String)
    /// The string matches this pattern, ignoring case.
    case like(Property, Pattern)
    case isNull(Property)
    /// A location is at most this many kilometers away from a place.
    case near(Property, Location, kilometers: Double)
}

/// The operator that compares two operands.
public enum Comparison: String, CaseIterable, Sendable {
    case equal = "="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="

    /// Whether the comparison is possible only for values that have an order.
    public var isOrdering: Bool { self != .equal && self != .notEqual }
}

/// One side of a comparison.
public enum Operand<Property: QueryProperty>: Hashable, Sendable {
    case property(Property)
    /// The latitude of a location property, in degrees.
    case latitude(of: Property)
    case longitude(of: Property)
    case literal(Literal)

    /// The property that the operand reads; nil for a literal.
    public var property: Property? {
        switch self {
        case .property(let property), .latitude(of: let property), .longitude(of: let property): property
        case .literal: nil
        }
    }
}

/// A constant in a query.
public enum Literal: Hashable, Sendable {
    /// A string, or a word of a property with a closed list of words.
    case text(String)
    case integer(Int64)
    /// A finite number.
    case real(Double)
    case boolean(Bool)
    case date(Timestamp)
    case identifier(ObjectID)
    case contentHash(ContentHash)
}

extension Predicate {
    /// Returns the condition that a Boolean property is true.
    public static func isTrue(_ property: Property) -> Predicate { compares(property, .equal, .boolean(true)) }

    public static func compares(_ property: Property, _ comparison: Comparison, _ literal: Literal) -> Predicate {
        .comparison(.property(property), comparison, .literal(literal))
    }

    /// The properties that the predicate reads.
    public var properties: Set<Property> {
        switch self {
        case .constant: []
        case .and(let parts), .or(let parts): parts.reduce(into: []) { $0.formUnion($1.properties) }
        case .not(let part): part.properties
        case .comparison(let left, _, let right): Set([left.property, right.property].compactMap(\.self))
        case .isIn(let operand, _): Set([operand.property].compactMap(\.self))
        case .between(let operand, let low, let high):
            Set([operand.property, low.property, high.property].compactMap(\.self))
        case .contains(let property, _), .like(let property, _), .isNull(let property),
            .near(let property, _, kilometers: _):
            [property]
        }
    }
}
