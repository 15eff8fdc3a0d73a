/// The word that was probably meant: at most a third of its letters are others, or lie elsewhere. Nil where none is near.
func nearest(to word: String, among words: some Sequence<String>) -> String? {
    guard word.utf8.count <= 64 else { return nil }
    let word = Array(word.lowercased().unicodeScalars)
    let near = words.map { ($0, distance(word, Array($0.unicodeScalars))) }
        .filter { $0.1 <= max(1, $0.0.utf8.count / 3) && $0.1 < word.count }
    return near.min { ($0.1, $0.0) < ($1.1, $1.0) }?.0
}

/// How many letters must be put in, taken out or replaced to make one word of the other; two that changed places count once.
private func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
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
