import FilmgateModel
import FilmgateSystem
import FilmgateTestKit
import FilmgateWorkers
import Foundation
import Synchronization
import Testing

@Suite("Metadata written into an edited picture")
struct MetadataReplacementJobTests {
    private static let pool = WorkerPool.real()
    private static let owner = JobOwner(
        user: 1000, client: ClientID(.flatpak, "org.example.App")!, keepsPlaceFree: false)

    private static func replaced(
        _ picture: [UInt8], by original: [UInt8], omitsOpaque: Bool = false
    ) async throws -> [UInt8] {
        let file = try await pool.replaceMetadata(
            MetadataReplacementJob(
                of: .sealedMemory(named: "picture", holding: picture), size: UInt64(picture.count),
                by: .sealedMemory(named: "original", holding: original), omitsOpaque: omitsOpaque, for: owner))
        return try file.bytes(at: 0, count: Int(file.facts().size))
    }

    private static func tags(of file: [UInt8]) async throws -> FileMetadata {
        try await pool.metadata(of: .sealedMemory(named: "file", holding: file), for: owner)
    }

    private static func sample(_ name: String) async throws -> [UInt8] {
        [UInt8](try Data(contentsOf: try await RedactionSamples.made.value.appending(path: name)))
    }

    @Test(
        "is that of the original, in every format that can be written, and the pixels stay",
        arguments: ["motion.jpg", "told.png", "plain.webp", "told.webp", "plain.tif", "told.tif"],
        ["rich.jpg", "told.heic", "told.tif", "told.dng", "told.png", "motion-photo.jpg"])
    func everyFormat(_ picture: String, _ original: String) async throws {
        let (before, source) = (try await Self.sample(picture), try await Self.sample(original))
        let after = try await Self.replaced(before, by: source)
        let facts = try await Self.pool.inspect(after)
        let (old, expected) = (try await Self.pool.inspect(before), try await Self.pool.inspect(source))
        #expect(facts.mimeType == old.mimeType && facts.pixelWidth == old.pixelWidth)
        #expect(facts.pixelHeight == old.pixelHeight)
        #expect(facts.title == expected.title && facts.keywords == expected.keywords)
        let (reported, all) = (try await Self.tags(of: after), try await Self.tags(of: source))
        for name in ["exif:GPSLatitude", "exif:GPSLongitude", "tiff:Model"] {
            #expect(reported[name] == all[name], "\(name)")
        }
        // In PNG, Exiv2 returns the date by XMP's name for the creation of the picture.
        if picture != "told.png" {
            #expect(reported["exif:DateTimeOriginal"] == all["exif:DateTimeOriginal"])
        }
        let folder = try RedactionSamples.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let copies = [("before-" + picture, before), ("after-" + picture, after)].map { name, bytes in
            (folder.appending(path: name), bytes)
        }
        for (file, bytes) in copies { try Data(bytes).write(to: file) }
        #expect(try RedactionSamples.pixels(of: copies[0].0) == RedactionSamples.pixels(of: copies[1].0))
    }

    @Test("leaves out what describes the original's pixels: its orientation, size, thumbnail and motion")
    func structure() async throws {
        let after = try await Self.replaced(try TestPhoto.large().bytes, by: try await Self.sample("motion-photo.jpg"))
        #expect(try await !Self.pool.inspect(after).subtypes.contains(.live))
        let turned = try TestPhoto.tagged(["-Orientation#=6", "-Artist=Somebody", "-ExifImageWidth=320"]).bytes
        let upright = try await Self.replaced(try TestPhoto.large().bytes, by: turned)
        #expect(try await Self.pool.inspect(upright).orientation == 1)
        let metadata = try await Self.tags(of: upright)
        #expect(metadata["exif:PixelXDimension"] == ["1600"] && metadata["tiff:Artist"] == ["Somebody"])
    }

    @Test("leaves out maker notes, unknown tags, layers and long values if they could hide a picture")
    func opaque() async throws {
        let word = "PLANTED"
        let described = try TestPhoto.tagged(["-XMP-dc:Title=A title", "-XMP-acdsee:Notes=\(word)"]).bytes
        let original = Self.withOpaqueExif(Array(word.utf8), in: described)
        let picture = try TestPhoto.large().bytes
        let after = try await Self.replaced(picture, by: original, omitsOpaque: true)
        let metadata = try await Self.tags(of: after)
        #expect(metadata["dc:title"] == ["A title"] && metadata["tiff:Make"] == ["Canon"])
        #expect(metadata["exif:ColorSpace"] == ["1"], "the picture is in sRGB")
        #expect(after.firstRange(of: word.utf8) == nil)
        // An edit keeps all of it.
        let edit = try await Self.replaced(picture, by: original)
        #expect(edit.firstRange(of: word.utf8) != nil)
        #expect(try await Self.tags(of: edit)["exif:ColorSpace"] == ["65535"])
    }

