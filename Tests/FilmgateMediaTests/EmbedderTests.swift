import FilmgateModel
import FilmgateSystem
import FilmgateTestKit
import FilmgateWorkers
import Foundation
import Testing

@Suite("XMP embedded in a file")
struct EmbedderTests {
    private static let pool = WorkerPool.real()

    private static func packet(_ properties: String) -> [UInt8] {
        Array(
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
              xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"
              xmlns:lr="http://ns.adobe.com/lightroom/1.0/">\(properties)</rdf:Description></rdf:RDF></x:xmpmeta>
            """.utf8)
    }

    private static let titled = packet(
        """
        <dc:title><rdf:Alt><rdf:li xml:lang="x-default">A &amp; &lt;Ü&gt; 🏔️</rdf:li></rdf:Alt></dc:title>
        <Iptc4xmpCore:AltTextAccessibility><rdf:Alt><rdf:li xml:lang="x-default">A tower</rdf:li></rdf:Alt>
        </Iptc4xmpCore:AltTextAccessibility>
        <dc:subject><rdf:Bag><rdf:li>Paris</rdf:li><rdf:li>night</rdf:li></rdf:Bag></dc:subject>
        <lr:hierarchicalSubject><rdf:Bag><rdf:li>Places|Paris</rdf:li></rdf:Bag></lr:hierarchicalSubject>
        <xmp:Rating>4</xmp:Rating>
        """)

    private static func changes(_ packet: [UInt8], in bytes: [UInt8]) async throws -> Result<
        EmbeddingPlan, XMPEmbeddingError
    > {
        try await pool.embedding(
            EmbeddingJob(packet, in: .sealedMemory(named: "file", holding: bytes), for: .somebody))
    }

    private static func embedded(_ packet: [UInt8], in bytes: [UInt8]) async throws -> [UInt8] {
        let embedding = try await changes(packet, in: bytes).get()
        #expect(embedding.isPlausible && embedding.fits(UInt64(bytes.count)))
        var (result, end) = ([UInt8](), 0)
        for splice in embedding.splices {
            result += bytes[end..<Int(splice.offset)] + splice.bytes
            end = Int(splice.offset + splice.removed)
        }
        result += bytes[end...]
        #expect(UInt64(result.count) == embedding.size(of: UInt64(bytes.count)))
        return result
    }

    private static func sample(_ name: String) async throws -> [UInt8] {
        [UInt8](try Data(contentsOf: try await RedactionSamples.made.value.appending(path: name)))
    }

    private static let writable = [
        "plain.png", "told.png", "grey16.png", "interlaced.png", "moving.png", "plain.webp", "told.webp", "moving.webp",
        "plain.tif", "told.tif", "tiled.tif", "big.tif", "rich.jpg", "motion.jpg", "north-east.jpg", "motion-photo.jpg",
        "plain.heic", "told.heic", "turned.heic", "thumbnail.heic", "plain.avif", "told.avif", "told.jxl", "turned.jxl",
        "plain.mp4", "told.mp4", "fast.mp4", "fragmented.mp4", "plain.mov", "told.mov",
    ]

    @Test("is read by the library and by exiftool, and nothing else of the file changes", arguments: writable)
    func everyFormat(_ name: String) async throws {
        let before = try await Self.sample(name)
        let once = try await Self.embedded(Self.titled, in: before)
        // The second packet replaces the first.
        let after = try await Self.embedded(Self.titled, in: once)
        let folders = try (0..<2).map { _ in try RedactionSamples.folder() }
        defer { for folder in folders { try? FileManager.default.removeItem(at: folder) } }
        let files = folders.map { $0.appending(path: name) }
        try Data(before).write(to: files[0])
        for bytes in [once, after] {
            let facts = try await Self.pool.inspect(bytes)
            #expect(facts.title == "A & <Ü> 🏔️" && facts.altText == "A tower" && facts.rating == 4)
            #expect(Set(facts.keywords).isSuperset(of: ["Places/Paris", "night"]), "\(facts.keywords)")
            try Data(bytes).write(to: files[1])
            #expect(try RedactionSamples.pixels(of: files[0]) == RedactionSamples.pixels(of: files[1]))
            let tags = try folders.map { try #require(RedactionSamples.tags(in: $0).first).1 }
            #expect(tags[1]["XMP-dc:Title"] as? String == "A & <Ü> 🏔️")
            #expect(tags[1]["XMP-iptcCore:AltTextAccessibility"] as? String == "A tower")
            #expect(tags[1]["XMP-lr:HierarchicalSubject"] as? String == "Places|Paris")
            let warnings = tags.map { $0["ExifTool:Warning"] as? String }
            // In an animation it is the last chunk.
            #expect(
                warnings[0] == warnings[1] || name == "moving.png" && warnings[1]?.contains("after PNG IDAT") == true)
            let others = tags.map { $0.filter { !Self.mayDiffer($0.key, name) }.mapValues { "\($0)" } }
            for (tag, value) in others[0] { #expect(others[1][tag] == value, "\(tag)") }
            for tag in others[1].keys { #expect(others[0][tag] != nil, "\(tag)") }
            // Other properties of the file's own packet.
            for (tag, value) in tags[0] where tag.hasPrefix("XMP-photoshop:") || tag.hasPrefix("XMP-GCamera:") {
                #expect("\(tags[1][tag] ?? "")" == "\(value)", "\(tag)")
            }
        }
    }

    private static func mayDiffer(_ tag: String, _ name: String) -> Bool {
        // libtiff splits the only strip of this file.
        if name == "big.tif", ["Strip", "RowsPerStrip"].contains(where: tag.dropFirst(5).hasPrefix) { return true }
        return ["XMP", "System", "ExifTool", "SourceFile"].contains { tag.hasPrefix($0) }
            || [
                "RIFF:WebP_Flags", "RIFF:WebPFlags", "File:FileType", "IFD0:ApplicationNotes",
                "IFD0:PlanarConfiguration",
            ]
            .contains(tag)
            || tag.hasPrefix("RIFF:") || tag.hasPrefix("Composite:")
            // The offset of a HEIF's pixels, and the container that JPEG XL without one has got.
            || tag == "QuickTime:MediaDataOffset" || name.hasSuffix(".jxl") && tag.hasPrefix("Jpeg2000:")
    }

    @Test("keeps the bytes of a JPEG around its packet, and the video of a motion photo")
    func around() async throws {
        let before = try await Self.sample("motion-photo.jpg")
        let embedding = try await Self.changes(Self.titled, in: before).get()
        #expect(embedding.splices.count == 1, "one packet takes the place of another")
        let after = try await Self.embedded(Self.titled, in: before)
        let place = Int(embedding.splices[0].offset), removed = Int(embedding.splices[0].removed)
        let rest = before[(place + removed)...]
        #expect(after.starts(with: before[..<place]) && after.suffix(rest.count).elementsEqual(rest))
        #expect(try await Self.pool.inspect(after).subtypes.contains(.live))
    }

    @Test("is not put where something would be lost or not be found again")
    func refused() async throws {
        let rich = try await Self.sample("rich.jpg")
        let name = Array("MPF\0".utf8)
        let further = rich[..<2] + [0xFF, 0xE2, 0, 10] + name + [0x4D, 0x4D, 0, 0x2A] + rich[2...] + rich
        var files: [(String, [UInt8])] = [
            ("with further pictures", Array(further)),
            ("with a preview behind it", try await Self.sample("north-east.jpg") + [1, 2, 3]),
        ]
        let xmp = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Self.packet("<xmp:Label>Red</xmp:Label>")
        let segment = [0xFF, 0xE1] + [UInt8((xmp.count + 2) >> 8), UInt8((xmp.count + 2) & 0xFF)] + xmp
        let once = Array(try TestPhoto.plain("336699").bytes)
        files.append(("with two packets", Array(once[..<2]) + segment + segment + once[2...]))
        #expect(try await Self.embedded(Self.titled, in: Array(once[..<2]) + segment + once[2...]).count > once.count)
        for name in ["told.dng", "still.gif"] {
            files.append((name, try await Self.sample(name)))
        }
        for (name, bytes) in files {
            await #expect(throws: JobRefusal.self, "\(name)") { _ = try await Self.changes(Self.titled, in: bytes) }
        }
        // A segment of a JPEG holds fewer bytes than a chunk of a PNG.
        let long = Self.packet("<dc:source>\(String(repeating: "s", count: 100_000))</dc:source>")
        await #expect(throws: JobRefusal.self) { _ = try await Self.changes(long, in: rich) }
        let picture = try await Self.embedded(long, in: try await Self.sample("plain.png"))
        #expect(picture.count > 100_000)
    }

    @Test("takes the place of what the file says under prefixes of its own")
    func prefixes() async throws {
        let own = Array(
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:mine="http://www.digikam.org/ns/1.0/">
            <mine:TagsList><rdf:Bag><rdf:li>Secret</rdf:li></rdf:Bag></mine:TagsList></rdf:Description></rdf:RDF></x:xmpmeta>
            """.utf8)
        // A new worker, which knows no prefix of the schema.
        let pool = WorkerPool.real()
        let xmp = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + own
        let photo = Array(try TestPhoto.plain("336699").bytes)
        let bytes =
            Array(photo[..<2]) + [0xFF, 0xE1, UInt8((xmp.count + 2) >> 8), UInt8((xmp.count + 2) & 0xFF)] + xmp
            + photo[2...]
        let job = EmbeddingJob(
            Self.titled, in: try .sealedMemory(named: "file", holding: bytes), for: .somebody)
        let embedding = try await pool.embedding(job).get()
        let text = String(decoding: embedding.splices.flatMap(\.bytes), as: UTF8.self)
        #expect(text.contains("night") && !text.contains("Secret"), "\(text)")
    }

