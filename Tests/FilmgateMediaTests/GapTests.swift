import FilmgateModel
import FilmgateSystem
import FilmgateTestKit
import FilmgateWorkers
import Foundation
import Testing

/// Whatever a worker read before, a picture with gaps is refused, or shown as a new worker shows it.
@Suite("A picture with gaps")
struct GapTests {
    @Test("shows nothing of the pictures that its worker read before", .long)
    func earlierPixels() async throws {
        let pattern = try await Self.patterns()
        let pool = WorkerPool.real()
        for (name, bytes) in try await Self.gaps() {
            for takesDamaged in [false, true] {
                let fresh = await Self.image(of: bytes, by: .real(), takesDamaged)
                for picture in pattern { _ = await Self.image(of: picture, by: pool, false) }
                let later = await Self.image(of: bytes, by: pool, takesDamaged)
                #expect(fresh == later, "\(name), \(takesDamaged ? "as far as it can be shown" : "whole")")
            }
        }
    }

    @Test("is refused if the tables of its file show the gaps")
    func refused() async throws {
        let pool = WorkerPool.real()
        let pictures = [
            ("TIFF with missing strips", Self.tiff(missing: 8, color: 0x11)),
            ("HEIC larger than its tiles", try await gridHEIF(scale: 2)),
            ("HEIC whose items have an unknown source", try Self.unsourced(try await gridHEIF(scale: 2))),
        ]
        for (name, bytes) in pictures {
            let refusal = await pool.refusal(of: bytes)
            guard case .invalidContent(let reason)? = refusal else {
                Issue.record("\(name): \(String(describing: refusal))")
                continue
            }
            #expect(reason.contains("is damaged"), "\(name): \(reason)")
            #expect(await Self.image(of: bytes, by: pool, false) == nil, "\(name)")
            // The owner's own import keeps it, marked as damaged.
            let file = try OwnedDescriptor.memory(named: "test")
            try file.write(bytes)
            #expect(try await pool.inspect(file, for: .somebody, takesDamaged: true).subtypes.contains(.damaged))
        }
        #expect(await pool.refusal(of: Self.tiff(missing: 0, color: 0x11)) == nil)
        let whole = try await gridHEIF(scale: 1)
        #expect(await pool.refusal(of: whole) == nil)
    }

    /// A tiled picture whose two items are in a different file, according to their places. libheif does not check that.
    private static func unsourced(_ grid: [UInt8]) throws -> [UInt8] {
        let table = try #require(Data(grid).range(of: Data("iloc".utf8))).lowerBound
        var bytes = grid
        for entry in [table + 12, table + 28] { bytes[entry + 5] = 1 }
        return bytes
    }

    /// Packed RGBA; nil if the picture is refused.
    private static func image(of bytes: [UInt8], by pool: WorkerPool, _ takesDamaged: Bool) async -> [UInt8]? {
        var specification = ImageSpecification()
        specification.format = .pixels
        return try? await pool.image(of: bytes, specification, takesDamaged: takesDamaged).1
    }

    /// Pictures of several formats, each full of colors that no other one has.
    private static func patterns() async throws -> [[UInt8]] {
        let names = ["plain.png", "plain.heic", "plain.tif", "plain.webp", "progressive.jpg"]
        return try await names.asyncMap { name in
            [UInt8](try Data(contentsOf: try await SampleMedia.formats.appending(path: name)))
        } + [Self.tiff(missing: 0, color: 0xAA)]
    }

    /// Files that end early, or lack some pixels.
    private static func gaps() async throws -> [(String, [UInt8])] {
        var gaps = [
            ("TIFF with missing strips", Self.tiff(missing: 8, color: 0x11)),
            ("HEIC larger than its tiles", try await gridHEIF(scale: 2)),
        ]
        let names = [
            "plain.png", "plain.heic", "plain.avif", "plain.tif", "tiled.tif", "plain.webp", "still.gif",
            "progressive.jpg",
            "told.jxl", "told.dng",
        ]
        for name in names {
            let file = try await SampleMedia.formats.appending(path: name)
            guard let content = try? Data(contentsOf: file) else { continue }
            let bytes = [UInt8](content)
            for part in [50, 75, 95] {
                let cut = bytes.count * part / 100
                gaps.append(("\(name) cut at \(part) %", Array(bytes[..<cut])))
                let end = min(bytes.count, cut + bytes.count / 8)
                let hole = bytes[..<cut] + [UInt8](repeating: 0, count: end - cut) + bytes[end...]
                gaps.append(("\(name) with zeros at \(part) %", Array(hole)))
            }
        }
        return gaps
    }

    /// An uncompressed picture of 256 × 256 pixels in 16 strips.
    ///
    /// - Parameter missing: the number of strips without an offset and without bytes.
    private static func tiff(missing: Int, color: UInt8) -> [UInt8] {
        let (strips, stripBytes) = (16, 256 * 16 * 3)
        func number(_ value: Int, _ size: Int) -> [UInt8] { (0..<size).map { UInt8(value >> (8 * $0) & 0xFF) } }
        let table = 8 + 2 + 10 * 12 + 4
        let (offsets, counts, bits) = (table, table + 4 * strips, table + 8 * strips)
        let pixels = bits + 6
        let entries: [(tag: Int, type: Int, count: Int, value: Int)] = [
            (256, 4, 1, 256), (257, 4, 1, 256), (258, 3, 3, bits), (259, 3, 1, 1), (262, 3, 1, 2),
            (273, 4, strips, offsets), (277, 3, 1, 3), (278, 4, 1, 16), (279, 4, strips, counts), (284, 3, 1, 1),
        ]
        var bytes: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0] + number(entries.count, 2)
        for entry in entries {
            bytes += number(entry.tag, 2) + number(entry.type, 2) + number(entry.count, 4) + number(entry.value, 4)
        }
        bytes += number(0, 4)
        let present = 0..<(strips - missing)
        for strip in 0..<strips { bytes += number(present.contains(strip) ? pixels + strip * stripBytes : 0, 4) }
        for strip in 0..<strips { bytes += number(present.contains(strip) ? stripBytes : 0, 4) }
        for _ in 0..<3 { bytes += number(8, 2) }
        return bytes + [UInt8](repeating: color, count: present.count * stripBytes)
    }
}

extension Sequence {
    fileprivate func asyncMap<Result>(_ body: (Element) async throws -> Result) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await body(element)) }
        return results
    }
}
