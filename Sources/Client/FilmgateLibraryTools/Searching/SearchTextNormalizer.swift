/// The normalization of text that makes searches ignore case, accents and hyphens.
public enum SearchTextNormalizer {
    /// Returns the text in lower case, without accents, and with single spaces instead of hyphens and white space.
    public static func folded(_ text: some StringProtocol) -> String {
        let plain = String(text.lowercased().map { bases[$0] ?? $0 })
        return plain.split { $0.isWhitespace || $0 == "-" || $0 == "‑" }.joined(separator: " ")
    }

    /// Returns the sequences of letters and digits in a string, after normalization.
    static func parts(of text: String) -> [String] {
        folded(text).split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    /// Returns whether each part of the word is a prefix of a part of the text.
    static func isFound(_ word: String, in text: [String]) -> Bool {
        let parts = parts(of: word)
        return !parts.isEmpty && parts.allSatisfy { part in text.contains { $0.hasPrefix(part) } }
    }

    /// Latin letters with accents, and their base letters. Swift compares characters by canonical equivalence, so
    /// precomposed and decomposed letters are found.
    private static let bases: [Character: Character] = {
        var bases: [Character: Character] = [:]
        let marks: [Unicode.Scalar] = [
            "\u{300}", "\u{301}", "\u{302}", "\u{303}", "\u{304}", "\u{306}", "\u{307}", "\u{308}", "\u{30A}",
            "\u{30B}", "\u{30C}", "\u{323}", "\u{327}", "\u{328}",
        ]
        for letter in "abcdefghijklmnopqrstuvwxyz" {
            for mark in marks { bases[Character(String(letter) + String(Character(mark)))] = letter }
        }
        return bases
    }()
}
