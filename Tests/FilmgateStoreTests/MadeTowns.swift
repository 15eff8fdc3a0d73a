import Foundation

/// A file of towns, in the form of `scripts/make-towns`.
final class MadeTowns: Sendable {
    let path: String

    /// - Parameter zone: the time zone of all of them.
    convenience init(
        _ towns: [(name: String, latitude: Double, longitude: Double, inhabitants: Int)], zone: String = "Etc/UTC"
    ) throws {
        try self.init(
            towns.map {
                (
                    name: $0.name, latitude: $0.latitude, longitude: $0.longitude, inhabitants: $0.inhabitants,
                    zone: zone
                )
            })
    }

    init(_ towns: [(name: String, latitude: Double, longitude: Double, inhabitants: Int, zone: String)]) throws {
        path = FileManager.default.temporaryDirectory.path + "/filmgate-towns-\(UUID())"
        var (records, names) = (Data(), Data())
        func put(_ number: some FixedWidthInteger, into data: inout Data) {
            withUnsafeBytes(of: number.littleEndian) { data.append(contentsOf: $0) }
        }
        for town in towns.sorted(by: { $0.latitude < $1.latitude }) {
            put(Int32((town.latitude * 1e5).rounded()), into: &records)
            put(Int32((town.longitude * 1e5).rounded()), into: &records)
            put(UInt32(names.count), into: &records)
            put(UInt16(town.name.utf8.count), into: &records)
            put(UInt16(Double(town.inhabitants).squareRoot() * 0.8), into: &records)
            names.append(contentsOf: town.name.utf8)
            put(UInt32(names.count), into: &records)
            put(UInt16(town.zone.utf8.count), into: &records)
            put(UInt16(0), into: &records)
            names.append(contentsOf: town.zone.utf8)
        }
        var file = Data("FGTOWNS2".utf8)
        put(UInt32(towns.count), into: &file)
        put(UInt32(truncatingIfNeeded: records.hashValue), into: &file)
        try (file + records + names).write(to: URL(filePath: path))
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
