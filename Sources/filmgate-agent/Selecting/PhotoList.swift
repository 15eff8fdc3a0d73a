internal import FilmgateFrontEnd
internal import FilmgateModel
internal import FilmgateText

/// What was chosen, in the order of choosing: photos, and albums as they are at any time.
struct Chosen: Hashable, Sendable {
    var photos: [AssetID] = []
    var albums: [AlbumID] = []

    var isEmpty: Bool { photos.isEmpty && albums.isEmpty }

    /// `12 photos and 1 album`
    var text: String {
        switch (photos.isEmpty, albums.isEmpty) {
        case (_, true): Text.photos(photos.count)
        case (true, false): Text.albums(albums.count)
        case (false, false): "\(Text.photos(photos.count)) and \(Text.albums(albums.count))"
        }
    }
}

/// The photos that may be chosen, as far as they have come, and which of them are.
///
/// Places are those among what the filter lets through, from 0.
struct PhotoList {
    let grouping: any Grouping
    /// The most that may be chosen; nil: any number.
    let limit: Int?
    /// How many there are in all; the list is whole when so many have come.
    private(set) var total: Int
    private(set) var photos: [Photo] = []
    private(set) var filter = Filter()
    /// Whether only what is chosen is shown.
    private(set) var showsChosenAlone = false
    /// The album whose photos alone are shown.
    private(set) var album: OpenAlbum?
    /// Albums that are chosen as such.
    private(set) var albums: [AlbumID] = []
    /// Indices into `photos`.
    private(set) var shown: [Int] = []
    private(set) var groups: [PhotoGroup] = []
    /// What is chosen, each with its place in the order of choosing.
    private var chosen: [AssetID: Int]
    private var choices: Int

    init(total: Int, chosen: [AssetID] = [], limit: Int? = nil, grouping: any Grouping = DayGrouping()) {
        self.total = total
        self.limit = limit
        self.grouping = grouping
        self.chosen = Dictionary(chosen.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        choices = chosen.count
    }

    var isWhole: Bool { photos.count >= total }
    var count: Int { shown.count }
    var chosenCount: Int { chosen.count }
    var selection: Chosen { Chosen(photos: chosen.sorted { $0.value < $1.value }.map(\.key), albums: albums) }

    /// An album and what is in it.
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

    func chosenCount(in range: Range<Int>) -> Int {
        range.count { isChosen(self[$0]) }
    }

    // MARK: What comes in

    /// Takes the next photos, in their order.
    mutating func append(_ new: [Photo], total: Int) {
        let first = photos.count
        photos += new
        // A page without any ends the list, whatever was promised.
        self.total = new.isEmpty ? photos.count : max(total, photos.count)
        show(first..<photos.count)
    }

    // MARK: What is shown

    mutating func filter(by text: String) {
        let new = Filter(text)
        let old = filter
        filter = new
        if new.narrows(old) { narrow() } else { showAll() }
    }

    /// Shows what is chosen alone, or everything again.
    mutating func showChosenAlone(_ alone: Bool) {
        showsChosenAlone = alone
        showAll()
    }

    /// Shows the photos of an album alone, or all again.
    mutating func open(_ album: OpenAlbum?) {
        self.album = album
        showAll()
    }

    private mutating func narrow() {
        let candidates = shown
        shown = []
        groups = []
        show(candidates)
    }

    private mutating func showAll() {
        shown = []
        groups = []
        show(photos.indices)
    }

    private mutating func show(_ candidates: some Sequence<Int>) {
        let filters = !filter.isEmpty
        for index in candidates {
            if filters, !filter.matches(photos[index]) { continue }
            if showsChosenAlone, !isChosen(photos[index]) { continue }
            if let album, !album.photos.contains(photos[index].id) { continue }
            let place = shown.count
            if let last = shown.last, grouping.isSameGroup(photos[last], photos[index]) {
                groups[groups.count - 1].range = groups[groups.count - 1].range.lowerBound..<(place + 1)
            } else {
                groups.append(PhotoGroup(heading: grouping.heading(of: photos[index]), range: place..<(place + 1)))
            }
            shown.append(index)
        }
    }

    // MARK: Choosing

    /// Chooses all of these; where all are chosen already, none of them.
    ///
    /// - Returns: false where the limit does not allow so many; then nothing changes.
    mutating func toggle(_ range: Range<Int>) -> Bool {
        if range.allSatisfy({ isChosen(self[$0]) }) {
            for place in range { chosen[self[place].id] = nil }
            return true
        }
        return choose([range])
    }

    /// - Returns: false where the limit does not allow so many; then nothing changes. A single one takes the place of
    ///   another where one is the limit.
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

    mutating func drop(_ ranges: [Range<Int>]) {
        for place in ranges.joined() { chosen[self[place].id] = nil }
    }

    mutating func dropAll() {
        chosen = [:]
        albums = []
    }

    /// Chooses an album as such, or takes it back.
    mutating func toggle(_ album: AlbumID) {
        if let index = albums.firstIndex(of: album) { albums.remove(at: index) } else { albums.append(album) }
    }
}

extension Range<Int> {
    /// The first number that fulfils what all later ones do too; the upper bound where none does.
    func partitioningIndex(_ isLater: (Int) -> Bool) -> Int {
        var (low, high) = (lowerBound, upperBound)
        while low < high {
            let middle = (low + high) / 2
            if isLater(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
