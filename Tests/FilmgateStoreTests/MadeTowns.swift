import Foundation

/// A file of towns, in the form of `scripts/make-towns`.
final class MadeTowns: Sendable {
    let path: String

    init(_ towns: [(name: String, latitude: Double, longitude: Double, inhabitants: Int)]) throws {
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
        }
        var file = Data("FGTOWNS1".utf8)
        put(UInt32(towns.count), into: &file)
        put(UInt32(truncatingIfNeeded: records.hashValue), into: &file)
        try (file + records + names).write(to: URL(filePath: path))
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
