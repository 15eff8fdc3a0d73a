/// A condition on what a query goes through: checked, so that every operand fits the other, and without placeholders.
///
/// It is true, false or, where a value is absent, neither, as in SQL: `not` of neither is neither, and only what is true is
/// found.
public indirect enum Predicate<Property: QueryProperty>: Hashable, Sendable {
    case constant(Bool)
    /// All of these; true where there are none.
    case and([Predicate])
    /// One of these; false where there are none.
    case or([Predicate])
    case not(Predicate)
    case comparison(Operand<Property>, Comparison, Operand<Property>)
    /// Equal to one of these; false where there are none.
    case isIn(Operand<Property>, [Literal])
    /// Not below the second and not above the third.
    case between(Operand<Property>, Operand<Property>, Operand<Property>)
    /// Of a text: has this one within it, whatever the case. Of a list: one of its elements is this one, whatever the case; an
    /// absent list has none, so that this is never neither.
    case contains(Property, String)
    /// Is of this pattern, whatever the case.
    case like(Property, Pattern)
    case isNull(Property)
}

/// How two operands are compared.
public enum Comparison: String, CaseIterable, Sendable {
    case equal = "="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="

    /// Whether it asks which of two comes first.
    public var isOrdering: Bool { self != .equal && self != .notEqual }
}

/// What stands on a side of a comparison.
public enum Operand<Property: QueryProperty>: Hashable, Sendable {
    case property(Property)
    /// Of a property that is a place, in degrees.
    case latitude(of: Property)
    case longitude(of: Property)
    case literal(Literal)

    /// The property that it looks at.
    public var property: Property? {
        switch self {
        case .property(let property), .latitude(of: let property), .longitude(of: let property): property
        case .literal: nil
        }
    }
}

/// A value that a query states.
public enum Literal: Hashable, Sendable {
    /// Also one of the words of a property that has a closed list of them.
    case text(String)
    case integer(Int64)
    /// Finite.
    case real(Double)
    case boolean(Bool)
    case date(Timestamp)
    case identifier(ObjectID)
    case contentHash(ContentHash)
}

extension Predicate {
    /// Whether a property that is true or false is true.
    public static func isTrue(_ property: Property) -> Predicate { compares(property, .equal, .boolean(true)) }

    public static func compares(_ property: Property, _ comparison: Comparison, _ literal: Literal) -> Predicate {
        .comparison(.property(property), comparison, .literal(literal))
    }

    /// The properties that it names.
    public var properties: Set<Property> {
        switch self {
        case .constant: []
        case .and(let parts), .or(let parts): parts.reduce(into: []) { $0.formUnion($1.properties) }
        case .not(let part): part.properties
        case .comparison(let left, _, let right): Set([left.property, right.property].compactMap(\.self))
        case .isIn(let operand, _): Set([operand.property].compactMap(\.self))
        case .between(let operand, let low, let high):
            Set([operand.property, low.property, high.property].compactMap(\.self))
        case .contains(let property, _), .like(let property, _), .isNull(let property): [property]
        }
    }
}
