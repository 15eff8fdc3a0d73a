import FilmgateModel
import FilmgateTestKit
import Foundation
import Testing

@testable import FilmgateRendering

/// Randomly changed metadata blocks go through their readers in this process. A crash that would end a worker ends the
/// test.
@Suite("A block of metadata that was changed at random")
struct FuzzedBlockTests {
    private static let blocks = Int(ProcessInfo.processInfo.environment["FILMGATE_FUZZ_BLOCKS"] ?? "") ?? 2000
    private static let isPrepared: Bool = {
        XMPPacket.prepare()
        ExifTextDecoder.prepare()
        return true
    }()

    /// Calls the body with a number of blocks that are made from the seeds in turn. The first ones are unchanged.
    private static func forEach(of seeds: [[UInt8]], _ body: ([UInt8]) throws -> Void) throws {
        try #require(isPrepared && !seeds.isEmpty)
        for seed in seeds { try body(seed) }
        for number in 0..<blocks {
            var random = SeededRandom(seed: UInt64(number))
            try body(seeds[number % seeds.count].damaged(&random))
        }
    }

    private static func input(_ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: TestInputs.file(path)))
    }

    @Test("is a packet of XMP that can be read again once it is repaired")
    func packets() throws {
        let twice = PlantedText.packet.replacing(
            "<dc:title>", with: "<dc:source>A & B</dc:source><dc:source>C</dc:source><dc:title>")
        let sidecars = ["metadata/IMG_0042.xmp", "dates/darktable.jpg.xmp", "dates/scan-1957.jpg.xmp"]
        let seeds = [Array(PlantedText.packet.utf8), Array(twice.utf8)] + (try sidecars.map(Self.input))
        var repairs = 0
        try Self.forEach(of: seeds) { block in
            var tags = TagList()
            XMPValues(block).addTags(to: &tags, ofCamera: false)
            #expect(tags.metadata.isPlausible)
            guard let repaired = XMPRepair.repaired(block) else { return }
            repairs += 1
            #expect(XMPPacket(parsing: repaired) != nil, "\(String(decoding: block, as: UTF8.self))")
            #expect(String(validating: repaired, as: UTF8.self) != nil)
        }
        #expect(repairs > Self.blocks / 10)
    }

    @Test("is a date that stays the same as it is written")
    func dates() throws {
        let seeds = [
            "2024:05:01 12:00:00", "2024-05-01T12:00:00.5+02:00", "Sun, 04 Mar 2012 05:06:07 GMT", "20240501",
            "2005/08/17/ 11:42", "1957:06:  :     :  :  ", "1957-06", "20240501T120000-0330", "2016-12-31T23:59:60Z",
        ]
        func seconds(_ date: CaptureDate) -> Int64 { date.timestamp.rawValue.floorDivided(by: 1_000_000) }
        try Self.forEach(of: seeds.map { Array($0.utf8) }) { block in
            let text = MetadataText.decode(block)
            for date in [CaptureDate(text, fraction: text, zone: text), CaptureDate(internet: text)] {
                guard let date, ContractLimits.dates.contains(date.timestamp), let written = ISODate.text(of: date)
                else {
                    continue
                }
                let again = CaptureDate(iso8601: written)
                #expect(again?.precision == date.precision, "\(text): \(written)")
                #expect(again.map(seconds) == seconds(date), "\(text): \(written)")
            }
        }
    }

    @Test("is a text in any encoding, no longer than its bytes")
    func texts() throws {
        let unicode = Array("UNICODE\0".utf8)
        let little: [UInt8] = "Ärger".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let big: [UInt8] = [0xFE, 0xFF, 0x30, 0x42, 0x30, 0x44]
        let japanese: [UInt8] = [0x1B, 0x24, 0x42, 0x24, 0x22, 0x1B, 0x28, 0x42]
        let plain = ["ASCII\0\0\0A comment", "Without"].map { Array($0.utf8) }
        let legacy: [[UInt8]] = [[0x8A, 0x72, 0x67, 0x65, 0x72], [0xC4, 0x72, 0x67, 0x65, 0x72]]
        let encoded = [unicode + little, unicode + big, Array("JIS\0\0\0\0\0".utf8) + japanese]
        let seeds = encoded + plain + legacy
        try Self.forEach(of: seeds) { block in
            for isLittleEndian in [false, true] {
                let text = ExifTextDecoder.decode(block, isLittleEndian: isLittleEndian) ?? ""
                #expect(text.unicodeScalars.count <= block.count)
            }
            #expect(LegacyTextDecoder.decode(block).unicodeScalars.count == block.count)
            _ = GeneratedCaptionFilter.comment(MetadataText.decodeLittleEndian16(block))
        }
    }

    @Test("is a set of IPTC, whose texts are few and short enough")
    func sets() throws {
        func set(_ number: UInt8, _ text: [UInt8]) -> [UInt8] { [0x1C, 2, number, 0, UInt8(text.count)] + text }
        let day = set(55, Array("20240501".utf8)) + set(60, Array("120000+0200".utf8))
        let digitized = set(62, Array("20240502".utf8)) + set(63, Array("130000+0000".utf8))
        let seeds = [day + digitized, set(5, [0x8A, 0x72]) + set(25, Array("one".utf8)) + set(120, Array("ä".utf8))]
        try Self.forEach(of: seeds) { block in
            var tags = TagList()
            IPTCValues(block).addTags(to: &tags)
            #expect(tags.metadata.isPlausible)
            #expect((IPTCBlock(block)?.keywords.count ?? 0) <= ContractLimits.keywords)
            _ = IPTCBlock.data(inSegment: Array("Photoshop 3.0\0".utf8) + block)
        }
    }

    @Test("is a text of PNG with a block in it, which is shorter than the digits")
    func profiles() throws {
        let block = Hexadecimal.text(of: Array("Exif\0\0MM\0*\0\0\0\u{8}\0\0".utf8))
        let texts = ["\nexif\n      16\n\(block)\n", "\ngeneric profile\n\t16\n\(block)", "\niptc\n       2\n1c02\n"]
        try Self.forEach(of: texts.map { Array($0.utf8) }) { text in
            for kind in ["exif", "APP1", "xmp", "iptc", "8bim"] {
                guard let profile = PNGRawProfile(keyword: "Raw profile type \(kind)", text: text) else { continue }
                switch profile.content {
                case .exif(let bytes), .iptc(let bytes), .xmp(let bytes): #expect(2 * bytes.count <= text.count)
                }
            }
            for type in ["tEXt", "zTXt", "iTXt"] { _ = PNGText(chunk: type, Array("Comment\0".utf8) + text) }
        }
    }

    @Test("is a block of Exif, which begins within its item")
    func exif() throws {
        let file = try Self.input("metadata/user-comment.jpg")
        let start = try #require(file.firstRange(of: Array("Exif\0\0".utf8))?.upperBound)
        let block = Array(file[start..<min(start + 600, file.count)])
        let note = Array("Apple iOS\0\0\u{1}MM\0\u{1}\0\u{11}\0\u{2}\0\0\0\u{8}\0\0\0\u{1C}01234567".utf8)
        let item: [UInt8] = [0, 0, 0, 6] + Array("Exif\0\0".utf8) + block
        try Self.forEach(of: [block, item, note]) { bytes in
            let place = ExifBlockReader.start(inItem: bytes)
            #expect(place.map { $0 + 4 <= bytes.count } ?? true)
            var tags = TagList()
            ExifBlockReader.entries(bytes).addTags(to: &tags)
            #expect(tags.metadata.isPlausible)
            _ = ExifBlockReader.fields(bytes).takenDate
            _ = AppleMakerNote(bytes)
        }
    }

    @Test("is a HEIF whose selected items have the same data in the tables that libheif gets")
    func items() throws {
        let seeds = try ["ios18.heic", "sequence.avif"].map { [UInt8](try Data(contentsOf: caseFile($0))) }
        var selected = 0
        try Self.forEach(of: seeds) { bytes in
            guard let written = Self.written(bytes) else { return }
            selected += 1
            let file = written.tables + bytes
            try file.withUnsafeBytes { content in
                let items = try #require(HEIFItems(content))
                #expect(items.primary == written.primary)
                #expect(items.items.mapValues { Self.data($0, content) } == written.data)
            }
        }
        #expect(selected > 0)
    }

    private struct WrittenItems {
        let primary: Int
        let tables: [UInt8]
        let data: [Int: [UInt8]]
    }

    /// Returns nil for a file without a picture.
    private static func written(_ bytes: [UInt8]) -> WrittenItems? {
        bytes.withUnsafeBytes { content in
            guard let items = HEIFItems(content), let selection = HEIFDecodingSelection(items) else { return nil }
            _ = items.mirror(of: selection)
            for id in selection.items { _ = items.hasGaps(id) }
            return WrittenItems(
                primary: selection.primary, tables: HEIFTables(selection, of: items, content).written(),
                data: items.items.filter { selection.items.contains($0.key) }.mapValues { data($0, content) })
        }
    }

    private static func data(_ item: HEIFItems.Item, _ content: UnsafeRawBufferPointer) -> [UInt8] {
        (item.extents ?? []).flatMap { Array(content[$0]) }
    }
}
