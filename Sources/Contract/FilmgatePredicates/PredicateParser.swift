import FilmgateModel

/// Parses tokens by the grammar of docs/predicates.md, with one function for each level of the grammar.
struct PredicateParser {
    private let tokens: [Token]
    private var position = 0
    private var level = 0
    /// The number of placeholders so far.
    private(set) var placeholders = 0

    init(_ tokens: [Token]) { self.tokens = tokens }

    /// Parses all tokens.
    mutating func predicate() throws(PredicateError) -> Syntax {
        guard current.kind != .end else {
            throw PredicateError("the predicate is empty; omit 'where' to get everything", at: 1)
        }
        let result = try disjunction()
        guard current.kind == .end else { throw misplaced() }
        return result
    }

    private mutating func disjunction() throws(PredicateError) -> Syntax {
        var parts = [try conjunction()]
        while take(.or) { parts.append(try conjunction()) }
        return parts.count == 1 ? parts[0] : .or(parts)
    }

    private mutating func conjunction() throws(PredicateError) -> Syntax {
        var parts = [try negation()]
        while take(.and) { parts.append(try negation()) }
        return parts.count == 1 ? parts[0] : .and(parts)
    }

    private mutating func negation() throws(PredicateError) -> Syntax {
        let column = current.column
        guard take(.not) else { return try test() }
        return .not(try deeper(from: column) { parser throws(PredicateError) in try parser.negation() })
    }

    private mutating func test() throws(PredicateError) -> Syntax {
        guard current.kind == .opening else { return try rest(after: operand()) }
        let column = current.column
        position += 1
        let inner = try deeper(from: column) { parser throws(PredicateError) in try parser.disjunction() }
        guard current.kind == .closing else {
            if current.kind == .end {
                throw PredicateError("the parenthesis that opens here is not closed; close it with ')'", at: column)
            }
            throw misplaced()
        }
        position += 1
        return inner
    }

    /// Parses the rest of a test, after its first operand.
    private mutating func rest(after operand: OperandSyntax) throws(PredicateError) -> Syntax {
        if case .comparison(let comparison) = current.kind {
            position += 1
            return .comparison(operand, comparison, try self.operand())
        }
        if take(.isWord) {
            let isNegated = take(.not)
            guard take(.null) else { throw expected("'null' after 'is'") }
            return isNegated ? .not(.isNull(operand)) : .isNull(operand)
        }
        guard take(.not) else { return try relation(of: operand) ?? .condition(operand) }
        guard let relation = try relation(of: operand) else {
            throw expected("'in', 'between', 'contains', 'like' or 'near' after 'not'")
        }
        return .not(relation)
    }

    private mutating func relation(of operand: OperandSyntax) throws(PredicateError) -> Syntax? {
        if take(.inWord) { return .isIn(operand, try list("a list in parentheses after 'in', such as (1, 2)")) }
        if take(.contains) { return .contains(operand, try self.operand()) }
        if take(.near) {
            return .near(operand, try list("a place in parentheses after 'near', such as (47.5, 19.0, 10)"))
        }
        if take(.like) { return .like(operand, try self.operand()) }
        guard take(.between) else { return nil }
        let low = try self.operand()
        guard take(.and) else { throw expected("'and' and the upper bound of 'between'") }
        return .between(operand, low, try self.operand())
    }

    /// - Parameter form: the expected form, for the error.
    private mutating func list(_ form: String) throws(PredicateError) -> [OperandSyntax] {
        guard current.kind == .opening else { throw expected(form) }
        position += 1
        var terms: [OperandSyntax] = []
        if current.kind != .closing {
            repeat {
                terms.append(try operand())
            } while takeComma()
        }
        guard current.kind == .closing else { throw expected("',' or ')' in the list of 'in'") }
        position += 1
        return terms
    }

    private mutating func operand() throws(PredicateError) -> OperandSyntax {
        let token = current
        let value: OperandSyntax.Value
        switch token.kind {
        case .name(let name): value = .name(name)
        case .text(let text): value = .literal(.text(text))
        case .integer(let number): value = .literal(.integer(number))
        case .real(let number): value = .literal(.real(number))
        case .keyword(.trueWord): value = .literal(.boolean(true))
        case .keyword(.falseWord): value = .literal(.boolean(false))
        case .keyword(.date):
            position += 1
            value = .literal(.date(try date()))
        case .placeholder:
            guard placeholders < ContractLimits.predicatePlaceholders else {
                throw PredicateError(
                    "a predicate has at most \(ContractLimits.predicatePlaceholders) placeholders; split the query into several fetches",
                    at: token.column)
            }
            value = .placeholder(placeholders)
            placeholders += 1
        case .keyword(.null):
            throw PredicateError(
                "nothing is equal to null; write 'is null' or 'is not null' after a property", at: token.column)
        case .opening:
            throw PredicateError(
                "expected a property or a value; parentheses enclose whole conditions", at: token.column)
        case .keyword, .comparison, .closing, .comma, .end: throw expected("a property or a value")
        }
        position += 1
        return OperandSyntax(value: value, column: token.column)
    }

    /// Reads the text after `date`, without advancing the position.
    private func date() throws(PredicateError) -> Timestamp {
        guard case .text(let text) = current.kind else {
            throw expected("a text after 'date', such as date '2024-05-01T12:00:00Z'")
        }
        guard let date = Timestamp(iso8601: text) else {
            throw PredicateError(
                "'\(quotable(text))' is not a date; write it as '2024-05-01T12:00:00Z', with 'Z' or an offset such as "
                    + "'+02:00' after the time, or as '2024-05-01'", at: current.column)
        }
        return date
    }

    /// Parses a part that is nested one level deeper, and checks the limit on levels.
    private mutating func deeper(
        from column: Int, _ body: (inout PredicateParser) throws(PredicateError) -> Syntax
    ) throws(PredicateError) -> Syntax {
        guard level < ContractLimits.predicateLevels else {
            throw PredicateError(
                "this is nested deeper than \(ContractLimits.predicateLevels) levels; remove parentheses and 'not'",
                at: column)
        }
        level += 1
        let result = try body(&self)
        level -= 1
        return result
    }

    private var current: Token { tokens[position] }

    private mutating func take(_ keyword: Keyword) -> Bool {
        guard current.kind == .keyword(keyword) else { return false }
        position += 1
        return true
    }

    private mutating func takeComma() -> Bool {
        guard current.kind == .comma else { return false }
        position += 1
        return true
    }

    private func expected(_ what: String) -> PredicateError {
        PredicateError("expected \(what), found \(current.quoted)", at: current.column)
    }

    /// Returns the error for a token that the grammar does not allow at this place.
    private func misplaced() -> PredicateError {
        var advice = "join conditions with 'and' or 'or'"
        switch current.kind {
        case .closing: advice = "there is no '(' for it"
        case .comma: advice = "commas are only allowed in the list of 'in'"
        case .comparison: advice = "to compare more than two, join comparisons with 'and'"
        case .name(let name):
            let words = Keyword.allCases.map(\.rawValue)
            if let near = nearest(to: name, among: words) { advice = "did you mean '\(near)'?" }
        case .keyword, .text, .integer, .real, .opening, .placeholder, .end: break
        }
        return PredicateError("\(current.quoted) is not allowed here; \(advice)", at: current.column)
    }
}