    @Test("is not put into a TIFF of which libtiff would change a value")
    func changedValue() async throws {
        var bytes = try await Self.sample("plain.tif")
        let isLittle = bytes[0] == 0x49
        func number(_ offset: Int, _ count: Int) -> Int {
            let part = bytes[offset..<offset + count]
            return (isLittle ? Array(part.reversed()) : Array(part)).reduce(0) { $0 << 8 | Int($1) }
        }
        let start = number(4, 4)
        let entries = (0..<number(start, 2)).map { start + 2 + 12 * $0 }
        let resolution = try #require(entries.first { number($0, 2) == 282 })
        let place = number(resolution + 8, 4)
        // A fraction that does not fit into 32-bit numbers.
        let digits: [UInt8] = [1, 0, 0, 1, 0, 0, 0, 1]
        for (index, digit) in digits.enumerated() {
            bytes[place + (isLittle ? index / 4 * 4 + 3 - index % 4 : index)] = digit
        }
        await #expect(throws: JobRefusal.self) { _ = try await Self.changes(Self.titled, in: bytes) }
    }

    /// libtiff reads missing samples from the bytes that follow in the file, where the packet would be.
    @Test("is not put into a TIFF whose last strip is too short")
    func shortStrip() async throws {
        func picture(missing: Int) -> [UInt8] {
            var builder = TIFFBuilder(width: 16, height: 16, samples: 3, bits: 8, photometric: 2)
            builder.add(278, 3, [8])
            let strip = [UInt8](repeating: 90, count: 16 * 8 * 3)
            builder.addParts([strip, Array(strip.dropLast(missing))], offsets: 273, counts: 279)
            return builder.bytes
        }
        _ = try await Self.changes(Self.titled, in: picture(missing: 0)).get()
        await #expect(throws: JobRefusal.self) { try await Self.changes(Self.titled, in: picture(missing: 48)).get() }
    }

