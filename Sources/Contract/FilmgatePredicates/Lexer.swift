import FilmgateModel

/// Splits a predicate's text into tokens.
struct Lexer {
    private let scalars: [Unicode.Scalar]
    private var position = 0

    /// - Throws: `PredicateError` if the text is too long.
    init(_ text: String) throws(PredicateError) {
        guard text.utf8.count <= ContractLimits.predicateBytes else {
            throw PredicateError(
                "a predicate has at most \(ContractLimits.predicateBytes) bytes, and this one has \(text.utf8.count); "
                    + "pass long values as arguments of '?'", at: nil)
        }
        scalars = Array(text.unicodeScalars)
    }

    /// Returns all tokens. The last token is of the kind `end`.
    static func tokens(of text: String) throws(PredicateError) -> [Token] {
        var lexer = try Lexer(text)
        var tokens: [Token] = []
        repeat {
            tokens.append(try lexer.next())
        } while tokens.last?.kind != .end
        return tokens
    }

    private mutating func next() throws(PredicateError) -> Token {
        while let scalar = current, [" ", "\t", "\n", "\r"].contains(scalar) { position += 1 }
        let column = position + 1
        guard let scalar = current else { return Token(kind: .end, column: column) }
        switch scalar {
        case "(": return single(.opening)
        case ")": return single(.closing)
        case ",": return single(.comma)
        case "?": return single(.placeholder)
        case "'": return Token(kind: .text(try text()), column: column)
        case "=", "!", "<", ">": return Token(kind: .comparison(try comparison()), column: column)
        case "0"..."9", "-": return Token(kind: try number(), column: column)
        case let letter where letter.startsName: return word()
        default: throw unknown(scalar)
        }
    }

    private var current: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    private mutating func single(_ kind: Token.Kind) -> Token {
        position += 1
        return Token(kind: kind, column: position)
    }

    private mutating func word() -> Token {
        let start = position
        while let scalar = current, scalar.continuesName { position += 1 }
        let word = String(String.UnicodeScalarView(scalars[start..<position]))
        let kind = Keyword(rawValue: word.lowercased()).map(Token.Kind.keyword) ?? .name(word)
        return Token(kind: kind, column: start + 1)
    }

    private mutating func text() throws(PredicateError) -> String {
        let opening = position
        var content = String.UnicodeScalarView()
        position += 1
        while let scalar = current {
            position += 1
            if scalar == "'" {
                guard current == "'" else { return String(content) }
                position += 1
            }
            content.append(scalar)
        }
        throw PredicateError(
            "the text that begins here is not closed; close it with ', and write '' for a ' in it", at: opening + 1)
    }

    private mutating func comparison() throws(PredicateError) -> Comparison {
        let column = position + 1
        let start = position
        while let scalar = current, ["=", "!", "<", ">"].contains(scalar) { position += 1 }
        let sign = String(String.UnicodeScalarView(scalars[start..<position]))
        guard let comparison = Comparison(rawValue: sign) else {
            let advice =
                switch sign {
                case "==": "write '='"
                case "<>": "write '!='"
                case "!": "write 'not'"
                case "=<": "write '<='"
                case "=>": "write '>='"
                default: "the operators are =, !=, <, <=, > and >="
                }
            throw PredicateError("'\(quotable(sign))' is not an operator; \(advice)", at: column)
        }
        return comparison
    }

    private mutating func number() throws(PredicateError) -> Token.Kind {
        let start = position
        if current == "-" { position += 1 }
        guard skipDigits() else {
            throw PredicateError("a '-' must be directly before a number", at: start + 1)
        }
        var isWhole = true
        if current == "." {
            isWhole = false
            position += 1
            guard skipDigits() else { throw PredicateError("a digit must follow the '.' of a number", at: position) }
        }
        if current == "e" || current == "E" {
            isWhole = false
            position += 1
            if current == "+" || current == "-" { position += 1 }
            guard skipDigits() else { throw PredicateError("a number's exponent needs a digit", at: position) }
        }
        if let scalar = current, scalar.continuesName {
            throw PredicateError("a number ends here; put a space after it", at: position + 1)
        }
        let digits = String(String.UnicodeScalarView(scalars[start..<position]))
        if isWhole, let number = Int64(digits) { return .integer(number) }
        if !isWhole, let number = Double(digits), number.isFinite { return .real(number) }
        throw PredicateError("'\(quotable(digits))' is too large for a number", at: start + 1)
    }

    private mutating func skipDigits() -> Bool {
        let start = position
        while let scalar = current, ("0"..."9").contains(scalar) { position += 1 }
        return position > start
    }

    private func unknown(_ scalar: Unicode.Scalar) -> PredicateError {
        let advice =
            switch scalar {
            case "\"", "`", "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}":
                "write texts in single quotes, like 'this', and property names without quotes"
            case "&": "write 'and'"
            case "|": "write 'or'"
            case "%", "_", "*": "write patterns in single quotes after 'like'"
            case ".": "a number begins with a digit"
            case "+": "write a number without it"
            case ";": "there can be only one predicate"
            default: "it can only be in a text in single quotes"
            }
        let quoted = quotable(String(scalar))
        return PredicateError(
            "\(quoted.isEmpty ? "this character" : "'\(quoted)'") is not allowed here; \(advice)", at: position + 1)
    }
}

extension Unicode.Scalar {
    fileprivate var startsName: Bool { properties.isAlphabetic }

    fileprivate var continuesName: Bool {
        startsName || ("0"..."9").contains(self) || self == "-" || self == "_" || self == "."
    }
}
