/// A parser that finds the possible interpretations of a search.
///
/// Each word is text, and some words can also mean a date, a kind, a camera or a lens. A search returns the results
/// of all interpretations, so it never finds less than a search for the text alone.
public struct SearchParser: Sendable {
    private let vocabulary: SearchVocabulary

    /// The maximum number of interpretations, each of which needs a separate fetch.
    private static let mostReadings = 16
    private static let mostWordsOfKind = 3
    private static let mostWordsOfDevice = 4

    public init(_ vocabulary: SearchVocabulary) { self.vocabulary = vocabulary }

    /// Consecutive words, with the meanings that they can have in addition to their text.
    private struct Segment {
        let words: [String]
        var meanings: [[SearchTerm]]
    }

    /// Returns all interpretations. The first one uses all words as text. The last one gives a meaning to as many words
    /// as possible.
    public func readings(of text: String) -> [SearchInterpretation] {
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        var readings = [SearchInterpretation()]
        var segments = segments(of: words)
        // If there are too many interpretations, uses words only as text, beginning with the last words.
        while segments.reduce(1, { $0 * (1 + $1.meanings.count) }) > Self.mostReadings,
            let index = segments.lastIndex(where: { !$0.meanings.isEmpty })
        { segments[index].meanings = [] }
        for segment in segments {
            let asText = readings.map { $0.adding(words: segment.words) }
            let asTerms = segment.meanings.flatMap { terms in readings.map { $0.adding(terms: terms) } }
            readings = asText + asTerms
        }
        return readings
    }

    private func segments(of words: [String]) -> [Segment] {
        var segments: [Segment] = []
        var rest = words[...]
        while !rest.isEmpty {
            let found = [
                SearchDateParser(vocabulary: vocabulary).date(at: rest), kind(at: rest), device(at: rest),
            ].compactMap { $0 }
            let count = found.map(\.count).max() ?? 1
            let meanings = found.filter { $0.count == count }.map(\.terms)
            segments.append(Segment(words: Array(rest.prefix(count)), meanings: meanings))
            rest = rest.dropFirst(count)
        }
        return segments
    }

    private func kind(at words: ArraySlice<String>) -> (count: Int, terms: [SearchTerm])? {
        for count in (1...Self.mostWordsOfKind).reversed() where count <= words.count {
            let phrase = SearchTextNormalizer.folded(words.prefix(count).joined(separator: " "))
            if let kind = vocabulary.kinds[phrase] { return (count, [.kind(kind)]) }
        }
        return nil
    }

    private func device(at words: ArraySlice<String>) -> (count: Int, terms: [SearchTerm])? {
        for count in (1...Self.mostWordsOfDevice).reversed() where count <= words.count {
            if let device = vocabulary.device(Array(words.prefix(count))) { return (count, [device]) }
        }
        return nil
    }
}
