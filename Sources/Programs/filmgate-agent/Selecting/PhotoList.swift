import FilmgateModel
import FilmgatePrompts
import FilmgateText

/// The loaded photos, the photos that are shown, and the photos and albums that are selected.
///
/// A place is the index of a photo among the shown photos.
struct PhotoList {
    /// The maximum number of photos that can be selected; nil for any number.
    let limit: Int?
    /// The number of all photos, loaded or not.
    private(set) var total: Int
    private(set) var photos: [Photo] = []
    private(set) var filter = PhotoFilter()
    /// Whether only selected photos are shown.
    private(set) var showsChosenAlone = false
    /// The album whose photos are shown; nil if the photos of all albums are shown.
    private(set) var album: OpenAlbum?
    /// The selected albums.
    private(set) var albums: [AlbumID] = []
    /// The shown photos, as indices into `photos`.
    private(set) var shown: [Int] = []
    private(set) var groups: [PhotoGroup] = []
    /// The selected photos, each with its number in the order of selection.
    private var chosen: [AssetID: Int]
    private var choices: Int

    init(total: Int, chosen: [AssetID] = [], limit: Int? = nil) {
        self.total = total
        self.limit = limit
        self.chosen = Dictionary(chosen.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        choices = chosen.count
    }

    var isWhole: Bool { photos.count >= total }
    var count: Int { shown.count }
    var chosenCount: Int { chosen.count }
    var selection: PromptSelection {
        PromptSelection(photos: chosen.sorted { $0.value < $1.value }.map(\.key), albums: albums)
    }

    struct OpenAlbum {
        let title: String
        let photos: Set<AssetID>
    }

    subscript(place: Int) -> Photo { photos[shown[place]] }

    func isChosen(_ photo: Photo) -> Bool { chosen[photo.id] != nil }

    func group(at place: Int) -> PhotoGroup? {
        let index = groups.indices.partitioningIndex { groups[$0].range.upperBound > place }
        return groups.indices.contains(index) ? groups[index] : nil
    }

    func chosenCount(in range: Range<Int>) -> Int { range.count { isChosen(self[$0]) } }

    // MARK: Loading

    mutating func append(_ new: [Photo], total: Int) {
        let first = photos.count
        photos += new
        // An empty page ends the list.
        self.total = new.isEmpty ? photos.count : max(total, photos.count)
        show(first..<photos.count)
    }

    // MARK: Showing

    mutating func filter(by text: String) {
        let new = PhotoFilter(text)
        let old = filter
        filter = new
        if new.narrows(old) { showOnly(shown) } else { showOnly(photos.indices) }
    }

    /// Shows only the selected photos, or all photos again.
    mutating func showChosenAlone(_ alone: Bool) {
        showsChosenAlone = alone
        showOnly(photos.indices)
    }

    /// Shows only the photos of an album, or all photos again.
    mutating func open(_ album: OpenAlbum?) {
        self.album = album
        showOnly(photos.indices)
    }

    private mutating func showOnly(_ candidates: some Sequence<Int>) {
        (shown, groups) = ([], [])
        show(candidates)
    }

    private mutating func show(_ candidates: some Sequence<Int>) {
        let filters = !filter.isEmpty
        for index in candidates {
            if filters, !filter.matches(photos[index]) { continue }
            if showsChosenAlone, !isChosen(photos[index]) { continue }
            if let album, !album.photos.contains(photos[index].id) { continue }
            let place = shown.count
            if let last = shown.last, photos[last].time?.date == photos[index].time?.date {
                groups[groups.count - 1].range = groups[groups.count - 1].range.lowerBound..<(place + 1)
            } else {
                groups.append(PhotoGroup(heading: photos[index].dayText, range: place..<(place + 1)))
            }
            shown.append(index)
        }
    }

    // MARK: Choosing

    /// Selects all of these photos. If all are already selected, unselects them.
    ///
    /// - Returns: false, without a change, if the selection would exceed the limit.
    mutating func toggle(_ range: Range<Int>) -> Bool {
        if range.allSatisfy({ isChosen(self[$0]) }) {
            for place in range { chosen[self[place].id] = nil }
            return true
        }
        return choose([range])
    }

    /// Selects these photos. If the limit is one, a single new photo replaces the selected photo.
    ///
    /// - Returns: false, without a change, if the selection would exceed the limit.
    mutating func choose(_ ranges: [Range<Int>]) -> Bool {
        let new = Set(ranges.joined().map { self[$0].id }).filter { chosen[$0] == nil }
        if limit == 1, new.count == 1 { chosen = [:] }
        if let limit, chosen.count + new.count > limit { return false }
        for place in ranges.joined() where chosen[self[place].id] == nil {
            chosen[self[place].id] = choices
            choices += 1
        }
        return true
    }

    mutating func drop(_ ranges: [Range<Int>]) { for place in ranges.joined() { chosen[self[place].id] = nil } }

    mutating func dropAll() {
        chosen = [:]
        albums = []
    }

    mutating func toggle(_ album: AlbumID) {
        if let index = albums.firstIndex(of: album) { albums.remove(at: index) } else { albums.append(album) }
    }
}

/// A group of consecutive photos of one day.
struct PhotoGroup: Hashable, Sendable {
    let heading: String
    /// The places of the photos.
    var range: Range<Int>
}

extension PhotoList {
    /// Creates the list for a question, before any photo is loaded.
    init(for question: AgentPrompt) {
        self.init(total: question.assetCount, chosen: question.selection, limit: question.picker?.limit)
        if let search = question.picker?.search { filter(by: search) }
    }
}

extension AgentPrompt {
    /// The album that a picker shows first.
    var firstAlbum: AlbumSummary? {
        picker?.album.map { AlbumSummary(id: $0, title: SmartAlbum.with(ObjectID($0))?.localizedTitle ?? "", count: 0) }
    }
}

extension Range<Int> {
    /// Returns the first number for which `isLater` is true, or the upper bound. If `isLater` is true for a number, it
    /// must be true for all larger numbers.
    func partitioningIndex(_ isLater: (Int) -> Bool) -> Int {
        var (low, high) = (lowerBound, upperBound)
        while low < high {
            let middle = (low + high) / 2
            if isLater(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension AlbumSummary {
    /// The title on one line.
    var shownTitle: String { Text.singleLine(title) ?? localized("(no title)") }
}
