import FilmgateModel

/// Resolves the names and placeholders in a predicate, and checks the types of operands.
struct PredicateTypeChecker<Property: QueryProperty> {
    let arguments: [PredicateArgument]

    func predicate(_ syntax: Syntax) throws(PredicateError) -> Predicate<Property> {
        switch syntax {
        case .condition(let term): return try condition(term)
        case .and(let parts): return .and(try all(parts))
        case .or(let parts): return .or(try all(parts))
        case .not(let part): return .not(try predicate(part))
        case .comparison(let left, let comparison, let right): return try self.comparison(left, comparison, right)
        case .isIn(let term, let list):
            let operand = try resolved(term)
            return .isIn(
                operand.operand, try list.map { item throws(PredicateError) in try literal(item, for: operand) })
        case .between(let term, let low, let high):
            let (operand, low) = try matched(term, low, isOrdering: true)
            return .between(operand, low, try matched(term, high, isOrdering: true).1)
        case .contains(let term, let text): return try contains(term, text)
        case .like(let term, let pattern):
            let (property, kind) = try property(term, before: "like")
            guard kind == .text else {
                throw PredicateError("\(kind.described(as: property)); 'like' is for texts", at: term.column)
            }
            return .like(property, Pattern(try self.text(pattern, for: "like")))
        case .near(let term, let numbers): return try near(term, numbers)
        case .isNull(let term): return .isNull(try property(term, before: "is null").0)
        }
    }

    private func near(_ term: OperandSyntax, _ terms: [OperandSyntax]) throws(PredicateError) -> Predicate<Property> {
        let (property, kind) = try property(term, before: "near")
        guard kind == .place else {
            throw PredicateError("\(kind.described(as: property)); 'near' is for locations", at: term.column)
        }
        let numbers = try terms.map { term throws(PredicateError) in
            let resolved = try resolved(term)
            switch resolved.operand {
            case .literal(.integer(let number)): return Double(number)
            case .literal(.real(let number)): return number
            default: throw PredicateError("\(resolved.described), but 'near' needs numbers", at: term.column)
            }
        }
        guard numbers.count == 3, let place = Location(latitude: numbers[0], longitude: numbers[1]), numbers[2] >= 0
        else {
            throw PredicateError(
                "'near' needs a latitude within ±90, a longitude within ±180 and a distance in kilometers, such as "
                    + "(47.5, 19.0, 10)", at: term.column)
        }
        return .near(property, place, kilometers: numbers[2])
    }

    private func all(_ parts: [Syntax]) throws(PredicateError) -> [Predicate<Property>] {
        try parts.map { part throws(PredicateError) in try predicate(part) }
    }

    /// Checks an operand that is itself a condition.
    private func condition(_ term: OperandSyntax) throws(PredicateError) -> Predicate<Property> {
        let resolved = try resolved(term)
        switch resolved.operand {
        case .literal(.boolean(let value)): return .constant(value)
        case .property(let property) where resolved.kind == .boolean: return .isTrue(property)
        case .property, .latitude, .longitude, .literal:
            throw PredicateError(
                "\(resolved.described), not a condition; compare it with something", at: term.column)
        }
    }

    private func comparison(
        _ left: OperandSyntax, _ comparison: Comparison, _ right: OperandSyntax
    ) throws(PredicateError) -> Predicate<Property> {
        let (left, right) = try matched(left, right, isOrdering: comparison.isOrdering)
        return .comparison(left, comparison, right)
    }

    /// Resolves two operands, and checks that their values can be compared.
    private func matched(
        _ left: OperandSyntax, _ right: OperandSyntax, isOrdering: Bool
    ) throws(PredicateError) -> (Operand<Property>, Operand<Property>) {
        let (first, second) = (try resolved(left), try resolved(right))
        if isOrdering {
            for (operand, column) in [(first, left.column), (second, right.column)] where !operand.kind.isOrdered {
                throw PredicateError(
                    "\(operand.described), which has no order; compare it with = or !=", at: column)
            }
        }
        for (operand, column) in [(first, left.column), (second, right.column)] where !operand.kind.isComparable {
            throw PredicateError("\(operand.described); \(operand.kind.advice)", at: column)
        }
        switch (first.isLiteral, second.isLiteral) {
        case (false, true): return (first.operand, .literal(try literal(right, for: first)))
        case (true, false): return (.literal(try literal(left, for: second)), second.operand)
        case (true, true): return (first.operand, .literal(try literal(right, for: first)))
        case (false, false):
            guard first.kind.fits(second.kind) else {
                throw PredicateError(
                    "\(second.described), which cannot be compared with \(first.name)", at: right.column)
            }
            return (first.operand, second.operand)
        }
    }

    private func contains(_ term: OperandSyntax, _ element: OperandSyntax) throws(PredicateError) -> Predicate<Property>
    {
        let (property, kind) = try property(term, before: "contains")
        switch kind {
        case .text, .texts: return .contains(property, try text(element, for: "contains"))
        case .words(let words):
            let text = try text(element, for: "contains")
            guard words.contains(text) else { throw unknown(text, among: words, of: property, at: element.column) }
            return .contains(property, text)
        case .word, .boolean, .number, .date, .place, .identifier, .contentHash, .unasked:
            throw PredicateError(
                "\(kind.described(as: property)); 'contains' is for texts and lists", at: term.column)
        }
    }

    /// Returns the text after `contains` or `like`.
    private func text(_ term: OperandSyntax, for word: String) throws(PredicateError) -> String {
        let resolved = try resolved(term)
        guard case .literal(.text(let text)) = resolved.operand else {
            throw PredicateError(
                "\(resolved.described), but '\(word)' needs a text in single quotes or a '?'",
                at: term.column)
        }
        return text
    }

    /// Returns the property before `contains`, `like`, `near` or `is null`.
    private func property(_ term: OperandSyntax, before word: String) throws(PredicateError) -> (Property, QueryType) {
        let resolved = try resolved(term)
        switch resolved.operand {
        case .property(let property):
            guard resolved.kind != .unasked else {
                throw PredicateError("\(resolved.described); \(resolved.kind.advice)", at: term.column)
            }
            return (property, resolved.kind)
        case .latitude(let property), .longitude(let property):
            throw PredicateError(
                "expected a property such as '\(property.rawValue)' before '\(word)'", at: term.column)
        case .literal:
            throw PredicateError("expected a property before '\(word)', not a value", at: term.column)
        }
    }

    func unknown(
        _ text: String, among words: [String], of property: Property, at column: Int
    ) -> PredicateError {
        let advice =
            nearest(to: text, among: words).map { "did you mean '\($0)'?" }
            ?? "the values are \(words.map { "'\($0)'" }.joined(separator: ", "))"
        return PredicateError("'\(quotable(text))' is not a value of '\(property.rawValue)'; \(advice)", at: column)
    }
}
