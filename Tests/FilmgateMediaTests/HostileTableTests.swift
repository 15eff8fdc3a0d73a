import FilmgateModel
import FilmgateSystem
import Testing

@testable import FilmgateRendering

@Suite("Tables that name very many parts of a file")
struct HostileTableTests {
    private static func file(_ bytes: [UInt8]) throws -> InputFile {
        let file = try OwnedDescriptor.memory(named: "test")
        try file.write(bytes)
        return try InputFile(file)
    }

    private static func box(_ type: String, _ parts: [[UInt8]]) -> [UInt8] { newBox(type, Array(parts.joined())) }

    @Test("keep an item of a HEIF from being replaced, if it has so many", .timeLimit(.minutes(1)))
    func items() throws {
        let version: [UInt8] = [0, 0, 0, 0]
        let none: [UInt8] = [0, 0]
        // A picture, its packet, and other items.
        let ids = Array(1...12)
        let entries = ids.map { id in
            let type = id == 2 ? "mime\0application/rdf+xml\0" : "hvc1\0"
            return Self.box("infe", [[2, 0, 0, 0], encoded(id, 2), none, Array(type.utf8)])
        }
        let parts = 20_000
        // Offsets of one byte, without lengths.
        let places = ids.map { id in
            encoded(id, 2) + none + encoded(id == 1 ? 1 : parts, 2)
                + [UInt8](repeating: 0, count: id == 1 ? 1 : parts)
        }
        let tables = [
            version, Self.box("pitm", [version, encoded(1, 2)]),
            Self.box("iinf", [version, encoded(ids.count, 2)] + entries),
            Self.box("iloc", [version, encoded(0x1000, 2), encoded(ids.count, 2)] + places),
            Self.box("iref", [version, Self.box("cdsc", [encoded(2, 2), encoded(1, 2), encoded(1, 2)])]),
        ]
        let kind = Self.box("ftyp", [Array("heic".utf8), version, Array("mif1".utf8)])
        let file = try Self.file(kind + Self.box("meta", tables))
        #expect(throws: Unreadable.self) { _ = try ItemEmbedding.splices([NewItem.packet([1])], in: file) }
    }

    @Test("of a TIFF are read as far as there is time", .timeLimit(.minutes(1)))
    func directories() throws {
        let count = 20_000
        let size = 2 + 8 * 12 + 4
        func entry(_ tag: Int, _ type: Int, _ value: Int) -> [UInt8] {
            [(tag, 2), (type, 2), (1, 4), (value, 4)].flatMap { encoded($0.0, $0.1, isLittleEndian: true) }
        }
        // One pixel, at place 8, in each.
        let entries = [
            entry(256, 3, 1), entry(257, 3, 1), entry(258, 3, 8), entry(259, 3, 1), entry(262, 3, 1), entry(273, 4, 8),
            entry(278, 3, 1), entry(279, 4, 1),
        ].joined()
        var bytes: [UInt8] = [0x49, 0x49, 42, 0, 10, 0, 0, 0, 0x80, 0]
        for index in 1...count {
            bytes += encoded(8, 2, isLittleEndian: true)
            bytes += entries
            bytes += encoded(index < count ? 10 + index * size : 0, 4, isLittleEndian: true)
        }
        var metadata = Metadata()
        let facts = try readTIFF(try Self.file(bytes), &metadata)
        #expect(facts.pixelWidth == 1 && facts.pixelHeight == 1)
    }
}
