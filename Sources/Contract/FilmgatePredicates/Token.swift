import FilmgateModel

/// A word or symbol in a predicate's text, with its column.
struct Token: Hashable {
    enum Kind: Hashable {
        case keyword(Keyword)
        /// The name of a property, or an unknown word.
        case name(String)
        case text(String)
        case integer(Int64)
        case real(Double)
        case comparison(Comparison)
        case opening, closing, comma, placeholder, end
    }

    let kind: Kind
    let column: Int

    /// The token's form in error messages.
    var quoted: String {
        switch kind {
        case .keyword(let keyword): "'\(keyword.rawValue)'"
        case .name(let name): "'\(quotable(name))'"
        case .text(let text): "the text '\(quotable(text))'"
        case .integer(let number): "the number \(number)"
        case .real(let number): "the number \(number)"
        case .comparison(let comparison): "'\(comparison.rawValue)'"
        case .opening: "'('"
        case .closing: "')'"
        case .comma: "','"
        case .placeholder: "'?'"
        case .end: "the end of the predicate"
        }
    }
}

/// The reserved words, which can be in upper or lower case.
enum Keyword: String, CaseIterable {
    case and, or, not
    case isWord = "is"
    case null
    case inWord = "in"
    case between, contains, like, near
    case trueWord = "true"
    case falseWord = "false"
    case date
}
