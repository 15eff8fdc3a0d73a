/// The words that have a meaning in searches in addition to their text.
public struct SearchVocabulary: Sendable {
    /// The numbers of months from 1 to 12, by normalized names.
    let months: [String: Int]
    let kinds: [String: SearchKind]
    /// The names of the cameras that took the photos, each divided into words.
    let cameras: [(name: String, parts: [String])]
    let lenses: [(name: String, parts: [String])]
    /// The years that have photos; empty if unknown.
    let years: [Int]

    /// - Parameters:
    ///   - months: localized names of months, with the numbers from 1 to 12.
    ///   - kinds: localized words for kinds. English words are always included.
    public init(
        months: [String: Int] = [:], kinds: [String: SearchKind] = [:], cameras: [String] = [], lenses: [String] = [],
        years: [Int] = []
    ) {
        var names: [String: Int] = [:]
        for (index, name) in Self.englishMonths.enumerated() {
            names[name] = index + 1
            names[String(name.prefix(3))] = index + 1
        }
        for (name, month) in months { names[Self.withoutPoint(SearchTextNormalizer.folded(name))] = month }
        self.months = names
        var words: [String: SearchKind] = [:]
        for kind in SearchKind.allCases { for word in kind.englishWords { words[word] = kind } }
        for (word, kind) in kinds { words[SearchTextNormalizer.folded(word)] = kind }
        self.kinds = words
        self.cameras = cameras.map { ($0, SearchTextNormalizer.parts(of: $0)) }
        self.lenses = lenses.map { ($0, SearchTextNormalizer.parts(of: $0)) }
        self.years = years
    }

    private static let englishMonths = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]

    static func withoutPoint(_ word: String) -> String {
        var word = Substring(word)
        while word.last == "." || word.last == "," { word.removeLast() }
        return String(word)
    }

    /// Returns the number of the month with this name or abbreviation.
    func month(_ word: String) -> Int? { months[Self.withoutPoint(SearchTextNormalizer.folded(word))] }

    /// Returns the cameras and lenses with all these words in their names; nil if there are none.
    func device(_ words: [String]) -> SearchTerm? {
        guard words.allSatisfy(Self.canNameDevice) else { return nil }
        func found(_ names: [(name: String, parts: [String])]) -> [String] {
            names.filter { name in words.allSatisfy { SearchTextNormalizer.isFound($0, in: name.parts) } }.map(\.name)
        }
        let (cameras, lenses) = (found(cameras), found(lenses))
        return cameras.isEmpty && lenses.isEmpty ? nil : .device(cameras: cameras, lenses: lenses)
    }

    /// Words in the names of phone lenses. Nearly every photo would match these words.
    private static let generalWords: Set<String> = [
        "camera", "lens", "front", "back", "rear", "dual", "triple", "wide", "ultra", "digital", "mm",
    ]

    private static func canNameDevice(_ word: String) -> Bool {
        let folded = SearchTextNormalizer.folded(word)
        return folded.count > 1 && !generalWords.contains { $0.hasPrefix(folded) }
    }
}
