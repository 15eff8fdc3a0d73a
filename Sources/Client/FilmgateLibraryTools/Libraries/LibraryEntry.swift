import Filmgate
import FilmgateModel

/// The metadata that a library stores for one file.
struct LibraryEntry {
    var properties = AssetChanges()
    var fallbackDate: Timestamp?
    /// The local time when the photo was taken, which overrides the date in the file.
    var clock: CivilTime?
    /// The Exif orientation, which overrides the orientation in the file.
    private(set) var orientation: UInt32?
    var albums: [[String]] = []
    /// Whether the library lists the file as trashed. `isKept` is whether the library lists it as not trashed. Both are
    /// false if the library has no such information.
    var isTrashed = false
    var isKept = false

    /// Sets the title and the caption, without invalid characters and limited to their maximum lengths.
    mutating func set(title: String?, caption: String?) {
        properties.title = FileTextCleaner.clean(title, bytes: ContractLimits.titleBytes)
        properties.caption = FileTextCleaner.clean(caption, bytes: ContractLimits.captionBytes)
    }

    mutating func set(rating: Int64?) {
        guard let rating, (1...5).contains(rating) else { return }
        properties.rating = Int32(rating)
    }

    mutating func set(orientation: Int64?) {
        guard let orientation, (1...8).contains(orientation) else { return }
        self.orientation = UInt32(orientation)
    }

    /// Sets the location. Ignores the coordinates (0, 0).
    mutating func set(latitude: Double?, longitude: Double?) {
        guard let latitude, let longitude, let location = Location(latitude: latitude, longitude: longitude),
            !location.isOrigin
        else { return }
        properties.location = location
    }

    /// The maximum number of keyword paths to examine, twice the number of keywords that an asset can have.
    static let mostPaths = 2 * ContractLimits.keywords

    /// Sets keywords from paths, up to a limit. Omits a path that is the beginning of a longer path.
    mutating func set(keywords paths: [[String]]) {
        let paths = paths.prefix(LibraryEntry.mostPaths).map { $0.filter { !$0.isEmpty } }.filter { !$0.isEmpty }
        let longest = paths.filter { path in !paths.contains { $0.count > path.count && $0.starts(with: path) } }
        var seen: Set<String> = []
        let texts = longest.compactMap {
            FileTextCleaner.clean($0.joined(separator: "/"), bytes: ContractLimits.keywordBytes)
        }.filter { seen.insert($0).inserted }
        if !texts.isEmpty { properties.keywords = Array(texts.prefix(ContractLimits.keywords)) }
    }

    mutating func add(album path: [String]) {
        let titles = path.compactMap { FileTextCleaner.clean($0, bytes: ContractLimits.titleBytes) }
        if !titles.isEmpty, titles.count <= ContractLimits.folderLevels, !albums.contains(titles) {
            albums.append(titles)
        }
    }

    /// - Parameter seconds: the date, in seconds since 1970.
    mutating func set(fallbackDate seconds: Int64?) {
        guard let seconds, seconds != 0 else { return }
        let (microseconds, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        let date = Timestamp(rawValue: microseconds)
        if !overflow, ContractLimits.dates.contains(date) { fallbackDate = date }
    }
}
