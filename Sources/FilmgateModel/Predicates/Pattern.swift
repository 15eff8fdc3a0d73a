/// What `like` compares a text with: `%` stands for any number of characters, `_` for one, and a backslash before one of the three
/// has it stand for itself.
public struct Pattern: Hashable, Sendable {
    public let text: String

    public init(_ text: String) { self.text = text }

    /// The pattern that this text alone is of.
    public init(matching text: String) { self.text = Pattern.escaped(text) }

    /// Of all texts that begin with this one.
    public static func prefix(_ text: String) -> Pattern { Pattern(escaped(text) + "%") }

    /// Of all texts that end with this one.
    public static func suffix(_ text: String) -> Pattern { Pattern("%" + escaped(text)) }

    /// Of all texts that have this one within them.
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
