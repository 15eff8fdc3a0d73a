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
        #expect(throws: UnreadableFileError.self) { _ = try HEIFEmbedder.splices([NewHEIFItem.packet([1])], in: file) }
    }

    @Test("and name one item very often, are read in time", .timeLimit(.minutes(1)))
    func tiles() throws {
        let version: [UInt8] = [0, 0, 0, 0]
        let none: [UInt8] = [0, 0]
        let (columns, rows) = (256, 255)
        let entries = [(1, "grid\0"), (2, "hvc1\0")].map { id, type in
            Self.box("infe", [[2, 0, 0, 0], encoded(id, 2), none, Array(type.utf8)])
        }
        let sources = Array(repeating: encoded(2, 2), count: columns * rows)
        let links = [encoded(1, 2), encoded(columns * rows, 2)] + sources
        let free = Array(repeating: Self.box("free", []), count: 254)
        let size = Self.box("ispe", [version, encoded(64, 4), encoded(64, 4)])
        let numbers = (1...255).map { encoded($0, 2) }
        // In the `idat` box.
        let place = [encoded(1, 2), encoded(1, 2), none, encoded(1, 2), encoded(0, 4), encoded(8, 4)]
        let properties = [
            Self.box("ipco", free + [size]),
            Self.box("ipma", [[0, 0, 0, 1], encoded(1, 4), encoded(2, 2), encoded(255, 1)] + numbers),
        ]
        let grid: [[UInt8]] = [[0, 0, 254, 255], encoded(columns * 64, 2), encoded(rows * 64, 2)]
        let tables = [
            version, Self.box("pitm", [version, encoded(1, 2)]),
            Self.box("iinf", [version, encoded(2, 2)] + entries), Self.box("iref", [version, Self.box("dimg", links)]),
            Self.box("iprp", properties), Self.box("idat", grid),
            Self.box("iloc", [[1, 0, 0, 0], encoded(0x4400, 2), encoded(1, 2)] + place),
        ]
        try Self.box("meta", tables).withUnsafeBytes { content in
            let items = try #require(HEIFItems(content))
            #expect(items.sources(of: 1).count == columns * rows && items.size(of: 2)?.width == 64)
            for _ in 0..<100 { #expect(!items.hasGaps(1)) }
        }
    }

    @Test("of a TIFF are read as far as there is time", .timeLimit(.minutes(1)))
    func directories() throws {
        let count = 20_000
        let size = 2 + 8 * 12 + 4
        func entry(_ tag: Int, _ type: Int, _ value: Int) -> [UInt8] {
            [(tag, 2), (type, 2), (1, 4), (value, 4)].flatMap { encoded($0.0, $0.1, isLittleEndian: true) }
        }
        // One pixel, at offset 8, in each.
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
