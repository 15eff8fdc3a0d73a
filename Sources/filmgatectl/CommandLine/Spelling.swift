/// What a person may have meant by a word that means nothing.
enum Spelling {
    /// Nil where no word is near enough.
    static func nearest(to word: String, among words: [String]) -> String? {
        guard let nearest = words.map({ ($0, distance($0, word)) }).min(by: { $0.1 < $1.1 }) else { return nil }
        return nearest.1 <= 2 ? nearest.0 : nil
    }

    /// How many letters must be put in, taken out or exchanged to turn one word into the other.
    private static func distance(_ left: String, _ right: String) -> Int {
        var row = Array(0...right.count)
        for (i, a) in left.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, b) in right.enumerated() {
                let above = row[j + 1]
                row[j + 1] = min(above + 1, row[j] + 1, diagonal + (a == b ? 0 : 1))
                diagonal = above
            }
        }
        return row[right.count]
    }
}
