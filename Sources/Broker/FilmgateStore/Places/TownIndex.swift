import FilmgateModel
import FilmgateSystem

/// Finds the nearest town in the file that `scripts/make-towns` creates. Reads only the necessary part of the file,
/// and keeps no data in memory.
struct TownIndex: Sendable {
    private let file: OwnedDescriptor
    private let count: Int
    /// A number that identifies the version of the data.
    let version: Int64

    /// The maximum distance of a town that gives a place its name, in meters.
    static let reach = 100_000.0
    /// The maximum distance of a town that gives a place its time zone, in meters.
    static let zoneReach = 500_000.0
    private static let head: UInt64 = 16
    private static let recordBytes = 24
    private static let unitsPerDegree = 100_000.0

    /// Returns nil if the file has an unknown format.
    init?(path: String) throws(Errno) {
        guard let end = path.lastIndex(of: "/") else { throw .noEntry }
        file = try Directory(path: String(path[...end])).file(String(path[path.index(after: end)...]))
        let head = try file.bytes(at: 0, count: Int(TownIndex.head))
        guard head.count == Int(TownIndex.head), head.starts(with: "FGTOWNS2".utf8) else { return nil }
        count = Int(clamping: head.unsigned(at: 8, bytes: 4))
        let recordsEnd = TownIndex.head + UInt64(count * TownIndex.recordBytes)
        guard try file.facts().size >= recordsEnd else { return nil }
        version = Int64(head.unsigned(at: 12, bytes: 4))
    }

    /// Opens the file at a path. If this fails, returns the reason. A missing file is not a failure.
    static func read(_ path: String?) -> (towns: TownIndex?, failure: Errno?) {
        guard let path else { return (nil, nil) }
        do throws(Errno) {
            let towns = try TownIndex(path: path)
            return (towns, towns == nil ? .badMessage : nil)
        } catch {
            return (nil, error == .noEntry ? nil : error)
        }
    }

    /// Returns the name of the nearest town, or nil if none is within `reach`. A large town covers a larger area, so
    /// its radius is subtracted from the distance.
    func nearest(to place: Location) throws(Errno) -> String? {
        guard let town = try record(nearestTo: place, within: TownIndex.reach) else { return nil }
        return try text(placeAt: 8, lengthAt: 12, of: town)
    }

    /// Returns the name of the time zone at a place, such as `Europe/Budapest`. Uses the nearest town, and returns nil
    /// if none is within `zoneReach`.
    func timeZone(at place: Location) throws(Errno) -> String? {
        for reach in [TownIndex.reach, TownIndex.zoneReach] {
            guard let town = try record(nearestTo: place, within: reach) else { continue }
            return try text(placeAt: 16, lengthAt: 20, of: town)
        }
        return nil
    }

    /// - Parameter reach: the maximum distance of the town, in meters.
    private func record(nearestTo place: Location, within reach: Double) throws(Errno) -> [UInt8]? {
        let degrees = reach / 111_000
        let first = try firstTown(from: place.latitude - degrees)
        let last = try firstTown(from: place.latitude + degrees)
        guard first < last else { return nil }
        let records = try file.bytes(at: offset(of: first), count: (last - first) * TownIndex.recordBytes)
        var best: (distance: Double, start: Int)?
        for start in stride(from: 0, to: records.count - TownIndex.recordBytes + 1, by: TownIndex.recordBytes) {
            guard let town = records.location(at: start) else { continue }
            let distance = place.distance(to: town)
            guard distance <= reach else { continue }
            let beyond = distance - Double(records.unsigned(at: start + 14, bytes: 2)) * 10
            if best.map({ beyond < $0.distance }) ?? true { best = (beyond, start) }
        }
        return best.map { Array(records[$0.start..<$0.start + TownIndex.recordBytes]) }
    }

    private func text(placeAt place: Int, lengthAt length: Int, of record: [UInt8]) throws(Errno) -> String? {
        let start = offset(of: count) + record.unsigned(at: place, bytes: 4)
        let bytes = try file.bytes(at: start, count: Int(record.unsigned(at: length, bytes: 2)))
        return String(validating: bytes, as: UTF8.self)
    }

    /// Returns the names of the nearest towns for the exact and the rounded location.
    func names(at place: Location?) throws(Errno) -> PlaceNames {
        guard let place else { return PlaceNames() }
        return PlaceNames(place: try nearest(to: place), town: try nearest(to: place.rounded(to: .town)))
    }

    private func offset(of record: Int) -> UInt64 { TownIndex.head + UInt64(record * TownIndex.recordBytes) }

    /// Returns the index of the first town at or north of this latitude.
    private func firstTown(from latitude: Double) throws(Errno) -> Int {
        let wanted = Int64(latitude * TownIndex.unitsPerDegree)
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            let found = try file.bytes(at: offset(of: middle), count: 4)
            if found.signed(at: 0) < wanted { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// The names of the towns nearest to an asset.
struct PlaceNames: Equatable, Sendable {
    /// The town nearest to the asset's exact location.
    var place: String?
    /// The town nearest to the rounded location. Clients with the precision `town` get this name.
    var town: String?
}

extension [UInt8] {
    /// Returns a little-endian number, or 0 if bytes are missing.
    fileprivate func unsigned(at offset: Int, bytes: Int) -> UInt64 {
        guard offset + bytes <= count else { return 0 }
        return self[offset..<offset + bytes].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    fileprivate func signed(at offset: Int) -> Int64 {
        Int64(Int32(bitPattern: UInt32(truncatingIfNeeded: unsigned(at: offset, bytes: 4))))
    }

    fileprivate func location(at offset: Int) -> Location? {
        Location(latitude: Double(signed(at: offset)) / 1e5, longitude: Double(signed(at: offset + 4)) / 1e5)
    }
}
