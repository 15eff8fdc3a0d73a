/// Returns the minimum number of letter insertions, deletions, replacements and adjacent swaps between two words.
public func editDistance(_ left: String, _ right: String) -> Int {
    let (left, right) = (Array(left.unicodeScalars), Array(right.unicodeScalars))
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
