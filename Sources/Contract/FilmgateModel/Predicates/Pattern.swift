/// The pattern of a `like` comparison: `%` stands for any number of characters, `_` for one character. A backslash
/// makes the next `%`, `_` or backslash literal.
public struct Pattern: Hashable, Sendable {
    public let text: String

    public init(_ text: String) { self.text = text }

    /// Creates the pattern that matches only this string.
    public init(matching text: String) { self.text = Pattern.escaped(text) }

    /// Returns the pattern that matches all strings that begin with this string.
    public static func prefix(_ text: String) -> Pattern { Pattern(escaped(text) + "%") }

    /// Returns the pattern that matches all strings that end with this string.
    public static func suffix(_ text: String) -> Pattern { Pattern("%" + escaped(text)) }

    /// Creates the pattern that matches all strings that contain this string.
    public init(containing text: String) { self.text = "%" + Pattern.escaped(text) + "%" }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text.unicodeScalars {
            if ["%", "_", "\\"].contains(character) { result.unicodeScalars.append("\\") }
            result.unicodeScalars.append(character)
        }
        return result
    }
}
