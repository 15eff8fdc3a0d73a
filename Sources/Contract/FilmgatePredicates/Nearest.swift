import FilmgateModel

/// Returns the most similar word; nil if no word is similar. One letter, or up to a third of the letters, may differ.
func nearest(to word: String, among words: some Sequence<String>) -> String? {
    guard word.utf8.count <= 64 else { return nil }
    let word = word.lowercased()
    let near = words.map { ($0, editDistance(word, $0)) }
        .filter { $0.1 <= max(1, $0.0.utf8.count / 3) && $0.1 < word.unicodeScalars.count }
    return near.min { ($0.1, $0.0) < ($1.1, $1.0) }?.0
}
