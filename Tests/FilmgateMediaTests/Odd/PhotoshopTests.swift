import FilmgateModel
import FilmgateSystem
import FilmgateTestKit
import FilmgateWorkers
import Foundation
import Testing

@Suite("Photoshop documents")
struct PhotoshopTests {
    private static let pool = WorkerPool.real(count: 2)

    /// Two pixels each.
    private static let samples: [PhotoshopDocument] = [
        PhotoshopDocument(
            "RGB", mode: 3, [[10, 200], [20, 150], [30, 100]], shows: [[10, 20, 30], [200, 150, 100]]),
        PhotoshopDocument(
            "transparency", mode: 3, [[10, 200], [20, 150], [30, 100], [128, 255]],
            shows: [[10, 20, 30, 128], [200, 150, 100, 255]]),
        PhotoshopDocument(
            "two selections", mode: 3, [[10, 200], [20, 150], [30, 100], [0, 0], [0, 0]],
            shows: [[10, 20, 30], [200, 150, 100]]),
        PhotoshopDocument(
            "transparency and a selection", mode: 3, [[10, 200], [20, 150], [30, 100], [128, 255], [0, 0]],
            layers: [0, 0, 0, 2, 0xFF, 0xFF], shows: [[10, 20, 30, 128], [200, 150, 100, 255]]),
        PhotoshopDocument(
            "a layer and a selection", mode: 3, [[10, 200], [20, 150], [30, 100], [0, 0]],
            layers: [0, 0, 0, 2, 0, 1], shows: [[10, 20, 30], [200, 150, 100]]),
        PhotoshopDocument("gray", mode: 1, [[10, 200], [9, 9], [9, 9]], shows: [[10, 10, 10], [200, 200, 200]]),
        PhotoshopDocument("two inks as gray", mode: 8, [[10, 200]], shows: [[10, 10, 10], [200, 200, 200]]),
        PhotoshopDocument(
            "CMYK", mode: 4, [[255, 0], [255, 255], [255, 255], [128, 255]],
            shows: [[128, 128, 128], [0, 255, 255]]),
        PhotoshopDocument(
            "inks", mode: 7, [[255, 0], [255, 255], [0, 255]], shows: [[255, 255, 0], [0, 255, 255]]),
        PhotoshopDocument(
            "Lab", mode: 9, [[138, 255], [209, 128], [198, 128]], shows: [[255, 0, 0], [255, 255, 255]]),
        PhotoshopDocument(
            "a palette", mode: 2, [[1, 2]], palette: palette,
            shows: [[250, 20, 0], [0, 0, 240]]),
        PhotoshopDocument(
            "black and white", mode: 0, depth: 1, [[0b0100_0000]], shows: [[255, 255, 255], [0, 0, 0]]),
        PhotoshopDocument(
            "16 bits", mode: 3, depth: 16, [[10, 99, 200, 99], [20, 0, 150, 0], [30, 0, 100, 0]],
            shows: [[10, 20, 30], [200, 150, 100]]),
        // 0.5 and 1, in linear light.
        PhotoshopDocument(
            "32 bits", mode: 1, depth: 32, [[0x3F, 0, 0, 0, 0x3F, 0x80, 0, 0]],
            shows: [[188, 188, 188], [255, 255, 255]]),
    ]

    /// All reds, then all greens, then all blues.
    private static var palette: [UInt8] {
        var palette = [UInt8](repeating: 0, count: 768)
        (palette[1], palette[256 + 1], palette[512 + 2]) = (250, 20, 240)
        return palette
    }

    @Test("are shown flattened, whatever colors and channels they have", arguments: samples)
    func kinds(_ document: PhotoshopDocument) async throws {
        for isLarge in [false, true] {
            for isPacked in [false, true] {
                let bytes = document.bytes(isLarge: isLarge, isPacked: isPacked)
                let facts = try await Self.pool.inspect(bytes)
                #expect(facts.mimeType == "image/vnd.adobe.photoshop" && facts.pixelWidth == 2)
                let shown = try await Self.pool.image(of: bytes, Self.specification()).1
                #expect(document.isShown(by: shown), "\(shown)")
            }
        }
    }

    @Test("that end early are refused", arguments: [false, true])
    func cut(_ isPacked: Bool) async throws {
        let bytes = Self.samples[0].bytes(isLarge: false, isPacked: isPacked)
        for count in [20, 30, bytes.count - 1] {
            guard case .invalidContent = await Self.pool.refusal(of: bytes.prefix(count)) else {
                Issue.record("not refused with \(count) bytes")
                continue
            }
        }
    }

