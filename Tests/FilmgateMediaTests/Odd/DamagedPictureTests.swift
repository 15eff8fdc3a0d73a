import FilmgateModel
import FilmgateSystem
import FilmgateTestKit
import FilmgateWorkers
import Foundation
import Testing

@Suite("Damaged pictures that every viewer shows")
struct DamagedPictureTests {
    private static let pool = WorkerPool.real(count: 2)

    @Test("are PNGs cut in their first 8 KiB, also interlaced ones", arguments: ["plain", "interlaced"])
    func cutPNG(_ name: String) async throws {
        let whole = try await Self.sample("\(name).png")
        let cut = Array(whole.prefix(whole.count * 2 / 3))
        let facts = try await Self.inspected(cut)
        #expect(facts.subtypes == [.damaged] && facts.pixelWidth == 64 && facts.pixelHeight == 48)
        let shown = try await Self.pool.image(of: cut, Self.packed, takesDamaged: true).1
        #expect(Self.equalPixels(shown, try await Self.pool.image(of: whole, Self.packed).1) > 64 * 48 / 4)
    }

    @Test("are PNGs with a fault in the middle of their pixels")
    func flippedPNG() async throws {
        let whole = try await Self.sample("plain.png")
        var bytes = whole
        for place in whole.count / 2..<whole.count / 2 + 8 { bytes[place] ^= 0x55 }
        #expect(try await Self.inspected(bytes).subtypes == [.damaged])
        let shown = try await Self.pool.image(of: bytes, Self.packed, takesDamaged: true).1
        #expect(Self.equalPixels(shown, try await Self.pool.image(of: whole, Self.packed).1) > 64 * 48 / 4)
    }

