/// What a person may have meant by a word that means nothing.
enum Spelling {
    private static let most = 3

    /// The nearest words, the nearest first, at most three; none if no word is near.
    static func near(_ word: String, among words: [String]) -> [String] {
        var known: Set<String> = []
        let distances = words.filter { known.insert($0).inserted }.map { ($0, distance($0, word)) }
        // A short word has no two letters in common with anything by chance.
        let reach = max(1, min(2, word.count / 2))
        let beginning = word.count > 1 ? distances.filter { $0.0.hasPrefix(word) } : []
        let similar = distances.filter { $0.1 <= reach && !$0.0.hasPrefix(word) }
        let ordered = { (left: (String, Int), right: (String, Int)) in (left.1, left.0) < (right.1, right.0) }
        return (beginning.sorted(by: ordered) + similar.sorted(by: ordered)).prefix(most).map(\.0)
    }

    /// ` Did you mean 'list' or 'limit'?`, with a blank before it; empty if no word is near.
    static func question(_ word: String, among words: [String], _ shown: (String) -> String = { $0 }) -> String {
        let quoted = near(word, among: words).map { "'\(shown($0))'" }
        guard let last = quoted.last else { return "" }
        let others = quoted.dropLast().joined(separator: ", ")
        return " Did you mean \(others.isEmpty ? last : "\(others) or \(last)")?"
    }

    /// How many letters must be put in, taken out, exchanged or swapped to turn one word into the other.
    private static func distance(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left), Array(right))
        var before: [Int] = []
        var row = Array(0...right.count)
        for (i, letter) in left.enumerated() {
            var next = [i + 1]
            for (j, other) in right.enumerated() {
                var best = min(next[j] + 1, row[j + 1] + 1, row[j] + (letter == other ? 0 : 1))
                if i > 0, j > 0, letter == right[j - 1], left[i - 1] == other { best = min(best, before[j - 1] + 1) }
                next.append(best)
            }
            (before, row) = (row, next)
        }
        return row[right.count]
    }
}
