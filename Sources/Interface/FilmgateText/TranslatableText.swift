/// A string in two languages: English for programs and manual pages, and the person's language for the person.
public struct TranslatableText: ExpressibleByStringLiteral, Hashable, Sendable {
    private struct Fragment: Hashable {
        let text: String
        let values: [String: String]
    }

    private var parts: [Fragment]

    /// - Parameter values: the values for the placeholders, which are names in braces, as in `localized`.
    public init(_ text: String, _ values: [String: String] = [:]) { parts = [Fragment(text: text, values: values)] }

    public init(stringLiteral text: String) { self.init(text) }

    /// Creates a string that is the same in all languages, such as a reason that the broker gave.
    public init(verbatim text: String) { self.init("{text}", ["text": text]) }

    public var english: String { parts.map { Localized.filled($0.text, $0.values) }.joined(separator: " ") }

    public var translation: String { PhraseJoiner.sentences(parts.map { localized($0.text, $0.values) }) }

    /// The strings to translate, without their values.
    public var messages: [String] { parts.map(\.text) }

    /// Joins two strings, which must be whole sentences.
    public static func + (left: TranslatableText, right: TranslatableText) -> TranslatableText {
        var whole = left
        whole.parts += right.parts
        return whole
    }
}
