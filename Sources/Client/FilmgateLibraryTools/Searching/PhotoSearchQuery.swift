public import Filmgate
public import FilmgateModel

/// A search for words, each of which can also mean a date, a kind of asset, a camera or a lens.
public struct PhotoSearchQuery: Sendable {
    /// The interpretations of the search. The first one uses all words only as text. The last one gives a meaning to as
    /// many words as possible.
    public let readings: [SearchInterpretation]
    private let years: [Int]

    public init(for text: String, _ vocabulary: SearchVocabulary) {
        readings = SearchParser(vocabulary).readings(of: text)
        years = vocabulary.years
    }

    /// A fetch for one interpretation.
    public struct InterpretedFetch: Sendable {
        public let request: FetchRequest<Asset>
        /// The interpretation, which determines which of the fetched assets match the search.
        public let reading: SearchInterpretation
    }

    /// Returns the fetches that together find all matches of the search among the assets of a request.
    public func parts(of request: FetchRequest<Asset>) -> [InterpretedFetch] {
        readings.map { InterpretedFetch(request: $0.request(from: request, in: years), reading: $0) }
    }

    /// Merges lists without duplicates, the newest elements first. Elements without a date come last.
    public static func newestFirst<Element>(
        _ lists: [[Element]], id: (Element) -> AssetID, date: (Element) -> Timestamp?
    ) -> [Element] {
        let filled = lists.filter { !$0.isEmpty }
        // A single list stays in the broker's order.
        guard filled.count > 1 else { return filled.first ?? [] }
        var known: Set<AssetID> = []
        let all = filled.joined().filter { known.insert(id($0)).inserted }
        return all.sorted { left, right in
            let dates = (date(left)?.rawValue ?? .min, date(right)?.rawValue ?? .min)
            return dates.0 == dates.1 ? id(left).description < id(right).description : dates.0 > dates.1
        }
    }
}

extension PhotoLibrary {
    /// Reads the vocabulary for searches: the names of cameras and lenses, and the years.
    ///
    /// - Parameters:
    ///   - request: the request for the assets that a search covers.
    ///   - months: the names of months, as in `SearchVocabulary`.
    ///   - kinds: the names of kinds, as in `SearchVocabulary`.
    public func searchVocabulary(
        of request: FetchRequest<Asset>, months: [String: Int], kinds: [String: SearchKind]
    ) async throws(PhotoLibraryError) -> SearchVocabulary {
        let cameras = try await count(request, by: .camera).map(\.value)
        let years = try await count(request, by: .year).compactMap { Int($0.value) }
        return SearchVocabulary(
            months: months, kinds: kinds, cameras: cameras, lenses: try await lenses(of: request), years: years)
    }

    /// The maximum number of lenses, below the limit of 256 values in a condition.
    private static var mostLenses: Int { 60 }

    /// Returns the names of the lenses. The broker cannot count assets by lens, so each fetch requests one asset with a
    /// lens that is not known yet.
    private func lenses(of request: FetchRequest<Asset>) async throws(PhotoLibraryError) -> [String] {
        var known: [String] = []
        let fields = AssetFields()
        while known.count < Self.mostLenses {
            let result = try await fetch(
                request.where(!fields.lens.isNil && !fields.lens.in(known)).reading([.lens]).limit(1))
            let lens = try await result.snapshot().first?.lens
            try await result.close()
            guard let lens else { break }
            known.append(lens)
        }
        return known
    }
}
