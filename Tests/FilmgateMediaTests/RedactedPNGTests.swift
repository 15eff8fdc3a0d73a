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