    /// Adds Exif that has the word in a maker note, in an unknown tag, and in the layers of Photoshop, and a long value.
    private static func withOpaqueExif(_ word: [UInt8], in picture: [UInt8]) -> [UInt8] {
        let long = [UInt8](repeating: 0x20, count: 20_000) + word + [0]
        func main(_ subdirectory: Int) -> [UInt8] {
            directory(
                [
                    (0x010E, 2, long), (0x010F, 2, Array("Canon\0".utf8)), (0x8769, 4, little(subdirectory, 4)),
                    (0x935C, 7, word), (0xFDFE, 7, word),
                ], at: 8)
        }
        let offset = 8 + main(0).count
        let camera = directory([(0x927C, 7, word + word), (0xA001, 3, [0xFF, 0xFF])], at: offset)
        let block = Array("Exif\0\0II*\0".utf8) + little(8, 4) + main(offset) + camera
        let length = block.count + 2
        let segment = [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + block
        return picture[..<2] + segment + picture[2...]
    }

    private static func directory(_ tags: [(tag: Int, type: Int, value: [UInt8])], at offset: Int) -> [UInt8] {
        var (entries, values): ([UInt8], [UInt8]) = ([], [])
        let end = offset + 2 + 12 * tags.count + 4
        for tag in tags {
            let size = [3: 2, 4: 4][tag.type] ?? 1
            entries += little(tag.tag, 2) + little(tag.type, 2) + little(tag.value.count / size, 4)
            if tag.value.count > 4 {
                entries += little(end + values.count, 4)
                values += tag.value
            } else {
                entries += tag.value + [UInt8](repeating: 0, count: 4 - tag.value.count)
            }
        }
        return little(tags.count, 2) + entries + [0, 0, 0, 0] + values
    }

    private static func little(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    @Test("cannot be written into formats that Exiv2 does not write, nor into damaged files")
    func unwritable() async throws {
        let original = try await Self.sample("rich.jpg")
        for name in ["told.heic", "told.avif"] {
            let picture = try await Self.sample(name)
            await #expect(throws: JobRefusal.self) { try await Self.replaced(picture, by: original) }
        }
        let text = Array("no picture".utf8)
        await #expect(throws: JobRefusal.self) { try await Self.replaced(text, by: original) }
        let plain = try TestPhoto.large().bytes
        await #expect(throws: JobRefusal.self) { try await Self.replaced(plain, by: text) }
    }

    @Test("takes time, which its client is charged for, and is refused to one that has no time left")
    func time() async throws {
        let (picture, original) = (try TestPhoto.large().bytes, try await Self.sample("rich.jpg"))
        func replacement(isAllowed: Bool, charge: @escaping @Sendable (Duration) -> Void) throws
            -> MetadataReplacementJob
        {
            MetadataReplacementJob(
                of: try .sealedMemory(named: "picture", holding: picture), size: UInt64(picture.count),
                by: try .sealedMemory(named: "original", holding: original), for: Self.owner,
                meter: JobMeter(isAllowed: { isAllowed }, charge: charge))
        }
        let spent = Mutex(Duration.zero)
        _ = try await Self.pool.replaceMetadata(replacement(isAllowed: true) { time in spent.withLock { $0 += time } })
        #expect(spent.withLock { $0 } > .zero)
        await #expect(throws: JobRefusal.notAllowed) {
            try await Self.pool.replaceMetadata(replacement(isAllowed: false) { _ in Issue.record("it has begun") })
        }
    }

    @Test("survives damaged originals", .long)
    func damaged() async throws {
        var random = SeededRandom(seed: 5)
        let picture = try TestPhoto.large().bytes
        for name in ["rich.jpg", "told.tif", "told.heic", "told.png"] {
            let original = try await Self.sample(name)
            for _ in 0..<40 {
                do {
                    let after = try await Self.replaced(picture, by: RedactionSamples.damaged(original, &random))
                    #expect(try await Self.pool.inspect(after).pixelWidth == 1600)
                } catch is JobRefusal {
                    // A worker may crash; the next one must work.
                }
            }
        }
    }
}
