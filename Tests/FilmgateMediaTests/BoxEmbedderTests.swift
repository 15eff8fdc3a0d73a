import FilmgateModel
import FilmgateSystem
import FilmgateWorkers
import Foundation
import Testing

@Suite("XMP embedded in a file of boxes")
struct BoxEmbedderTests {
    private static let pool = WorkerPool.real()

    /// - Parameter length: the length of the title.
    private static func packet(_ title: Character, length: Int) -> [UInt8] {
        Array(
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt>
            <rdf:li xml:lang="x-default">\(String(repeating: title, count: length))</rdf:li></rdf:Alt></dc:title>
            </rdf:Description></rdf:RDF></x:xmpmeta>
            """.utf8)
    }

    private static func sample(_ name: String) async throws -> [UInt8] {
        [UInt8](try Data(contentsOf: try await RedactionSamples.made.value.appending(path: name)))
    }

    private static func embedded(_ packet: [UInt8], in bytes: [UInt8]) async throws -> [UInt8] {
        let job = EmbeddingJob(packet, in: try .sealedMemory(named: "file", holding: bytes), for: .somebody)
        let embedding = try await pool.embedding(job).get()
        var (result, end) = ([UInt8](), 0)
        for splice in embedding.splices {
            result += bytes[end..<Int(splice.offset)] + splice.bytes
            end = Int(splice.offset + splice.removed)
        }
        return result + bytes[end...]
    }

    /// Returns the types and ranges of the outermost boxes.
    private static func boxes(_ bytes: [UInt8]) -> [(type: String, range: Range<Int>)] {
        var boxes: [(type: String, range: Range<Int>)] = []
        var offset = 0
        while offset + 8 <= bytes.count {
            let size = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            let end = size == 0 ? bytes.count : offset + size
            boxes.append((String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self), offset..<end))
            offset = end
        }
        return boxes
    }

    private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let size = content.count + 8
        return (0..<4).reversed().map { UInt8(size >> (8 * $0) & 0xFF) } + Array(type.utf8) + content
    }

    @Test(
        "leaves the data of pictures as it is, however long the packet is, and can be replaced",
        arguments: ["plain.heic", "told.heic", "turned.heic", "plain.avif", "told.avif"])
    func pictures(_ name: String) async throws {
        let before = try await Self.sample(name)
        let data = try #require(Self.boxes(before).first { $0.type == "mdat" })
        let first = try await Self.embedded(Self.packet("a", length: 10), in: before)
        let second = try await Self.embedded(Self.packet("b", length: 70_000), in: first)
        let third = try await Self.embedded(Self.packet("c", length: 10), in: second)
        for (bytes, title) in [(first, "a"), (second, "b"), (third, "c")] {
            let facts = try await Self.pool.inspect(bytes)
            #expect(facts.title?.hasPrefix(title) == true)
            let present = Self.boxes(bytes)
            #expect(present.map(\.type).filter { $0 == "meta" }.count == 1)
            // Apart from the packet, the last data are the original ones.
            let last = try #require(present.last { $0.type == "mdat" })
            if name.hasPrefix("plain") || name.hasPrefix("turned") {
                #expect(bytes[last.range].elementsEqual(before[data.range]))
            }
        }
        // Nothing of the earlier titles remains.
        #expect(!String(decoding: third, as: UTF8.self).contains("bbb"))
        if name.hasPrefix("told") { #expect(!String(decoding: first, as: UTF8.self).contains("A title")) }
    }

    @Test(
        "leaves the samples of a video in their places, wherever its packet is", arguments: ["told.mp4", "told.mov"])
    func videos(_ name: String) async throws {
        let before = try await Self.sample(name)
        let once = try await Self.embedded(Self.packet("a", length: 300), in: before)
        #expect(once.starts(with: before))
        // Samples could follow it.
        let inFront = once + Self.box("mdat", [1, 2, 3])
        let shorter = try await Self.embedded(Self.packet("b", length: 10), in: inFront)
        #expect(shorter.count == inFront.count && shorter.starts(with: before))
        let longer = try await Self.embedded(Self.packet("c", length: 9000), in: inFront)
        #expect(longer.starts(with: before) && Self.boxes(longer).last?.type == "uuid")
        #expect(!String(decoding: longer, as: UTF8.self).contains("aaa"))
        for (bytes, title) in [(once, "a"), (shorter, "b"), (longer, "c")] {
            #expect(try await Self.pool.inspect(bytes).title?.hasPrefix(title) == true)
        }
    }

    @Test("comes before the index of fragments, which is found from the end")
    func fragments() async throws {
        let before = try await Self.sample("fragmented.mp4")
        try #require(Self.boxes(before).last?.type == "mfra")
        let after = try await Self.embedded(Self.packet("a", length: 300), in: before)
        #expect(Self.boxes(after).suffix(2).map(\.type) == ["uuid", "mfra"])
    }

    @Test("gives pixels of JPEG XL without a container one, in which it can be replaced")
    func pixels() async throws {
        let reported = try await Self.sample("turned.jxl")
        let parts = Self.boxes(reported).filter { ["jxlc", "jxlp"].contains($0.type) }
        let bare = parts.flatMap { part in reported[part.range].dropFirst(part.type == "jxlp" ? 12 : 8) }
        try #require(bare.starts(with: [0xFF, 0x0A]))
        let after = try await Self.embedded(Self.packet("a", length: 300), in: bare)
        #expect(Self.boxes(after).map(\.type) == ["JXL ", "ftyp", "xml ", "jxlc"])
        #expect(after.suffix(bare.count).elementsEqual(bare))
        #expect(try await Self.pool.inspect(after).title?.hasPrefix("a") == true)
        let again = try await Self.embedded(Self.packet("b", length: 30), in: after)
        #expect(Self.boxes(again).map(\.type) == ["JXL ", "ftyp", "xml ", "jxlc"])
    }

    @Test("is refused if an item begins so far away that it cannot move")
    func farItem() async throws {
        let odd = try OddHEIF(.farItem, "heic")
        defer { odd.remove() }
        let bytes = [UInt8](try Data(contentsOf: odd.file))
        let error = await #expect(throws: JobRefusal.self) {
            _ = try await Self.embedded(Self.packet("a", length: 3), in: bytes)
        }
        guard case .invalidContent(let reason)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("ends before"), "\(reason)")
    }

    @Test("is refused if it is not known what would move, or if nothing can follow")
    func refused() async throws {
        let picture = try await Self.sample("plain.heic")
        var open = try await Self.sample("plain.mp4")
        let last = try #require(Self.boxes(open).last)
        open.replaceSubrange(last.range.lowerBound..<last.range.lowerBound + 4, with: [0, 0, 0, 0])
        let files: [(String, [UInt8])] = [
            ("a movie whose last box has no end", open),
            ("a picture with tracks", picture + Self.box("moov", Self.box("mvhd", [UInt8](repeating: 0, count: 100)))),
            ("a picture with fragments", picture + Self.box("moof", [])),
        ]
        for (name, bytes) in files {
            await #expect(throws: JobRefusal.self, "\(name)") {
                _ = try await Self.embedded(Self.packet("a", length: 3), in: bytes)
            }
        }
    }
}
