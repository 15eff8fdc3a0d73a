import FilmgateModel
import FilmgateTestKit
import FilmgateWorkers
import Foundation
import Testing

@Suite("A redacted PNG")
struct RedactedPNGTests {
    private static let pool = WorkerPool.real()
    private static let everything = Set(MetadataKind.allCases)
    private static let word = PlantedPictures.word

    @Test("has no frame of a still, and no palette of colors that need none")
    func uselessChunks() async throws {
        let plain = try await Self.sample("opaque.png")
        try #require(plain[25] == 2)
        let odd = [
            Self.chunk("fcTL", Self.word + Self.word + Self.word + [0, 0, 0, 0, 0]),
            Self.chunk("fdAT", [0, 0, 0, 0] + Self.word), Self.chunk("PLTE", Self.word + [0, 0]),
            Self.chunk("tIME", Self.word), Self.chunk("tRNS", Self.word),
            Self.chunk("pHYs", [0, 0, 11, 19, 0, 0, 11, 19, 1]) + Self.chunk("pHYs", Self.word + [0, 0]),
        ]
        let expected = try await Self.pixels(of: plain)
        for chunk in odd {
            let bytes = Array(plain.prefix(33)) + chunk + Array(plain.dropFirst(33))
            let (copy, found) = try await RedactionTests.redacted(bytes, of: Self.everything, isCheck: true)
            #expect(found.contains(.metadata) && !copy.contains(Self.word) && copy.count == bytes.count)
            let shown = try await Self.pixels(of: copy)
            #expect(shown == expected)
        }
    }

    @Test("has nothing behind its compressed pixels, and no pixels in a second place")
    func behindPixels() async throws {
        let plain = try await Self.sample("opaque.png")
        let last = try #require(Self.places(of: "IDAT", in: plain).last)
        let end = last + 8 + plain.big(at: last - 4)
        let longer = Self.chunk("IDAT", Array(plain[last + 4..<end - 4]) + Self.word)
        let second = Self.chunk("IDAT", Self.word)
        let text = Self.chunk("tEXt", Array("Comment\0plain".utf8))
        let expected = try await Self.pixels(of: plain)
        for pixels in [longer, plain[last - 4..<end] + second, longer + text + second] {
            let bytes: [UInt8] = Array(plain[..<(last - 4)]) + pixels + plain[end...] + Self.word
            let (copy, found) = try await RedactionTests.redacted(bytes, of: Self.everything, isCheck: true)
            #expect(found.contains(.metadata) && !copy.contains(Self.word) && copy.count == bytes.count)
            #expect(try await Self.pixels(of: copy) == expected)
        }
        let (same, _) = try await RedactionTests.redacted(plain, of: Self.everything, isCheck: true)
        #expect(same[last..<end] == plain[last..<end])
    }

    @Test("has nothing behind the compressed pixels of a frame")
    func behindFrame() async throws {
        let plain = try await Self.sample("moving.png")
        let last = try #require(Self.places(of: "fdAT", in: plain).last)
        let end = last + 8 + plain.big(at: last - 4)
        let longer = Self.chunk("fdAT", Array(plain[last + 4..<end - 4]) + Self.word)
        let bytes: [UInt8] = Array(plain[..<(last - 4)]) + longer + plain[end...]
        let (copy, found) = try await RedactionTests.redacted(bytes, of: Self.everything, isCheck: true)
        #expect(found.contains(.metadata) && !copy.contains(Self.word) && copy.count == bytes.count)
        #expect(Self.places(of: "fdAT", in: copy) == Self.places(of: "fdAT", in: plain))
    }

    @Test("has no more rows than the picture, interlaced or not", arguments: [0, 1])
    func rows(_ interlacing: UInt8) async throws {
        // Two pixels of a byte each: two rows of one pixel, or the passes 1 and 7.
        let rows: [UInt8] = [0, 100, 0, 200]
        func picture(_ further: [UInt8]) -> [UInt8] {
            let header = [UInt8].big(1) + .big(2) + [8, 0, 0, 0, interlacing]
            let pixels = Self.chunk("IDAT", Self.stored([rows] + (further.isEmpty ? [] : [further])))
            let head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Self.chunk("IHDR", header)
            return head + pixels + Self.chunk("IEND", [])
        }
        let bytes = picture([0] + Self.word)
        let (copy, found) = try await RedactionTests.redacted(bytes, of: Self.everything, isCheck: true)
        #expect(found.contains(.metadata) && !copy.contains(Self.word) && copy.count == bytes.count)
        #expect(copy.contains(rows))
        #expect(try await RedactionTests.redacted(picture([]), of: Self.everything, isCheck: true).copy == picture([]))
        #expect(try await Self.pixels(of: copy) == Self.pixels(of: picture([])))
    }

    /// Returns zlib's format of blocks that are not compressed.
    private static func stored(_ blocks: [[UInt8]]) -> [UInt8] {
        var (data, low, high): ([UInt8], UInt32, UInt32) = ([0x78, 0x01], 1, 0)
        for (index, block) in blocks.enumerated() {
            let (size, rest) = (UInt16(block.count), ~UInt16(block.count))
            data.append(index == blocks.count - 1 ? 1 : 0)
            for number in [size, rest] { data += [UInt8(number & 0xFF), UInt8(number >> 8)] }
            data += block
            for byte in block {
                low = (low + UInt32(byte)) % 65_521
                high = (high + low) % 65_521
            }
        }
        return data + .big(Int(high << 16 | low))
    }

    @Test("has its frames, but none with numbers that cannot be")
    func frames() async throws {
        let plain = try await Self.sample("moving.png")
        let frames = Self.places(of: "fcTL", in: plain)
        try #require(frames.count > 2)
        let (copy, _) = try await RedactionTests.redacted(plain, of: Self.everything, isCheck: true)
        #expect(Self.places(of: "fcTL", in: copy) == frames)
        #expect(Self.places(of: "fdAT", in: copy) == Self.places(of: "fdAT", in: plain))
        var bytes = plain
        let last = frames[frames.count - 1]
        // In place of its size.
        bytes.replaceSubrange(last + 8..<last + 15, with: Self.word)
        let content = Array(bytes[last..<last + 30])
        bytes.replaceSubrange(last + 30..<last + 34, with: [UInt8].big(Int(checksum(ofPNG: content))))
        let (other, found) = try await RedactionTests.redacted(bytes, of: Self.everything, isCheck: true)
        #expect(found.contains(.metadata) && !other.contains(Self.word))
        #expect(Self.places(of: "fcTL", in: other) == Array(frames.dropLast()))
    }

    /// Returns the offsets of the types of chunks of a type.
    private static func places(of type: String, in bytes: [UInt8]) -> [Int] {
        var (found, offset) = ([Int](), 8)
        while offset + 12 <= bytes.count {
            if bytes[offset + 4..<offset + 8].elementsEqual(type.utf8) { found.append(offset + 4) }
            offset += 12 + bytes.big(at: offset)
        }
        return found
    }

    private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + content
        return [UInt8].big(content.count) + body + .big(Int(checksum(ofPNG: body)))
    }

    private static func pixels(of bytes: [UInt8]) async throws -> [UInt8] {
        var specification = ImageSpecification()
        specification.format = .pixels
        return try await pool.image(of: bytes, specification).1
    }

    private static func sample(_ name: String) async throws -> [UInt8] {
        [UInt8](try Data(contentsOf: try await SampleMedia.formats.appending(path: name)))
    }
}
