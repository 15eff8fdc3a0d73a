import FilmgateModel

/// Evaluates a predicate about an album or folder in memory, because some collections are not in the database.
struct CollectionMatcher {
    private let predicate: Predicate<CollectionProperty>

    init(_ predicate: Predicate<CollectionProperty>) { self.predicate = predicate.foldingPatterns }

    /// Returns whether the collection matches, or nil if a missing value makes the result unknown.
    ///
    /// - Parameter isOver: returns whether the deadline has passed. After the deadline, the result is meaningless.
    func callAsFunction(_ collection: PhotoCollection, unless isOver: () -> Bool = { false }) -> Bool? {
        predicate.matches(collection, unless: isOver)
    }
}

extension Predicate where Property == CollectionProperty {
    /// The same predicate with `like` instead of `contains`, and with case-folded patterns, to fold them only once.
    fileprivate var foldingPatterns: Predicate {
        switch self {
        case .and(let parts): .and(parts.map(\.foldingPatterns))
        case .or(let parts): .or(parts.map(\.foldingPatterns))
        case .not(let part): .not(part.foldingPatterns)
        case .contains(let property, let text):
            .like(property, Pattern(Pattern(containing: text).text.foldedCase))
        case .like(let property, let pattern): .like(property, Pattern(pattern.text.foldedCase))
        case .constant, .comparison, .isIn, .between, .isNull, .near: self
        }
    }

    fileprivate func matches(_ collection: PhotoCollection, unless isOver: () -> Bool) -> Bool? {
        switch self {
        case .constant(let value): value
        case .and(let parts): Predicate.all(parts) { $0.matches(collection, unless: isOver) }
        case .or(let parts): Predicate.all(parts) { $0.matches(collection, unless: isOver).map(!) }.map(!)
        case .not(let part): part.matches(collection, unless: isOver).map(!)
        case .comparison(let left, let comparison, let right):
            comparison.holds(left.value(in: collection), right.value(in: collection))
        case .isIn(let operand, let literals):
            Predicate.all(literals) { Comparison.equal.holds(operand.value(in: collection), $0).map(!) }.map(!)
        case .between(let operand, let low, let high):
            Predicate.all([(Comparison.greaterOrEqual, low), (.lessOrEqual, high)]) { comparison, bound in
                comparison.holds(operand.value(in: collection), bound.value(in: collection))
            }
        // Collections have no location, and `foldingPatterns` has replaced `contains`.
        case .contains, .near: nil
        case .like(let property, let pattern):
            collection.text(of: property).flatMap { PatternMatch.matches($0, folded: pattern, unless: isOver) }
        case .isNull(let property): collection.value(of: property) == nil
        }
    }

    /// Returns false if any part is false, or else nil if any part is unknown. Returns true if all parts are true.
    private static func all<Part>(_ parts: [Part], _ holds: (Part) -> Bool?) -> Bool? {
        var result: Bool? = true
        for part in parts {
            switch holds(part) {
            case false?: return false
            case nil: result = nil
            case true?: break
            }
        }
        return result
    }
}

extension Operand where Property == CollectionProperty {
    fileprivate func value(in collection: PhotoCollection) -> Literal? {
        switch self {
        case .property(let property): collection.value(of: property).flatMap { Literal($0, property.type) }
        case .literal(let literal): literal
        case .latitude, .longitude: nil
        }
    }
}

extension Literal {
    fileprivate init?(_ value: PropertyValue, _ type: QueryType) {
        switch value {
        case .text(let text):
            guard type == .identifier else {
                self = .text(text)
                return
            }
            guard let id = ObjectID(text) else { return nil }
            self = .identifier(id)
        case .date(let date): self = .date(date)
        case .unsigned(let number): self = .integer(Int64(number))
        case .texts, .flag, .place, .signed, .bytes, .seconds: return nil
        }
    }

    /// Returns nil if values of these types cannot be compared.
    fileprivate func isBefore(_ other: Literal) -> Bool? {
        switch (self, other) {
        case (.text(let left), .text(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
        case (.integer(let left), .integer(let right)): left < right
        case (.integer(let left), .real(let right)): Double(left) < right
        case (.real(let left), .integer(let right)): left < Double(right)
        case (.real(let left), .real(let right)): left < right
        case (.date(let left), .date(let right)): left < right
        case (.identifier(let left), .identifier(let right)): left.bytes.lexicographicallyPrecedes(right.bytes)
        case (.boolean(let left), .boolean(let right)): !left && right
        default: nil
        }
    }
}

extension Comparison {
    fileprivate func holds(_ left: Literal?, _ right: Literal?) -> Bool? {
        guard let left, let right, let isLess = left.isBefore(right), let isGreater = right.isBefore(left) else {
            return nil
        }
        return switch self {
        case .equal: !isLess && !isGreater
        case .notEqual: isLess || isGreater
        case .less: isLess
        case .lessOrEqual: !isGreater
        case .greater: isGreater
        case .greaterOrEqual: !isLess
        }
    }
}

extension PatternMatch {
    fileprivate static func matches(_ text: String, folded pattern: Pattern, unless isOver: () -> Bool) -> Bool? {
        Array(pattern.text.utf8).withUnsafeBytes { pattern in
            Array(text.utf8).withUnsafeBytes { PatternMatch(pattern, $0).succeeds(unless: isOver) }
        }
    }
}

extension PhotoCollection {
    fileprivate func text(of property: CollectionProperty) -> String? {
        guard case .text(let text)? = value(of: property) else { return nil }
        return text
    }
}

extension [PhotoCollection] {
    /// Returns the collections sorted by several keys, with the most important key first. An absent value counts as the
    /// smallest. The sort is stable.
    func sorted(by orders: [CollectionQuery.Order]) -> [PhotoCollection] {
        if orders.isEmpty { return self }
        let keys = map { collection in orders.map { collection.sortKey($0.property) } }
        return indices.sorted { left, right in
            for (number, order) in orders.enumerated() {
                let (first, second) = (keys[left][number], keys[right][number])
                if SortKey.isBefore(first, second) { return order.ascending }
                if SortKey.isBefore(second, first) { return !order.ascending }
            }
            return left < right
        }.map { self[$0] }
    }
}

private enum SortKey {
    case absent
    case literal(Literal)

    static func isBefore(_ left: SortKey, _ right: SortKey) -> Bool {
        switch (left, right) {
        case (.absent, .literal): true
        case (_, .absent): false
        case (.literal(let left), .literal(let right)): left.isBefore(right) ?? false
        }
    }
}

extension PhotoCollection {
    fileprivate func sortKey(_ property: CollectionProperty) -> SortKey {
        guard let value = value(of: property).flatMap({ Literal($0, property.type) }) else { return .absent }
        // Sorts titles without regard to case.
        if property == .title, case .text(let text) = value { return .literal(.text(text.foldedCase)) }
        return .literal(value)
    }
}