    @Test("are turned as their Exif says")
    func turned() async throws {
        var document = Self.samples[0]
        // One tag: the orientation 6.
        let exif: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0]
        document.add("8BIM", 0x0422, exif)
        let bytes = document.bytes(isLarge: false, isPacked: false)
        let facts = try await Self.pool.inspect(bytes)
        #expect(facts.orientation == 6 && facts.pixelWidth == 2 && facts.pixelHeight == 1)
        let (image, shown) = try await Self.pool.image(of: bytes, Self.specification(orientation: 6))
        #expect(image.pixelWidth == 1 && image.pixelHeight == 2)
        #expect(document.isShown(by: shown))
    }

    @Test("keep the metadata behind resources of other programs")
    func otherResources() async throws {
        let packet = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
            <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="4"/></rdf:RDF></x:xmpmeta>
            """
        for owner in ["MeSa", "PHUT", "AgHg", "DCSR"] {
            var document = Self.samples[0]
            document.add(owner, 0x0424, [1, 2, 3])
            document.add("8BIM", 0x0424, Array(packet.utf8))
            let facts = try await Self.pool.inspect(document.bytes(isLarge: false, isPacked: false))
            #expect(facts.rating == 4, "\(owner)")
        }
    }

    private static func specification(orientation: UInt32? = nil) -> ImageSpecification {
        var specification = ImageSpecification()
        (specification.format, specification.orientation) = (.pixels, orientation)
        return specification
    }
}

/// A document of two pixels in a row.
struct PhotoshopDocument: Sendable, CustomTestStringConvertible {
    let testDescription: String
    private let mode: Int
    private let depth: Int
    private let channels: [[UInt8]]
    private let palette: [UInt8]
    private let layers: [UInt8]
    private let shown: [[UInt8]]
    private var resources: [UInt8] = []

    init(
        _ name: String, mode: Int, depth: Int = 8, _ channels: [[UInt8]], palette: [UInt8] = [], layers: [UInt8] = [],
        shows shown: [[UInt8]]
    ) {
        testDescription = name
        (self.mode, self.depth, self.channels) = (mode, depth, channels)
        (self.palette, self.layers, self.shown) = (palette, layers, shown)
    }

    mutating func add(_ owner: String, _ id: Int, _ content: [UInt8]) {
        for part in [Array(owner.utf8), Self.number(id, 2), [0, 0], Self.number(content.count, 4), content] {
            resources += part
        }
        if content.count % 2 == 1 { resources.append(0) }
    }

    /// - Parameter isLarge: whether it is a PSB.
    func bytes(isLarge: Bool, isPacked: Bool) -> [UInt8] {
        var bytes = Array("8BPS".utf8) + Self.number(isLarge ? 2 : 1, 2) + Self.number(0, 6)
        bytes += Self.number(channels.count, 2) + Self.number(1, 4) + Self.number(2, 4)
        bytes += Self.number(depth, 2) + Self.number(mode, 2)
        bytes += Self.number(palette.count, 4) + palette
        bytes += Self.number(resources.count, 4) + resources
        // The first four bytes of the layers are a length, too.
        let info = isLarge && !layers.isEmpty ? [0, 0, 0, 0] + layers : layers
        bytes += Self.number(info.count, isLarge ? 8 : 4) + info
        bytes += Self.number(isPacked ? 1 : 0, 2)
        guard isPacked else { return bytes + channels.joined() }
        let rows = channels.map(Self.packed)
        for row in rows { bytes += Self.number(row.count, isLarge ? 4 : 2) }
        return bytes + rows.joined()
    }

    /// Whether the pixels are nearly those of the document.
    func isShown(by pixels: [UInt8]) -> Bool {
        let expected = shown.flatMap { pixel -> [UInt8] in pixel.count == 3 ? pixel + [255] : pixel }
        return pixels.count == expected.count && zip(pixels, expected).allSatisfy { abs(Int($0) - Int($1)) <= 6 }
    }

    /// Copies all bytes except the last two; compresses these as a run if they are equal. A byte without effect is
    /// between them.
    private static func packed(_ row: [UInt8]) -> [UInt8] {
        let (first, last) = (row.dropLast(2), Array(row.suffix(2)))
        let start = first.isEmpty ? [] : [UInt8(first.count - 1)] + first
        if last.count == 2, last[0] == last[1] { return start + [128, 255, last[0]] }
        return start + [128, UInt8(last.count - 1)] + last
    }

    private static func number(_ value: Int, _ width: Int) -> [UInt8] {
        (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