    @Test("are PNGs with a palette that is not needed behind their transparency")
    func latePalette() async throws {
        let whole = try await Self.sample("opaque.png")
        try #require(whole[25] == 2)
        func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
            let body = Array(type.utf8) + content
            return [UInt8].big(content.count) + body + .big(Int(checksum(ofPNG: body)))
        }
        // No pixel has this color.
        let odd = chunk("tRNS", [0, 1, 0, 2, 0, 3]) + chunk("PLTE", [1, 2, 3, 4, 5, 6])
        let bytes = Array(whole.prefix(33)) + odd + Array(whole.dropFirst(33))
        #expect(try await Self.pool.inspect(bytes).subtypes.isEmpty)
        let shown = try await Self.pool.image(of: bytes, Self.packed).1
        let expected = try await Self.pool.image(of: whole, Self.packed).1
        #expect(shown == expected)
    }

    @Test("are GIFs cut in their only frame, were it in their last bytes")
    func cutGIF() async throws {
        let whole = try await Self.sample("still.gif")
        let expected = try await Self.pool.image(of: whole, Self.packed).1
        for cut in [Array(whole.dropLast(2)), Array(whole.prefix(whole.count * 3 / 4))] {
            guard case .invalidContent = await Self.pool.refusal(of: cut) else {
                Issue.record("not refused")
                continue
            }
            let facts = try await Self.inspected(cut)
            #expect(facts.subtypes == [.damaged] && facts.pixelWidth == 64)
            let shown = try await Self.pool.image(of: cut, Self.packed, takesDamaged: true).1
            #expect(Self.equalPixels(shown, expected) > 64 * 48 / 8)
        }
    }

    @Test("are progressive JPEGs in which a byte became a marker")
    func falseMarker() async throws {
        let whole = try await Self.sample("progressive.jpg")
        var bytes = whole
        let scan = try #require(whole.ranges(of: [0xFF, 0xDA]).last).upperBound
        let place = (scan + whole.count) / 2
        // Of an unknown kind, and longer than the file.
        bytes.replaceSubrange(place..<place + 4, with: [0xFF, 0x02, 0xFE, 0xFE])
        let refusal = await Self.pool.refusal(of: bytes)
        guard case .invalidContent(let reason)? = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        #expect(reason.contains("is damaged"), "\(reason)")
        #expect(try await Self.inspected(bytes).subtypes == [.damaged])
        let shown = try await Self.pool.image(of: bytes, Self.packed, takesDamaged: true).1
        #expect(signalToNoise(shown, try await Self.pool.image(of: whole, Self.packed).1) > 15)
    }

    @Test("are JPEGs with a wrong length between their scans, found only when they are decoded")
    func wrongLength() async throws {
        let whole = try await Self.sample("progressive.jpg")
        var bytes = whole
        let scan = try #require(whole.ranges(of: [0xFF, 0xDA]).dropFirst().first).upperBound
        bytes[scan + 1] ^= 1
        #expect(try await Self.pool.inspect(bytes).subtypes.isEmpty)
        let shown = try await Self.pool.image(of: bytes, Self.packed).1
        #expect(signalToNoise(shown, try await Self.pool.image(of: whole, Self.packed).1) > 10)
        let small = try await Self.pool.image(of: bytes, .fitting(8, 8)).0
        #expect(small.pixelWidth == 8)
    }

    @Test("are compressed TIFFs with a fault in a strip", arguments: ["lzw", "deflate"])
    func flippedTIFF(_ compression: String) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "damaged-\(UUID().uuidString).tif")
        defer { try? FileManager.default.removeItem(at: file) }
        let run = try ChildProcess.run([
            "/usr/bin/ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc=s=64x48", "-frames:v", "1",
            "-compression_algo", compression, file.path,
        ])
        #expect(run.code == 0)
        let whole = [UInt8](try Data(contentsOf: file))
        var bytes = whole
        for place in whole.count / 3..<whole.count / 3 + 40 { bytes[place] = 0 }
        #expect(try await Self.pool.inspect(bytes).subtypes.isEmpty)
        let shown = try await Self.pool.image(of: bytes, Self.packed).1
        #expect(Self.equalPixels(shown, try await Self.pool.image(of: whole, Self.packed).1) > 64 * 48 / 8)
    }

    @Test("are no JPEGs that claim more pixels than are read: no picture of them is tried")
    func enormous() async throws {
        var bytes = try TestPhoto.large().bytes
        let place = try #require(bytes.firstRange(of: [0xFF, 0xC0] as [UInt8])?.lowerBound)
        let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
        // 65,000 pixels in both directions, and further headers behind the pixels, each of which ends one trial.
        bytes.replaceSubrange(place + 5..<place + 9, with: [0xFD, 0xE8, 0xFD, 0xE8])
        let header = Array(bytes[place..<place + 2 + length])
        bytes.removeLast(2)
        for _ in 0..<8 { bytes += header }
        bytes += [0xFF, 0xD9]
        do {
            _ = try await Self.pool.image(of: bytes, Self.packed, takesDamaged: true)
            Issue.record("not refused")
        } catch {
            guard case .tooLarge = error as? JobRefusal else {
                Issue.record("\(error)")
                return
            }
        }
    }

    /// The depth of the pixels, in bits.
    @Test("are BMPs that end early, and whole ones with a wrong size in the header", arguments: [1, 2, 4, 8, 16, 24])
    func bitmaps(_ depth: Int) async throws {
        let whole = Self.bitmap(depth)
        let expected = try await Self.pool.image(of: whole, Self.packed).1
        #expect(quarters(expected, width: 32, height: 16) == [[0, 0, 0], [0, 0, 0], [255, 0, 0], [255, 0, 0]])
        // Half of the rows, from the bottom.
        let cut = Array(whole.dropLast(8 * (32 * depth / 8)))
        let refusal = await Self.pool.refusal(of: cut)
        #expect(refusal == .invalidContent("The BMP ends before its content does."))
        #expect(try await Self.inspected(cut).subtypes == [.damaged])
        #expect(try await Self.pool.image(of: cut, Self.packed, takesDamaged: true).1 == expected)
        var sized = whole
        sized.replaceSubrange(2..<6, with: [0, 0, 0, 0])
        #expect(try await Self.pool.inspect(sized).subtypes.isEmpty)
        #expect(try await Self.pool.image(of: sized, Self.packed).1 == expected)
    }

    @Test(
        "are BMPs in an array, without their first header, and with a short second one", arguments: [8, 24], [32, 30])
    func bitmapHeaders(_ depth: Int, _ width: Int) async throws {
        let plain = Self.bitmap(depth, width: width)
        let expected = try await Self.pool.image(of: plain, Self.packed).1
        // Offsets of pixels count from the beginning of the file.
        func moved(by count: Int) -> [UInt8] {
            let start = Int(plain[10]) + 256 * Int(plain[11]) + count
            var bytes = plain
            bytes[10] = UInt8(start % 256)
            bytes[11] = UInt8(start / 256)
            return bytes
        }
        var array = Array("BA".utf8)
        array += [UInt8](repeating: 0, count: 12)
        array += moved(by: 14)
        // The second header has only size, sides, planes and depth.
        var short = moved(by: -24)
        short.removeSubrange(30..<54)
        short[14] = 16
        for bytes in [array, Array(plain.dropFirst(14)), short] {
            let facts = try await Self.pool.inspect(bytes)
            #expect(facts.mimeType == "image/bmp" && facts.subtypes.isEmpty && facts.pixelWidth == UInt32(width))
            let shown = try await Self.pool.image(of: bytes, Self.packed).1
            #expect(shown == expected)
        }
    }

    @Test("are no BMPs of kinds that would be shown as noise: compressed ones in an array, and Huffman's codes")
    func unknownBitmaps() async throws {
        var array = Array("BA".utf8)
        array += [UInt8](repeating: 0, count: 12)
        array += Self.bitmap(8)
        array[14 + 30] = 1
        var huffman = Self.bitmap(1)
        huffman[30] = 3
        for bytes in [array, huffman] {
            let refusal = await Self.pool.refusal(of: bytes)
            let reason = "The BMP cannot be decoded: it is damaged, or of an unsupported kind."
            #expect(refusal == .invalidContent(reason))
        }
    }

    /// 16 rows of pixels: black, and red in the lower half.
    private static func bitmap(_ depth: Int, width: Int = 32) -> [UInt8] {
        func number(_ value: Int, _ size: Int) -> [UInt8] { (0..<size).map { UInt8(value >> (8 * $0) & 0xFF) } }
        let colors = depth < 16 ? 1 << depth : 0
        let (stride, start) = ((width * depth + 31) / 32 * 4, 54 + 4 * colors)
        var bytes = Array("BM".utf8)
        for value in [start + 16 * stride, 0, start, 40, width, 16] { bytes += number(value, 4) }
        bytes += number(1, 2)
        bytes += number(depth, 2)
        bytes += [UInt8](repeating: 0, count: 24)
        // The last color is red; all others are black.
        for color in 0..<colors { bytes += number(color == colors - 1 ? 0xFF0000 : 0, 4) }
        var row: [UInt8] = []
        switch depth {
        case 16: for _ in 0..<width { row += number(0x7C00, 2) }
        case 24: for _ in 0..<width { row += number(0xFF0000, 3) }
        default: row = [UInt8](repeating: 0xFF, count: stride)
        }
        row += [UInt8](repeating: 0, count: stride - row.count)
        for _ in 0..<8 { bytes += row }
        return bytes + [UInt8](repeating: 0, count: 8 * stride)
    }

    private static let packed = {
        var specification = ImageSpecification()
        specification.format = .pixels
        return specification
    }()

    private static func sample(_ name: String) async throws -> [UInt8] {
        [UInt8](try Data(contentsOf: try await SampleMedia.formats.appending(path: name)))
    }

    private static func inspected(_ bytes: [UInt8]) async throws -> MediaFacts {
        let file = try OwnedDescriptor.memory(named: "test")
        try file.write(bytes)
        return try await pool.inspect(file, for: .somebody, takesDamaged: true)
    }

    /// Returns the number of equal pixels of two pictures.
    private static func equalPixels(_ one: [UInt8], _ other: [UInt8]) -> Int {
        guard one.count == other.count else { return 0 }
        return stride(from: 0, to: one.count, by: 4).filter { one[$0..<$0 + 4] == other[$0..<$0 + 4] }.count
    }
}
