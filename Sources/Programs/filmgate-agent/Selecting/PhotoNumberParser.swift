/// Parses numbers of photos: `3`, `3-17`, `3,5,9-12`.
enum PhotoNumberParser {
    /// - Parameter count: the highest valid number.
    /// - Returns: ranges of places, which count from 0; nil if the text is not a list of numbers from 1 to `count`.
    static func parse(_ text: String, upTo count: Int) -> [Range<Int>]? {
        var ranges: [Range<Int>] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { number($0) }
            guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1],
                1 <= min(first, last), max(first, last) <= count
            else { return nil }
            ranges.append((min(first, last) - 1)..<max(first, last))
        }
        return ranges
    }

    private static func number(_ text: Substring) -> Int? {
        let digits = text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
        guard !digits.isEmpty, digits.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
        return Int(String(digits))
    }
}
