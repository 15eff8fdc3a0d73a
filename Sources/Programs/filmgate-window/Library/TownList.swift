import FilmgateGTK
import FilmgateLibraryTools
import FilmgateModel
import FilmgateSystem
import Glibc

/// The world's towns with more than 15,000 inhabitants, from a GeoNames file.
nonisolated struct TownList: Sendable {
    private struct Town {
        let name: String
        let latitude: Float
        let longitude: Float
        /// The name in lower case, without accents.
        let folded: String
        let country: String
        let population: Int
    }

    /// A town that a search has found.
    struct Found: Equatable, Sendable {
        let name: String
        /// The two-letter code of the country; empty if it is unknown.
        let country: String
        let location: Location

        /// The name and the country, such as `Paris, FR`.
        var label: String { country.isEmpty ? name : "\(name), \(country)" }
    }

    private var towns: [Town] = []

    /// The maximum distance between a place and its nearest town, in degrees of latitude: about 50 kilometers.
    private static let farthest = 0.45

    /// - Parameter bytes: lines with tab-separated columns. Counted from 1, 2 is the name, 5 and 6 are latitude and
    ///   longitude, 8 is the kind, 9 the country, and 15 the population. Skips invalid lines and parts of towns (PPLX).
    init(geoNames bytes: [UInt8]) {
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let columns = line.split(separator: UInt8(ascii: "\t"), maxSplits: 15, omittingEmptySubsequences: false)
            guard columns.count > 8, let latitude = Float(Self.text(columns[4])),
                let longitude = Float(Self.text(columns[5])), abs(latitude) <= 90, abs(longitude) <= 180,
                Self.text(columns[7]) != "PPLX"
            else { continue }
            let name = Self.text(columns[1])
            guard !name.isEmpty, name.utf8.count <= 200 else { continue }
            let country = Self.text(columns[8])
            towns.append(
                Town(
                    name: name, latitude: latitude, longitude: longitude, folded: SearchTextNormalizer.folded(name),
                    country: country.utf8.count == 2 ? country : "",
                    population: columns.count > 14 ? Int(Self.text(columns[14])) ?? 0 : 0))
        }
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

    /// Returns the name of the nearest town; nil if no town is near.
    func nearest(to place: Location) -> String? {
        // Degrees of longitude are shorter away from the equator.
        let width = cos(place.latitude * .pi / 180)
        var (nearest, least) = (String?.none, Self.farthest * Self.farthest)
        for town in towns {
            let north = Double(town.latitude) - place.latitude
            guard abs(north) <= Self.farthest else { continue }
            var east = abs(Double(town.longitude) - place.longitude)
            if east > 180 { east = 360 - east }
            let distance = north * north + east * east * width * width
            if distance <= least { (nearest, least) = (town.name, distance) }
        }
        return nearest
    }

    /// Returns towns whose names begin with a string: first the towns with exactly this name, then the largest towns.
    ///
    /// - Parameter text: a name, or a name and a country, such as `Paris, FR`.
    func towns(named text: String, most: Int) -> [Found] {
        let parts = text.split(separator: ",", maxSplits: 1)
        let name = SearchTextNormalizer.folded(parts.first ?? "")
        guard !name.isEmpty else { return [] }
        let country = parts.count > 1 ? SearchTextNormalizer.folded(parts[1]) : ""
        let found = towns.filter { $0.folded.hasPrefix(name) && $0.country.lowercased().hasPrefix(country) }
        let sorted = found.sorted { left, right in
            let isExact = (left.folded == name, right.folded == name)
            return isExact.0 == isExact.1 ? left.population > right.population : isExact.0
        }
        return sorted.prefix(most).compactMap { town in
            // Uses the shortest decimal strings of these numbers, because converting them directly would add digits.
            guard let latitude = Double("\(town.latitude)"), let longitude = Double("\(town.longitude)"),
                let location = Location(latitude: latitude, longitude: longitude)
            else { return nil }
            return Found(name: town.name, country: town.country, location: location)
        }
    }

    /// Returns the town with this name; if several towns have this name, the largest one.
    func town(named text: String) -> Found? {
        let name = SearchTextNormalizer.folded(text.split(separator: ",", maxSplits: 1).first ?? "")
        return towns(named: text, most: 1).first { SearchTextNormalizer.folded($0.name) == name }
    }

    /// Returns the installed list; nil if no list is installed. The first call reads the list on a different thread.
    static func installed() async -> TownList? { await reading.value }

    private static let reading = Task { await read(SystemFolders.data) }

    /// The path of the list's folder below a data folder. The package libtimezonemap-data installs the list.
    private static let path = "/libtimezonemap/ui"
    private static let name = "cities15000.txt"
    private static let mostBytes = 32 << 20

    @concurrent
    private static func read(_ folders: [String]) async -> TownList? {
        for folder in folders {
            // Skips folders that do not contain the list.
            let bytes = try? Directory(path: folder + path).file(name).contents(upTo: mostBytes)
            if let bytes { return TownList(geoNames: bytes) }
        }
        return nil
    }
}
