import FilmgateModel

/// An operand after its name or placeholder was resolved.
struct ResolvedOperand<Property: QueryProperty> {
    let operand: Operand<Property>
    let kind: QueryType
    /// The operand's form in error messages.
    let name: String
    /// Whether the operand comes from a placeholder. If so, a number can be a date.
    var isArgument = false

    var isLiteral: Bool {
        guard case .literal = operand else { return false }
        return true
    }

    /// The operand and its type as a sentence, such as `'rating' is a number`.
    var described: String { "\(name) is \(kind.noun)" }
}

extension PredicateTypeChecker {
    func resolved(_ term: OperandSyntax) throws(PredicateError) -> ResolvedOperand<Property> {
        switch term.value {
        case .literal(let literal): return resolved(literal)
        case .placeholder(let index): return try argument(index, at: term.column)
        case .name(let name):
            if let property = Property(rawValue: name) {
                return ResolvedOperand(operand: .property(property), kind: property.type, name: "'\(name)'")
            }
            for property in Property.allCases where property.type == .place {
                if name == "\(property.rawValue).latitude" {
                    return ResolvedOperand(operand: .latitude(of: property), kind: .number, name: "'\(name)'")
                }
                if name == "\(property.rawValue).longitude" {
                    return ResolvedOperand(operand: .longitude(of: property), kind: .number, name: "'\(name)'")
                }
            }
            throw noProperty(name, at: term.column)
        }
    }

    private func resolved(_ literal: Literal) -> ResolvedOperand<Property> {
        let (kind, name): (QueryType, String) =
            switch literal {
            case .text(let text): (.text, "'\(quotable(text))'")
            case .integer(let number): (.number, "\(number)")
            case .real(let number): (.number, "\(number)")
            case .boolean(let value): (.boolean, "\(value)")
            case .date(let date): (.date, "date '\(date.iso8601)'")
            case .identifier(let id): (.identifier, "'\(id)'")
            case .contentHash(let hash): (.contentHash, "'\(hash)'")
            }
        return ResolvedOperand(operand: .literal(literal), kind: kind, name: name)
    }

    private func argument(_ index: Int, at column: Int) throws(PredicateError) -> ResolvedOperand<Property> {
        guard index < arguments.count else {
            throw PredicateError(
                "this is placeholder \(index + 1), but 'arguments' holds \(arguments.count); pass a value for each '?'",
                at: column)
        }
        let literal: Literal
        switch arguments[index] {
        case .text(let text):
            guard text.utf8.count <= ContractLimits.predicateBytes else {
                throw PredicateError(
                    "argument \(index + 1) has \(text.utf8.count) bytes; the limit is \(ContractLimits.predicateBytes)",
                    at: column)
            }
            literal = .text(text)
        case .integer(let number): literal = .integer(number)
        case .real(let number):
            guard number.isFinite else {
                throw PredicateError("argument \(index + 1) is not a finite number; give a finite one", at: column)
            }
            literal = .real(number)
        case .boolean(let value): literal = .boolean(value)
        }
        var resolved = resolved(literal)
        resolved.isArgument = true
        return resolved
    }

    private func noProperty(_ name: String, at column: Int) -> PredicateError {
        let names = Property.allCases.filter { $0.type != .unasked }.map(\.rawValue)
        let places = Property.allCases.filter { $0.type == .place }.map(\.rawValue)
        let all = names + places.flatMap { ["\($0).latitude", "\($0).longitude"] }
        let advice =
            Self.booleans[name.lowercased()].map { "write \($0), or a text in single quotes" } ?? nearest(
                to: name, among: all
            ).map {
                "did you mean '\($0)'?"
            }
            ?? "write texts in single quotes; docs/predicates.md lists the properties"
        return PredicateError("'\(quotable(name))' is not a property of \(Property.subject); \(advice)", at: column)
    }

    /// The words that other query languages use for true and false.
    private static var booleans: [String: Bool] { ["yes": true, "on": true, "no": false, "off": false] }

    /// Returns a value converted to the type of the operand with which it is compared.
    func literal(_ term: OperandSyntax, for operand: ResolvedOperand<Property>) throws(PredicateError) -> Literal {
        let value = try resolved(term)
        guard case .literal(let literal) = value.operand else {
            throw PredicateError("\(value.name) is a property; the list of 'in' can only hold values", at: term.column)
        }
        switch (operand.kind, literal) {
        case (.number, .integer), (.number, .real), (.text, .text), (.boolean, .boolean), (.date, .date): return literal
        case (.word(let words), .text(let text)):
            guard words.contains(text) else {
                throw operand.operand.property.map { unknown(text, among: words, of: $0, at: term.column) }
                    ?? mismatch(value, operand, at: term.column)
            }
            return literal
        case (.identifier, .text(let text)):
            guard let id = ObjectID(text) else {
                throw PredicateError(
                    "'\(quotable(text))' is not an identifier; identifiers are lower-case UUIDs, as fetches return them",
                    at: term.column)
            }
            return .identifier(id)
        case (.contentHash, .text(let text)):
            guard let hash = ContentHash(text) else {
                throw PredicateError(
                    "'\(quotable(text))' is not a content hash; a content hash is 'sha256:' and 64 hexadecimal digits",
                    at: term.column)
            }
            return .contentHash(hash)
        case (.date, .integer(let microseconds)) where value.isArgument:
            let date = Timestamp(rawValue: microseconds)
            guard ContractLimits.dates.contains(date) else {
                throw PredicateError(
                    "\(microseconds) microseconds lie outside the years 1 to 9999; give a date in these years",
                    at: term.column)
            }
            return .date(date)
        case (.date, .text(let text)):
            let example = Timestamp(iso8601: text) == nil ? "2024-05-01T12:00:00Z" : text
            throw PredicateError(
                "\(value.described), but \(operand.described); write date '\(example)'", at: term.column)
        case (.place, _), (.texts, _), (.words, _), (.unasked, _):
            throw PredicateError("\(operand.described); \(operand.kind.advice)", at: term.column)
        case (.number, _), (.text, _), (.boolean, _), (.date, _), (.word, _), (.identifier, _), (.contentHash, _):
            throw mismatch(value, operand, at: term.column)
        }
    }

    private func mismatch(_ value: ResolvedOperand<Property>, _ operand: ResolvedOperand<Property>, at column: Int)
        -> PredicateError
    {
        PredicateError("\(value.described), but \(operand.described); \(operand.kind.advice)", at: column)
    }
}
