import FilmgateModel
import FilmgateTestKit
import FilmgateWorkers
import Foundation
import Testing

@testable import FilmgateRendering

@Suite("The gain map of a HEIF or AVIF in HDR")
struct HEIFGainMapTests {
    private static let pool = WorkerPool.real()

    /// The data of an item `tmap`: for each channel the smallest and the greatest gain, gamma, and the offsets.
    private static func toneMap(
        flags: Int = 0x40, capacity: [(Int, Int)] = [(0, 1), (13, 10)],
        _ numbers: [(Int, Int)] = [(-1, 2), (5, 2), (2, 1), (1, 64), (1, 64)]
    ) -> [UInt8] {
        let values = (capacity + numbers).map { encoded($0.0, 4) + encoded($0.1, 4) }
        return [0, 0, 0, 0, 0, UInt8(flags)] + Array(values.joined())
    }

    /// Exif with Apple's note, with the values 1 and 0.
    private static let note: [UInt8] = {
        let light = entry(0x21, type: 10, count: 1, 44)
        let gain = entry(0x30, type: 10, count: 1, 52)
        let values = Array([1, 1, 0, 1].map { encoded($0, 4) }.joined())
        let head = Array("Apple iOS\0\0\u{1}MM".utf8)
        let note = joined([head, encoded(2, 2), light, gain, encoded(0, 4), values])
        let folder = joined([encoded(1, 2), entry(0x8769, type: 4, count: 1, 26), encoded(0, 4)])
        let exif = joined([encoded(1, 2), entry(0x927C, type: 7, count: note.count, 44), encoded(0, 4)])
        return joined([encoded(0, 4), Array("MM\0*".utf8), encoded(8, 4), folder, exif, note])
    }()

    private static func entry(_ tag: Int, type: Int, count: Int, _ value: Int) -> [UInt8] {
        joined([encoded(tag, 2), encoded(type, 2), encoded(count, 4), encoded(value, 4)])
    }

    private static func joined(_ parts: [[UInt8]]) -> [UInt8] { Array(parts.joined()) }

