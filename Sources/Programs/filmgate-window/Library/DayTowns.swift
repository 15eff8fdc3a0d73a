import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgateText

/// The towns in which the photos of a day were taken, for the heading of the day. Reads the towns of all days in view
/// at once, when the view has stopped.
final class DayTowns {
    /// Called when the towns of days in view have been read.
    var onRead: () -> Void = {}
    /// Returns photos of the day to which the photo at a position belongs.
    var photos: (_ position: Int) -> [AssetID] = { _ in [] }

    private let library: PhotoLibrary
    /// The towns of each day, by the number of the day.
    private var known: [Int64: [String]] = [:]
    /// The days whose towns were requested since the list changed.
    private var requested: Set<Int64> = []
    private var waiting: [(day: Int64, position: Int)] = []
    private var pausing: Timeout?
    private var reading: Task<Void, Never>?

    /// The time without a new day in view after which the towns are read, in milliseconds.
    private static let pause: UInt32 = 100
    /// The maximum number of days that wait, which is more than a view shows.
    private static let mostDays = 50
    /// The maximum number of photos of a day whose places are read.
    static let mostPhotos = 50
    /// The maximum number of towns in a heading.
    static let mostTowns = 2

    init(_ library: PhotoLibrary) { self.library = library }

    isolated deinit { reading?.cancel() }

    /// Returns the heading of a day, with its towns if they are known.
    ///
    /// - Parameter position: the position of a photo of that day.
    func heading(_ text: String, of day: Int64, at position: Int) -> String {
        if requested.insert(day).inserted { request(day, position) }
        return Self.heading(text, in: known[day] ?? [])
    }

    /// Returns a heading that names towns.
    static func heading(_ text: String, in towns: [String]) -> String {
        guard !towns.isEmpty else { return text }
        let places = towns.prefix(mostTowns).joined(separator: ", ") + (towns.count > mostTowns ? "…" : "")
        return localized("{date} · {places}", ["date": text, "places": places])
    }

    /// Drops the requests, because the list and with it the photos of the days have changed.
    func renew() {
        requested = []
        waiting = []
    }

    /// Drops everything, because another list is shown.
    func clear() {
        renew()
        known = [:]
        reading?.cancel()
    }

    private func request(_ day: Int64, _ position: Int) {
        waiting.append((day, position))
        // Drops the oldest day, which is out of view by now.
        if waiting.count > Self.mostDays { requested.remove(waiting.removeFirst().day) }
        pausing?.cancel()
        pausing = MainLoop.after(milliseconds: Self.pause) { [weak self] in self?.read() }
    }

    private func read() {
        let days = waiting.map { ($0.day, photos($0.position)) }
        waiting = []
        let ids = days.flatMap(\.1)
        guard !ids.isEmpty else { return }
        let library = library
        let before = reading
        reading = Task {
            await before?.value
            let request = FetchRequest<Asset>.assets(withIdentifiers: ids).includingHidden.reading([.place, .location])
            // Without the places, headings have only the dates.
            guard let found = try? await library.fetch(request).snapshot(), !Task.isCancelled else { return }
            let places = await Self.places(of: found.map { ($0.id, $0.place, $0.location) })
            guard !Task.isCancelled else { return }
            let old = known
            for (day, ids) in days { known[day] = Self.mostFrequent(ids.compactMap { places[$0] }) }
            if known != old { onRead() }
        }
    }

    /// Returns the towns that the broker knows, or else the towns of the window's list, which takes long to search.
    @concurrent
    private nonisolated static func places(
        of photos: [(id: AssetID, place: String?, location: Location?)]
    ) async -> [AssetID: String] {
        let towns = await TownList.installed()
        // Photos within a hundredth of a degree get the same town.
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

    /// Returns each name once, the most frequent first.
    static func mostFrequent(_ names: [String]) -> [String] {
        var counts: [String: Int] = [:]
        for name in names.compactMap({ Text.singleLine($0) }) { counts[name, default: 0] += 1 }
        return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    }
}
