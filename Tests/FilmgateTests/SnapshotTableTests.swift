import FilmgateModel
import FilmgateWire
import Foundation
import Testing

@testable import Filmgate

@Suite("Snapshots")
struct SnapshotTableTests {
    private struct File {
        var bytes: [UInt8] = []
        var columns: [SnapshotColumn] = []

        mutating func add(_ name: String, _ type: ColumnType, _ column: [UInt8]) {
            while !bytes.count.isMultiple(of: 8) { bytes.append(0xFF) }
            columns.append(
                SnapshotColumn(
                    name: name, type: type, offset: UInt64(bytes.count), bytes: UInt64(column.count)))
            bytes += column
        }

        /// A table of two rows.
        static var withIDs: File {
            var file = File()
            file.add("id", .uuid, [UInt8](repeating: 7, count: 32))
            return file
        }

        func table(_ count: Int) throws -> SnapshotTable {
            try SnapshotTable(bytes, SnapshotLayout(count: count, columns: columns))
        }
    }

    private static func words(_ values: UInt64...) -> [UInt8] {
        values.flatMap { value in (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    }

    @Test("columns of every type are read, and absent values are nil")
    func types() throws {
        let ids = [AssetID.random(), .random()]
        var file = File()
        file.add("id", .uuid, ids.flatMap(\.bytes))
        file.add("creation-date", .signed64, Self.words(UInt64(bitPattern: -5), 7))
        file.add("file-size", .unsigned64, Self.words(9, .max))
        file.add("pixel-width", .unsigned32, [1, 0, 0, 0, 0, 1, 0, 0])
        file.add("rating", .signed32, [3, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF])
        file.add("favorite", .flag, [1, 0])
        file.add("title", .text, Self.words(24, 27, 27) + Array("Sea".utf8))
        file.add("title", .present, [1])
        file.add("location.latitude", .double, Self.words(47.5.bitPattern, 0))
        file.add("location.latitude", .present, [1])
        file.add("location.longitude", .double, Self.words((-8.5).bitPattern, 0))
        file.add("location.longitude", .present, [1])
        file.add("keywords", .texts, Self.words(0, 2, 2))
        file.add("keywords", .text, Self.words(24, 25, 26) + Array("ab".utf8))
        let snapshot = FetchSnapshot<Asset>(try file.table(2), Set(AssetProperty.allCases))
        #expect(snapshot.count == 2 && snapshot.map(\.id) == ids)
        let first = snapshot[0]
        #expect(first[.creationDate] == .date(Timestamp(rawValue: -5)) && first.fileSize == 9 && first.rating == 3)
        #expect(first.isFavorite && first.title == "Sea" && first.keywords == ["a", "b"] && first.pixelWidth == 1)
        #expect(first.location == Location(latitude: 47.5, longitude: -8.5))
        let second = snapshot[1]
        #expect(second.title == nil && second.location == nil && second.keywords.isEmpty && second.rating == -1)
        #expect(second.pixelWidth == 256 && second.fileSize == .max && second.caption == nil)
        #expect(snapshot.value(of: .rating, at: 1) == .signed(-1) && snapshot.id(at: 1) == ids[1])
    }

    @Test("a column that is too short is an error, and offsets outside it are empty texts")
    func broken() throws {
        for (type, size) in [
            (ColumnType.signed64, 15), (.uuid, 31), (.signed32, 7), (.flag, 1), (.text, 23), (.texts, 16),
        ] {
            var file = File.withIDs
            file.add("x", type, [UInt8](repeating: 0, count: size))
            #expect(throws: PhotoLibraryError.self, "\(type)") { try file.table(2) }
        }
        var outside = File.withIDs
        outside.add("x", .flag, [1, 1])
        outside.columns[1].offset = .max
        #expect(throws: PhotoLibraryError.self) { try outside.table(2) }

        #expect(throws: PhotoLibraryError.self, "without identifiers") { try File().table(0) }
        var lying = File.withIDs
        lying.add("title", .text, Self.words(24, 1 << 40, 3))
        lying.add("keywords", .texts, Self.words(0, 1 << 50, 2))
        lying.add("keywords", .text, Self.words(8, 8))
        let table = try lying.table(2)
        for row in 0..<2 {
            #expect(table.value("title", at: row) == .text(""))
            #expect(table.value("keywords", at: row) == .texts([]))
        }
    }
}
