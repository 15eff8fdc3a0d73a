import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgateText

/// Finds the towns in which the photos of each day or month were taken, for the headings. Reads all visible sections
/// together, when the person stops scrolling.
final class SectionTowns {
    /// A day or a month.
    struct Section: Hashable {
        let unit: SectionUnit
        /// The number that the unit gives the section.
        let number: Int64
    }

    /// Called when the known towns have changed.
    var onRead: () -> Void = {}
    /// Returns photos of the same section as the photo at `position`.
    var photos: (_ unit: SectionUnit, _ position: Int) -> [AssetID] = { _, _ in [] }

    private let library: PhotoLibrary
    private var known: [Section: [String]] = [:]
    /// The sections whose towns were requested since the list of photos last changed.
    private var requested: Set<Section> = []
    private var waiting: [(section: Section, position: Int)] = []
    private var pausing: Timeout?
    private var reading: Task<Void, Never>?
    /// The number of the list of photos, of which the towns are known.
    private var listNumber = 0

    /// The time without a new request after which the waiting sections are read, in milliseconds.
    private static let pause: UInt32 = 100
    /// The maximum number of waiting sections. A view shows fewer sections at once.
    private static let mostSections = 50
    /// The maximum number of photos of one section whose places are read.
    static let mostPhotos = 50
    /// The maximum number of towns in a heading.
    static let mostTowns = 2

    init(_ library: PhotoLibrary) { self.library = library }

    /// Returns the heading of a section, with its towns if they are known. Otherwise requests the towns.
    ///
    /// - Parameter position: the position of a photo of that section.
    func heading(_ text: String, of section: Section, at position: Int) -> String {
        if requested.insert(section).inserted { request(section, position) }
        return Self.heading(text, in: known[section] ?? [])
    }

    /// Returns a heading with a date and towns.
    static func heading(_ text: String, in towns: [String]) -> String {
        guard !towns.isEmpty else { return text }
        let places = towns.prefix(mostTowns).joined(separator: ", ") + (towns.count > mostTowns ? "…" : "")
        return localized("{date} · {places}", ["date": text, "places": places])
    }

    /// Discards the requests after the list of photos has changed.
    func renew() {
        requested = []
        waiting = []
    }

    /// Discards all towns and requests before a different list is shown.
    func clear() {
        renew()
        known = [:]
        listNumber += 1
    }

    private func request(_ section: Section, _ position: Int) {
        waiting.append((section, position))
        // The oldest waiting section is no longer in view.
        if waiting.count > Self.mostSections { requested.remove(waiting.removeFirst().section) }
        pausing?.cancel()
        pausing = MainLoop.after(milliseconds: Self.pause) { [weak self] in self?.read() }
    }

    private func read() {
        let sections = waiting.map { ($0.section, photos($0.section.unit, $0.position)) }
        waiting = []
        let ids = sections.flatMap(\.1)
        guard !ids.isEmpty else { return }
        let library = library
        let (before, list) = (reading, listNumber)
        reading = Task {
            await before?.value
            guard list == listNumber else { return }
            let request = FetchRequest<Asset>.assets(withIdentifiers: ids).includingHidden.reading([.place, .location])
            // If the places cannot be read, the headings contain only the dates.
            guard let found = try? await library.fetch(request).snapshot() else { return }
            let places = await Self.places(of: found.map { ($0.id, $0.place, $0.location) })
            guard list == listNumber else { return }
            let old = known
            for (section, ids) in sections { known[section] = Self.mostFrequent(ids.compactMap { places[$0] }) }
            if known != old { onRead() }
        }
    }

    /// Returns the towns of photos. For a photo without a place from the broker, searches `TownList`, which is slow.
    @concurrent
    private nonisolated static func places(
        of photos: [(id: AssetID, place: String?, location: Location?)]
    ) async -> [AssetID: String] {
        let towns = await TownList.installed()
        // To save searches, photos in the same cell of a hundredth of a degree get the same town.
        var nearby: [[Int]: String?] = [:]
        var places: [AssetID: String] = [:]
        for photo in photos {
            if let place = photo.place {
                places[photo.id] = place
            } else if let towns, let location = photo.location {
                let cell = [Int(location.latitude * 100), Int(location.longitude * 100)]
                let name = nearby[cell] ?? towns.nearest(to: location)
                nearby[cell] = .some(name)
                places[photo.id] = name
            }
        }
        return places
    }

    /// Returns the names without duplicates, the most frequent first.
    static func mostFrequent(_ names: [String]) -> [String] {
        var counts: [String: Int] = [:]
        for name in names.compactMap({ Text.singleLine($0) }) { counts[name, default: 0] += 1 }
        return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    }
}
