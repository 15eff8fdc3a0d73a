import Filmgate
import FilmgateLibraryTools
import FilmgateText

extension PhotoLibrary {
    /// Returns the words to which a search gives a meaning, such as the names of months, kinds of photos and cameras.
    func searchVocabulary(of request: FetchRequest<Asset>) async throws(PhotoLibraryError) -> SearchVocabulary {
        let months = LocalizedSearchWords.months
        let kinds = LocalizedSearchWords.kinds.compactMapValues(SearchKind.init(rawValue:))
        do { return try await searchVocabulary(of: request, months: months, kinds: kinds) } catch {
            // Without the right to read cameras, only months and kinds are interpreted.
            guard case .invalidArgument = error.cause else { throw error }
            return SearchVocabulary(months: months, kinds: kinds)
        }
    }

    /// Returns the results of a search, the newest first.
    func assets(
        that search: PhotoSearchQuery, findsIn request: FetchRequest<Asset>
    ) async throws(PhotoLibraryError) -> [AssetID] {
        var lists: [[Asset]] = []
        for part in search.parts(of: request.reading([.creationDate, .clockOffset])) {
            let found = try await all(part.request)
            lists.append(
                found.filter { part.reading.contains($0.creationTimestamp, clockOffset: $0.clockOffset) })
        }
        return PhotoSearchQuery.newestFirst(lists, id: \.id, date: \.creationTimestamp).map(\.id)
    }
}

/// The assets with these identifiers, in this order, read page by page. Leaves out deleted assets.
struct IdentifiedAssets: AsyncSequence {
    let ids: [AssetID]
    let library: PhotoLibrary
    /// Adds the properties to read to a request.
    let read: (FetchRequest<Asset>) -> FetchRequest<Asset>

    func makeAsyncIterator() -> Iterator { Iterator(parts: ids.batches(of: 500)[...], library: library, read: read) }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate var parts: ArraySlice<[AssetID]>
        fileprivate let library: PhotoLibrary
        fileprivate let read: (FetchRequest<Asset>) -> FetchRequest<Asset>
        fileprivate var page: ArraySlice<Asset> = []

        mutating func next() async throws -> Asset? {
            while page.isEmpty, let part = parts.popFirst() {
                page = try await library.all(read(.assets(withIdentifiers: part).includingHidden))[...]
            }
            return page.popFirst()
        }
    }
}
