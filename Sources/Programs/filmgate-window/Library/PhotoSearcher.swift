import Filmgate
import FilmgateLibraryTools
import FilmgateModel
import FilmgatePrompts
import FilmgateText

/// Searches for assets in a part of the library, and updates the results when the library changes.
final class PhotoSearcher {
    private let photos: LibraryPhotoSource
    private var words: Task<SearchVocabulary, Never>?
    private var searching: Task<Void, Never>?
    private var feeds: [AssetListReader] = []
    /// The last result of each feed; nil before the first result.
    private var lists: [[ListedAsset]?] = []
    /// The current search, with the possible meanings of its words.
    private(set) var search: PhotoSearchQuery?

    init(of photos: LibraryPhotoSource) { self.photos = photos }

    isolated deinit { stop() }

    /// Starts to read the search vocabulary, such as camera names, of a part of the library.
    func begin(in request: FetchRequest<Asset>) {
        let library = photos.library
        words = Task {
            let months = LocalizedSearchWords.months
            let kinds = LocalizedSearchWords.kinds.compactMapValues(SearchKind.init(rawValue:))
            // If the names of cameras cannot be read, a search still finds text, dates and kinds.
            let read = try? await library.searchVocabulary(of: request, months: months, kinds: kinds)
            return read ?? SearchVocabulary(months: months, kinds: kinds)
        }
    }

    /// Starts a search, and stops the previous search.
    ///
    /// - Parameters:
    ///   - isByDate: whether to sort the results by date, newest first. Otherwise, they have the order of the request.
    ///   - show: called with the assets, and again after each change. After an error, it is not called again.
    func follow(
        _ text: String, in request: FetchRequest<Asset>, isByDate: Bool,
        _ show: @escaping (Result<[ListedAsset], any Error>) -> Void
    ) {
        stop()
        if words == nil { begin(in: request) }
        let words = words
        searching = Task { [weak self] in
            guard let vocabulary = await words?.value, !Task.isCancelled else { return }
            self?.follow(PhotoSearchQuery(for: text, vocabulary), in: request, isByDate: isByDate, show)
        }
    }

    func stop() {
        searching?.cancel()
        (searching, search) = (nil, nil)
        for feed in feeds { feed.stop() }
        (feeds, lists) = ([], [])
    }

    private func follow(
        _ search: PhotoSearchQuery, in request: FetchRequest<Asset>, isByDate: Bool,
        _ show: @escaping (Result<[ListedAsset], any Error>) -> Void
    ) {
        self.search = search
        let parts = search.parts(of: request)
        // A single list already has the order of the request.
        let isOrdered = !isByDate && parts.count > 1
        let requests = parts.map(\.request) + (isOrdered ? [request] : [])
        feeds = requests.map { _ in AssetListReader(of: photos) }
        lists = requests.map { _ in nil }
        for (index, feed) in feeds.enumerated() {
            feed.follow(requests[index]) { [weak self] result in
                guard let self, feeds.indices.contains(index), feeds[index] === feed else { return }
                switch result {
                case .failure(let error):
                    stop()
                    show(.failure(error))
                case .success(let assets):
                    let reading = index < parts.count ? parts[index].reading : nil
                    let isExact = reading?.hasDate != true
                    lists[index] =
                        isExact
                        ? assets
                        : assets.filter { reading?.contains($0.creationDate, clockOffset: $0.clockOffset) == true }
                    let lists = lists.compactMap(\.self)
                    guard lists.count == self.lists.count else { return }
                    show(.success(isOrdered ? Self.inOrder(lists) : Self.newestFirst(lists)))
                }
            }
        }
    }

    private static func newestFirst(_ lists: [[ListedAsset]]) -> [ListedAsset] {
        PhotoSearchQuery.newestFirst(lists, id: \.id, date: \.creationDate)
    }

    /// - Parameter lists: the results of the searches, followed by the whole list in the order of the request.
    private static func inOrder(_ lists: [[ListedAsset]]) -> [ListedAsset] {
        let found = Set(lists.dropLast().joined().lazy.map(\.id))
        return lists.last?.filter { found.contains($0.id) } ?? []
    }
}
