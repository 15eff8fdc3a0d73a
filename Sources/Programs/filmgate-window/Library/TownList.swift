import FilmgateGTK
import FilmgateModel
import FilmgateSystem
import Glibc

/// The towns of the world with more than 15,000 people, as GeoNames lists them. Pure look-ups.
nonisolated struct TownList: Sendable {
    private struct Town {
        let name: String
        let latitude: Float
        let longitude: Float
    }

    private var towns: [Town] = []

    /// The maximum distance of a town from a place, in degrees of latitude: about 50 kilometers.
    private static let farthest = 0.45

    /// - Parameter bytes: lines with columns separated by tabs: 2 is the name, 5 and 6 are latitude and longitude, 8 is
    ///   the kind (a town or a part of one). Skips invalid lines.
    init(geoNames bytes: [UInt8]) {
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let columns = line.split(separator: UInt8(ascii: "\t"), maxSplits: 8, omittingEmptySubsequences: false)
            guard columns.count > 8, let latitude = Float(Self.text(columns[4])),
                let longitude = Float(Self.text(columns[5])), abs(latitude) <= 90, abs(longitude) <= 180,
                Self.text(columns[7]) != "PPLX"
            else { continue }
            let name = Self.text(columns[1])
            guard !name.isEmpty, name.utf8.count <= 200 else { continue }
            towns.append(Town(name: name, latitude: latitude, longitude: longitude))
        }
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

    /// Returns the name of the nearest town, or nil if none is near.
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

    /// The installed list; nil if none is installed. It is read once, on a different thread, when it is first needed.
    static func installed() async -> TownList? { await reading.value }

    private static let reading = Task { await read(SystemFolders.data) }

    /// The path of the list in the package libtimezonemap-data.
    private static let path = "/libtimezonemap/ui"
    private static let name = "cities15000.txt"
    private static let mostBytes = 32 << 20

    @concurrent
    private static func read(_ folders: [String]) async -> TownList? {
        for folder in folders {
            // Only one of the folders has it.
            let bytes = try? Directory(path: folder + path).file(name).contents(upTo: mostBytes)
            if let bytes { return TownList(geoNames: bytes) }
        }
        return nil
    }
}