    @Test(
        "is an error of its own if it is no XMP",
        arguments: [
            "hello", "<a/>", "<x:xmpmeta xmlns:x='adobe:ns:meta/'/>", "\u{0}", "<x:xmpmeta",
            "<!DOCTYPE x [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;'>]>",
        ])
    func noXMP(_ text: String) async throws {
        let file = try await Self.sample("rich.jpg")
        var packet = Array(text.utf8)
        if text.hasPrefix("<!") { packet += Self.packet("<dc:source>&b;</dc:source>") }
        let result = try await Self.changes(packet, in: file)
        #expect(throws: XMPEmbeddingError.self) { try result.get() }
        let garbled = try await Self.changes(Self.titled + [0xFF, 0xFE], in: file)
        #expect(throws: XMPEmbeddingError.self) { try garbled.get() }
    }

    @Test("survives damaged files: what is made of them can be read, or is refused", .long)
    func damaged() async throws {
        var random = SeededRandom(seed: 11)
        var survivors = 0
        let names = [
            "rich.jpg", "motion-photo.jpg", "told.png", "told.webp", "moving.webp", "told.tif", "big.tif", "told.heic",
            "thumbnail.heic", "told.avif", "told.jxl", "told.mp4", "fragmented.mp4", "told.mov",
        ]
        for name in names {
            let original = try await Self.sample(name)
            for _ in 0..<60 {
                let damaged = RedactionSamples.damaged(original, &random)
                guard let facts = try? await Self.pool.inspect(damaged),
                    let after = try? await Self.embedded(Self.titled, in: damaged)
                else { continue }
                survivors += 1
                let again = try await Self.pool.inspect(after)
                #expect(again.pixelWidth == facts.pixelWidth && again.title != nil, "\(name)")
            }
        }
        #expect(survivors > 40)
    }
}
