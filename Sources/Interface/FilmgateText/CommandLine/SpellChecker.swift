import FilmgateModel

/// Finds known words that resemble an unknown word.
public enum SpellChecker {
    private static let most = 3

    /// Returns at most three similar words: first those that begin with the word, then the others by similarity.
    static func near(_ word: String, among words: [String]) -> [String] {
        var known: Set<String> = []
        let distances = words.filter { known.insert($0).inserted }.map { ($0, editDistance($0, word)) }
        // Short words can be similar by chance, so fewer differences are allowed.
        let reach = max(1, min(2, word.count / 2))
        let beginning = word.count > 1 ? distances.filter { $0.0.hasPrefix(word) } : []
        let similar = distances.filter { $0.1 <= reach && !$0.0.hasPrefix(word) }
        let ordered = { (left: (String, Int), right: (String, Int)) in (left.1, left.0) < (right.1, right.0) }
        return (beginning.sorted(by: ordered) + similar.sorted(by: ordered)).prefix(most).map(\.0)
    }

    /// Returns `Did you mean 'list' or 'limit'?`, or an empty array if no word is similar.
    public static func question(
        _ word: String, among words: [String], _ shown: (String) -> String = { $0 }
    ) -> [String] {
        question(offering: near(word, among: words).map(shown))
    }

    /// Returns `Did you mean 'list' or 'limit'?` for at most three of these words.
    public static func question(offering words: [String]) -> [String] {
        guard !words.isEmpty else { return [] }
        let quoted = PhraseJoiner.alternatives(words.prefix(most).map { "'\($0)'" })
        return [localized("Did you mean {words}?", ["words": quoted])]
    }
}
