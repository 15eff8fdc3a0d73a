/// Joins phrases in the person's language.
public enum PhraseJoiner {
    /// Returns `a`, `a and b`, or `a, b and c`.
    public static func joined(_ phrases: [String]) -> String {
        joined(phrases) { localized("{phrases} and {last}", $0) }
    }

    /// Returns `a`, `a or b`, or `a, b or c`.
    public static func alternatives(_ phrases: [String]) -> String {
        joined(phrases) { localized("{phrases} or {last}", $0) }
    }

    /// Joins sentences into one text.
    public static func sentences(_ sentences: [String]) -> String {
        let rest = sentences.dropFirst()
        return rest.reduce(sentences.first ?? "") { localized("{one} {next}", ["one": $0, "next": $1]) }
    }

    /// Joins clauses into a sentence: `Moved 2 photos; 1 was already there.`
    public static func clauses(_ clauses: [String]) -> String {
        localized("{sentence}.", ["sentence": clauses.joined(separator: localized("; "))])
    }

    private static func joined(_ phrases: [String], _ sentence: ([String: String]) -> String) -> String {
        guard let last = phrases.last, phrases.count > 1 else { return phrases.first ?? "" }
        let others = phrases.dropLast().joined(separator: localized(", "))
        return sentence(["phrases": others, "last": last])
    }
}
