public import Filmgate
import FilmgateModel

/// A suggestion that can complete the text of a search.
public struct SearchSuggestion: Hashable, Sendable {
    /// The kind of value that a suggestion comes from.
    public enum Source: CaseIterable, Sendable {
        case year, place, camera, keyword, kind
    }

    public let text: String
    public let source: Source
    /// The number of photos that a search for the suggestion finds.
    public let count: Int
    private let folded: String

    public init(_ text: String, _ source: Source, count: Int) {
        (self.text, self.source, self.count) = (text, source, count)
        folded = SearchTextNormalizer.folded(text)
    }

    /// The maximum number of words at the end of a search that are compared with a suggestion.
    private static let mostWords = 4

    /// Returns suggestions for the last words of a search, the best suggestion first.
    public static func suggestions(for text: String, from all: [SearchSuggestion], most: Int) -> [SearchSuggestion] {
        guard let last = typed(in: text) else { return [] }
        var found: [(suggestion: SearchSuggestion, rank: Int)] = []
        for suggestion in all {
            guard let rank = last.compactMap({ suggestion.rank(for: SearchTextNormalizer.folded($0)) }).min() else {
                continue
            }
            found.append((suggestion, rank))
        }
        found.sort { left, right in
            (left.rank, -left.suggestion.count, left.suggestion.text)
                < (right.rank, -right.suggestion.count, right.suggestion.text)
        }
        var known: Set<String> = []
        return Array(found.map(\.suggestion).filter { known.insert($0.folded).inserted }.prefix(most))
    }

    /// Returns the text with its matching last words replaced by this suggestion.
    public func replacing(in text: String) -> String {
        guard let typed = Self.typed(in: text)?.first(where: { rank(for: SearchTextNormalizer.folded($0)) != nil })
        else {
            return text
        }
        return String(text.dropLast(typed.count)) + self.text
    }

    /// Returns the last four words of the text, the last three, and so on; nil if it is empty or ends with white space.
    private static func typed(in text: String) -> [Substring]? {
        guard let end = text.last, !end.isWhitespace else { return nil }
        var starts: [String.Index] = []
        var index = text.endIndex
        while starts.count < mostWords {
            let before = text[..<index]
            let start = before.lastIndex(where: \.isWhitespace).map { text.index(after: $0) } ?? text.startIndex
            starts.append(start)
            guard start > text.startIndex, let end = text[..<start].lastIndex(where: { !$0.isWhitespace }) else {
                break
            }
            index = text.index(after: end)
        }
        return starts.reversed().map { text[$0...] }
    }

    /// Returns 0 if the suggestion begins with the text, 1 if another word of the suggestion begins with the text, and
    /// nil if not. Also returns nil if the text is the whole suggestion.
    private func rank(for typed: String) -> Int? {
        guard !typed.isEmpty, typed != folded else { return nil }
        if folded.hasPrefix(typed) { return 0 }
        return folded.contains(" " + typed) ? 1 : nil
    }
}

extension PhotoLibrary {
    /// Returns all suggestions for searches among the assets of a request.
    ///
    /// - Parameter title: returns the localized name of a kind.
    public func searchSuggestions(
        of request: FetchRequest<Asset>, title: (SearchKind) -> String
    ) async throws(PhotoLibraryError) -> [SearchSuggestion] {
        var suggestions: [SearchSuggestion] = []
        for (property, source) in [
            (CountedProperty.year, SearchSuggestion.Source.year), (.place, .place), (.camera, .camera),
            (.keyword, .keyword),
        ] {
            for value in try await count(request, by: property) {
                suggestions.append(SearchSuggestion(value.value, source, count: Int(value.count)))
            }
        }
        for property in [CountedProperty.mediaType, .subtype, .favorite] {
            for value in try await count(request, by: property) {
                guard let kind = SearchKind(counted: value.value) else { continue }
                suggestions.append(SearchSuggestion(title(kind), .kind, count: Int(value.count)))
            }
        }
        let all = try await total(of: request)
        let rest = try await total(of: request.inNoAlbum)
        if rest > 0, rest < all { suggestions.append(SearchSuggestion(title(.inNoAlbum), .kind, count: rest)) }
        return suggestions
    }

    private func total(of request: FetchRequest<Asset>) async throws(PhotoLibraryError) -> Int {
        try await count(request, by: .mediaType).reduce(0) { $0 + Int($1.count) }
    }
}

extension SearchKind {
    /// Returns the kind for a value of `CountBy`; nil for values without a kind.
    fileprivate init?(counted value: String) {
        switch value {
        case "video": self = .videos
        case "true": self = .favorites
        case "panorama": self = .panoramas
        case "screenshot": self = .screenshots
        case "burst": self = .bursts
        case "live", "animated", "raw", "depth", "hdr", "slow-motion", "time-lapse":
            guard let kind = SearchKind(rawValue: value) else { return nil }
            self = kind
        default: return nil
        }
    }
}