    private static let packet = Array(
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
        <rdf:Description rdf:about="" xmlns:HDRGainMap="http://ns.apple.com/HDRGainMap/1.0/" \
        HDRGainMap:HDRGainMapVersion="131072" HDRGainMap:HDRGainMapHeadroom="4"/></rdf:RDF></x:xmpmeta>
        """.utf8)

    private static func image(
        _ bytes: [UInt8], _ change: (inout ImageSpecification) -> Void = { _ in }
    ) async throws -> [UInt8] {
        var specification = ImageSpecification()
        specification.color = .original
        change(&specification)
        return try await pool.image(of: bytes, specification).1
    }

    /// Returns the gain map that the index of pictures refers to, in RGBA.
    private static func gainMap(behind image: [UInt8]) throws -> [UInt8] {
        let file = FileManager.default.temporaryDirectory.appending(path: "gain-\(UUID().uuidString).jpg")
        let map = file.deletingPathExtension().appendingPathExtension("map.jpg")
        defer { for file in [file, map] { try? FileManager.default.removeItem(at: file) } }
        try Data(image).write(to: file)
        _ = try ChildProcess.run(["/bin/sh", "-c", "exiftool -b -MPImage2 \"$0\" >\"$1\"", file.path, map.path])
        return try decodedByFFmpeg(map)
    }

    private static func words(_ image: [UInt8]) -> String { String(decoding: image, as: UTF8.self) }

    @Test("as ISO 21496-1 describes it stays behind an image, turned as the picture", arguments: ["heic", "avif"])
    func standard(_ format: String) async throws {
        let sample = try GainMapHEIF(.toneMap, Self.toneMap(), format, isTurned: true)
        let image = try await Self.image(sample.bytes)
        let facts = try await Self.pool.inspect(image)
        #expect(facts.subtypes.contains(.hdr) && facts.pixelWidth == 128 && facts.pixelHeight == 256)
        let words = Self.words(image)
        for number in [
            "GainMapMin=\"-0.5\"", "GainMapMax=\"2.5\"", "Gamma=\"2.0\"", "OffsetSDR=\"0.015625\"",
            "OffsetHDR=\"0.015625\"", "HDRCapacityMin=\"0.0\"", "HDRCapacityMax=\"1.3\"",
        ] {
            #expect(words.contains("hdrgm:" + number))
        }
        #expect(signalToNoise(try Self.gainMap(behind: image), sample.shown) >= 35)
    }

    @Test("of Apple gets pixels and numbers of the standard, by its own headroom or that of the picture's maker note")
    func apple() async throws {
        let cases: [(GainMapHEIF.Kind, [UInt8], Double, String)] = [
            (.xmp, Self.packet, 4, "2.0"), (.exif, Self.note, 8, "3.0"),
        ]
        for (kind, payload, headroom, most) in cases {
            let sample = try GainMapHEIF(kind, payload)
            let image = try await Self.image(sample.bytes)
            let words = Self.words(image)
            #expect(words.contains("hdrgm:GainMapMax=\"\(most)\"") && words.contains("hdrgm:OffsetSDR=\"0.0\""))
            #expect(words.contains("hdrgm:HDRCapacityMax=\"\(most)\"") && !words.contains("Apple iOS"))
            let expected = sample.shown.map { pixel -> UInt8 in
                let value = Double(pixel) / 255
                let light = value < 0.081 ? value / 4.5 : pow((value + 0.099) / 1.099, 1 / 0.45)
                let share: Double = log2(1 + (headroom - 1) * light) / log2(headroom)
                return UInt8((255 * share).rounded())
            }
            #expect(signalToNoise(try Self.gainMap(behind: image), expected) >= 35)
        }
    }

    @Test("shows no more than the image, and is in no other image")
    func others() async throws {
        let sample = try GainMapHEIF(.toneMap, Self.toneMap()).bytes
        let small = try await Self.image(sample) { ($0.width, $0.height) = (64, 64) }
        #expect(try Self.gainMap(behind: small).count == 64 * 32 * 4)
        for other in [
            try await Self.image(sample) { $0.color = .srgb }, try await Self.image(sample) { $0.format = .png },
            try await Self.image(sample) { $0.crop = UnitRectangle(x: 0, y: 0, width: 0.5, height: 0.5) ?? .whole },
        ] {
            #expect(!Self.words(other).contains("GainMapMax"))
        }
    }

    @Test("is left out if it is damaged or unknown, and the image is there")
    func damaged() async throws {
        let noHeadroom = Array(Self.words(Self.packet).replacing("=\"4\"", with: "=\"1\"").utf8)
        let cases: [(GainMapHEIF.Kind, [UInt8])] = [
            (.toneMap, Self.toneMap(capacity: [(0, 1), (13, 0)])), (.exif, Array(Self.note.prefix(60))),
            (.xmp, noHeadroom),
        ]
        for (kind, payload) in cases {
            let image = try await Self.image(try GainMapHEIF(kind, payload).bytes)
            #expect(image.starts(with: [0xFF, 0xD8]) && !Self.words(image).contains("GainMapMax"))
        }
    }

    @Test("has numbers only if all are possible", .seeded)
    func numbers() {
        let channel = [(-1, 2), (5, 2), (2, 1), (1, 64), (1, 64)]
        let whole = Self.toneMap(channel)
        let common = Self.joined([[0, 0, 0, 0, 0, 0x48]] + [10, 0, 13, -5, 25, 10, 1, 1].map { encoded($0, 4) })
        let other = [(0, 1), (3, 1), (1, 1), (1, 64), (1, 64)]
        let colored = Self.toneMap(flags: 0xC0, channel + other + channel)
        #expect(GainMapNumbers(toneMap: whole) != nil)
        let shared = Self.words(GainMapNumbers(toneMap: common)?.packet ?? [])
        #expect(shared.contains("GainMapMin=\"-0.5\"") && shared.contains("HDRCapacityMax=\"1.3\""))
        let lists = Self.words(GainMapNumbers(toneMap: colored)?.packet ?? [])
        #expect(lists.contains("<rdf:li>2.5</rdf:li><rdf:li>3.0</rdf:li><rdf:li>2.5</rdf:li>"))
        let impossible: [[UInt8]] = [
            [], Array(whole.dropLast()), whole + [0], [1] + Array(whole.dropFirst()),
            [0, 0, 1] + Array(whole.dropFirst(3)), Self.toneMap(flags: 0x44),
            Self.toneMap(flags: 0x80, channel + channel + channel),
            Self.toneMap(capacity: [(13, 10), (0, 1)]), Self.toneMap(capacity: [(0, 1), (0, 1)]),
            Self.toneMap([(5, 2), (-1, 2), (2, 1), (1, 64), (1, 64)]),
            Self.toneMap([(-1, 2), (5, 2), (0, 1), (1, 64), (1, 64)]),
            Self.toneMap([(-1, 2), (0x7FFF_FFFF, 1), (2, 1), (1, 64), (1, 64)]),
        ]
        for bytes in impossible { #expect(GainMapNumbers(toneMap: bytes) == nil) }
        for headroom in [0, 1, -4, .infinity, .nan] as [Double] {
            #expect(GainMapNumbers(appleHeadroom: headroom) == nil)
        }
        var generator = SeededRandom()
        for _ in 0..<1000 {
            let random = (0..<136).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let flags: UInt8 = [0x40, 0x48, 0xC0, 0xC8].randomElement(using: &generator) ?? 0
            _ = GainMapNumbers(toneMap: [0, 0, 0, 0, 1, flags] + random)
        }
    }
}
