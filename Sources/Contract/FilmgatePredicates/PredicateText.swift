public import FilmgateModel

extension Predicate {
    /// Parses a predicate's text, as docs/predicates.md defines it.
    ///
    /// - Parameter arguments: the values of the placeholders `?` in the text, in their order.
    /// - Throws: `PredicateError` if the text is not a predicate.
    public init(parsing text: String, arguments: [PredicateArgument] = []) throws(PredicateError) {
        var parser = PredicateParser(try Lexer.tokens(of: text))
        let syntax = try parser.predicate()
        self = try PredicateTypeChecker<Property>(arguments: arguments).predicate(syntax)
        guard arguments.count == parser.placeholders else {
            throw PredicateError(
                "'arguments' holds \(arguments.count) for \(parser.placeholders) placeholders; write a '?' for each",
                at: nil)
        }
    }

    /// The predicate's text, with values instead of placeholders. Parsing the text gives an equivalent predicate.
    public var text: String { written(within: .or) }

    /// The precedence of operators, from the lowest. An operator with a lower precedence than its context needs
    /// parentheses.
    private enum Precedence: Int {
        case or, and, not
    }

    private func written(within context: Precedence) -> String {
        switch self {
        case .constant(let value): return "\(value)"
        case .and(let parts): return joined(parts, by: .and, otherwise: "true", within: context)
        case .or(let parts): return joined(parts, by: .or, otherwise: "false", within: context)
        case .not(let part): return part.negated ?? "not \(part.written(within: .not))"
        case .comparison(.property(let property), .equal, .literal(.boolean(true))): return property.rawValue
        case .comparison(let left, let comparison, let right):
            return "\(left.text) \(comparison.rawValue) \(right.text)"
        case .isIn, .between, .contains, .like, .near: return relation(word: "") ?? ""
        case .isNull(let property): return "\(property.rawValue) is null"
        }
    }

    private func joined(
        _ parts: [Predicate], by own: Precedence, otherwise empty: String, within context: Precedence
    ) -> String {
        guard let first = parts.first else { return empty }
        guard parts.count > 1 else { return first.written(within: context) }
        // A part with the same operator gets parentheses, because the parser would merge a part without parentheses.
        let inner: Precedence = own == .or ? .and : .not
        let text = parts.map { $0.written(within: inner) }.joined(separator: own == .or ? " or " : " and ")
        return own.rawValue < context.rawValue ? "(\(text))" : text
    }

    /// The text of the negation, if `not` can be inside the predicate. Nil if `not` must precede the whole predicate.
    private var negated: String? {
        if case .isNull(let property) = self { return "\(property.rawValue) is not null" }
        return relation(word: "not ")
    }

    private func relation(word: String) -> String? {
        switch self {
        case .isIn(let operand, let literals):
            "\(operand.text) \(word)in (\(literals.map(\.text).joined(separator: ", ")))"
        case .between(let operand, let low, let high): "\(operand.text) \(word)between \(low.text) and \(high.text)"
        case .contains(let property, let text): "\(property.rawValue) \(word)contains \(Literal.text(text).text)"
        case .like(let property, let pattern): "\(property.rawValue) \(word)like \(Literal.text(pattern.text).text)"
        case .near(let property, let place, let kilometers):
            "\(property.rawValue) \(word)near (\(place.latitude), \(place.longitude), \(kilometers))"
        case .constant, .and, .or, .not, .comparison, .isNull: nil
        }
    }
}

extension Operand {
    fileprivate var text: String {
        switch self {
        case .property(let property): property.rawValue
        case .latitude(let property): "\(property.rawValue).latitude"
        case .longitude(let property): "\(property.rawValue).longitude"
        case .literal(let literal): literal.text
        }
    }
}

extension Literal {
    fileprivate var text: String {
        switch self {
        case .text(let text): Literal.quoted(text)
        case .integer(let number): "\(number)"
        case .real(let number): "\(number)"
        case .boolean(let value): "\(value)"
        case .date(let date): "date '\(date.iso8601)'"
        case .identifier(let id): "'\(id)'"
        case .contentHash(let hash): "'\(hash)'"
        }
    }

    private static func quoted(_ text: String) -> String {
        var result = "'"
        for scalar in text.unicodeScalars { result += scalar == "'" ? "''" : String(scalar) }
        return result + "'"
    }
}

/// A condition as an app wrote it, and the values of its placeholders.
public struct PredicateText: Hashable, Sendable {
    public let text: String
    public let arguments: [PredicateArgument]

    public init(_ text: String, _ arguments: [PredicateArgument] = []) {
        self.text = text
        self.arguments = arguments
    }
}

/// The value of a placeholder.
public enum PredicateArgument: Hashable, Sendable {
    /// A string, an identifier, a hash, or a word of a closed list.
    case text(String)
    /// A number, or a date in microseconds since the Unix epoch.
    case integer(Int64)
    case real(Double)
    case boolean(Bool)
}
