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

    private static func replaced(_ picture: [UInt8], by original: [UInt8]) async throws -> [UInt8] {
        let file = try await pool.replaceMetadata(
            MetadataReplacementJob(
                of: .sealedMemory(named: "picture", holding: picture), size: UInt64(picture.count),
                by: .sealedMemory(named: "original", holding: original), for: owner))
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
