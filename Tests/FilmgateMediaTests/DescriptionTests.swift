import FilmgateModel
import FilmgateSystem
import FilmgateTestKit
import FilmgateWorkers
import Foundation
import Testing

@Suite("What a client says of a file that it adds")
struct DescriptionTests {
    private static let pool = WorkerPool.real()

    private static func sample(_ name: String) async throws -> [UInt8] {
        [UInt8](try Data(contentsOf: try await RedactionSamples.made.value.appending(path: name)))
    }

    private static func tags(_ values: KeyValuePairs<String, String>) -> FileMetadata {
        FileMetadata(values.map { FileMetadata.Tag($0.key, $0.value) })
    }

    private static func described(_ bytes: [UInt8], as description: NewFileMetadata) async throws -> [UInt8] {
        let job = EmbeddingJob(description, of: try .sealedMemory(named: "file", holding: bytes), for: .somebody)
        let embedding = try await pool.embedding(job).get()
        #expect(embedding.isPlausible && embedding.fits(UInt64(bytes.count)))
        var (result, end) = ([UInt8](), 0)
        for splice in embedding.splices {
            result += bytes[end..<Int(splice.offset)] + splice.bytes
            end = Int(splice.offset + splice.removed)
        }
        result += bytes[end...]
        if embedding.keepsPlaces(in: UInt64(bytes.count)) {
            // Changes a copy that shares its blocks in place.
            var shared = bytes
            for splice in embedding.splices {
                let place = Int(splice.offset)
                shared.replaceSubrange(place..<min(shared.count, place + splice.bytes.count), with: splice.bytes)
            }
            #expect(shared == result)
        }
        return result
    }

    private static func reported(by bytes: [UInt8]) async throws -> FileMetadata {
        try await pool.metadata(of: .sealedMemory(named: "file", holding: bytes), for: .somebody)
    }

    private static let rich = tags([
        "tiff:Make": "Canon", "tiff:Model": "Canon EOS R6", "exifEX:LensModel": "RF 50", "exif:ExposureTime": "1/200",
        "exif:FNumber": "28/10", "exifEX:PhotographicSensitivity": "400", "exif:UserComment": "Ä note",
        "exif:DateTimeOriginal": "2021-02-03T04:05:06.25+02:00", "exif:GPSLatitude": "47,29.874000N",
        "exif:GPSLongitude": "19,2.412000W", "exif:GPSAltitude": "96/1", "exif:GPSTimeStamp": "2021-02-03T02:05:06Z",
        "dc:title": "Ü & <title>", "dc:description": "two\nlines", "Iptc4xmpCore:AltTextAccessibility": "A <boat>",
        "dc:subject": "one", "dc:creator": "Anna",
        "photoshop:City": "Budapest", "xmp:Rating": "4", "xmpMM:History[1]/stEvt:action": "created",
        "xmpMM:History[2]/stEvt:action": "saved", "Iptc4xmpExt:LocationShown[1]/Iptc4xmpExt:City": "Győr",
        "mwg-rs:Regions/mwg-rs:RegionList[1]/mwg-rs:Name": "Anna",
        "mwg-rs:Regions/mwg-rs:RegionList[1]/mwg-rs:Area/stArea:x": "0.5",
    ])

    private static let samples = [
        "plain.png", "told.png", "interlaced.png", "moving.png", "plain.webp", "told.webp", "moving.webp", "rich.jpg",
        "orientation-6.jpg", "north-east.jpg", "motion-photo.jpg", "plain.heic", "told.heic", "plain.avif", "told.avif",
        "told.jxl",
    ]

    @Test("is told by the library and by exiftool, and pixels and everything else stay", arguments: samples)
    func pictures(_ name: String) async throws {
        let before = try await Self.sample(name)
        let after = try await Self.described(before, as: NewFileMetadata(Self.rich))
        let reported = try await Self.reported(by: after)
        for name in Self.rich.names { #expect(reported[name] == Self.rich[name], "\(name)") }
        let own = try await Self.reported(by: before)
        func property(_ name: String) -> Substring { name.prefix { !"[/".contains($0) } }
        let replaced = Set(Self.rich.names.map(property))
        for name in own.names where !replaced.contains(property(name)) {
            // The date includes these parts.
            if name.hasPrefix("exif:OffsetTime") || name.hasPrefix("exif:SubSecTime") { continue }
            #expect(reported[name] == own[name], "\(name)")
        }
        let facts = try await Self.pool.inspect(after)
        #expect(facts.title == "Ü & <title>" && facts.caption == "two\nlines" && facts.rating == 4)
        #expect(facts.altText == "A <boat>")
        #expect(facts.cameraModel == "Canon EOS R6" && facts.lensModel == "RF 50")
        #expect(facts.timeZoneOffset == 7200 && facts.creationDate?.rawValue == 1_612_317_906_250_000)
        #expect(abs((facts.location?.latitude ?? 0) - 47.4979) < 1e-5)
        #expect(abs((facts.location?.longitude ?? 0) + 19.0402) < 1e-5)
        let folder = try RedactionSamples.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = [before, after].enumerated().map { (folder.appending(path: "\($0)-\(name)"), $1) }
        for (file, bytes) in files { try Data(bytes).write(to: file) }
        #expect(try RedactionSamples.pixels(of: files[0].0) == RedactionSamples.pixels(of: files[1].0))
        let read = try #require(RedactionSamples.tags(in: folder).first { $0.0.contains("/1-") }).1
        #expect(read["IFD0:Model"] as? String == "Canon EOS R6", "\(read)")
        #expect(read["ExifIFD:DateTimeOriginal"] as? String == "2021:02:03 04:05:06")
        #expect(read["ExifIFD:OffsetTimeOriginal"] as? String == "+02:00")
        #expect(read["XMP-dc:Title"] as? String == "Ü & <title>")
        // Each property is written once.
        #expect(read["XMP-tiff:Model"] == nil && read["XMP-exif:DateTimeOriginal"] == nil)
        // The second time, nothing changes.
        let again = try await Self.described(after, as: NewFileMetadata(Self.rich))
        #expect(try await Self.reported(by: again) == reported)
    }

    private static let partial: [(String, Int64)] = [("1957", -410_184_000), ("1957-06", -397_137_600)]

    @Test("has a date of which only a part is known", arguments: partial)
    func partialDates(_ date: String, _ seconds: Int64) async throws {
        let description = NewFileMetadata(Self.tags(["exif:DateTimeOriginal": date]))
        let after = try await Self.described(try await Self.sample("plain.png"), as: description)
        #expect(try await Self.reported(by: after)["exif:DateTimeOriginal"] == [date])
        #expect(try await Self.pool.inspect(after).creationDate?.rawValue == seconds * 1_000_000)
    }

    @Test(
        "is in the XMP of movies and TIFF, which have no block of Exif",
        arguments: ["plain.mp4", "plain.mov", "plain.tif"])
    func packets(_ name: String) async throws {
        let before = try await Self.sample(name)
        let after = try await Self.described(before, as: NewFileMetadata(Self.rich))
        let reported = try await Self.reported(by: after)
        for name in Self.rich.names { #expect(reported[name] == Self.rich[name], "\(name)") }
        #expect(try await Self.pool.inspect(after).title == "Ü & <title>")
    }

    @Test(
        "turns what is shown, without a change of pixels and samples",
        arguments: [
            "plain.png", "plain.webp", "told.jpg", "plain.tif", "big.tif", "plain.mp4", "turned-90.mov", "fast.mp4",
        ], [1, 3, 6, 8, 5] as [UInt32])
    func turned(_ name: String, _ orientation: UInt32) async throws {
        let before = name == "told.jpg" ? try TestPhoto.small("turn").bytes : try await Self.sample(name)
        let after = try await Self.described(before, as: NewFileMetadata(orientation: orientation))
        let (old, new) = (try await Self.pool.inspect(before), try await Self.pool.inspect(after))
        #expect(new.orientation == orientation)
        #expect(new.pixelWidth == old.pixelWidth && new.pixelHeight == old.pixelHeight)
        #expect(new.title == old.title && new.creationDate == old.creationDate && new.location == old.location)
        if old.orientation == orientation { #expect(after == before) }
    }

    @Test("is refused with a sentence if a file cannot say it")
    func refused() async throws {
        let title = NewFileMetadata(Self.tags(["dc:title": "A"]))
        for name in ["still.gif", "told.dng"] {
            let bytes = try await Self.sample(name)
            await #expect(throws: JobRefusal.self, "\(name)") { _ = try await Self.described(bytes, as: title) }
        }
        let values: [(String, NewFileMetadata)] = [
            ("plain.heic", NewFileMetadata(orientation: 6)), ("told.jxl", NewFileMetadata(orientation: 8)),
            ("plain.png", NewFileMetadata(Self.tags(["exif:DateTimeOriginal": "yesterday"]))),
            ("plain.png", NewFileMetadata(Self.tags(["exif:DateTimeOriginal": "2021-02-30"]))),
            ("plain.png", NewFileMetadata(Self.tags(["exif:ExposureTime": "short"]))),
            ("plain.png", NewFileMetadata(Self.tags(["exif:GPSLatitude": "north"]))),
            ("told.tif", NewFileMetadata(Self.tags(["tiff:Make": "Canon"]))),
        ]
        for (name, description) in values {
            let bytes = try await Self.sample(name)
            await #expect(throws: XMPEmbeddingError.self, "\(name) \(description)") {
                _ = try await Self.described(bytes, as: description)
            }
        }
        let broken = Array(try await Self.sample("plain.png").prefix(60))
        await #expect(throws: JobRefusal.self) { _ = try await Self.described(broken, as: title) }
    }

    @Test("survives damaged files: what is made of them can be read, or is refused", .long)
    func damaged() async throws {
        var random = SeededRandom(seed: 30)
        var survivors = 0
        for name in Self.samples + ["told.tif", "told.mp4", "told.mov"] {
            let original = try await Self.sample(name)
            for turn in 0..<30 {
                let damaged = RedactionSamples.damaged(original, &random)
                var description = NewFileMetadata(Self.rich)
                if turn.isMultiple(of: 3) { description.orientation = UInt32(turn % 8 + 1) }
                guard let facts = try? await Self.pool.inspect(damaged),
                    let after = try? await Self.described(damaged, as: description)
                else { continue }
                survivors += 1
                let again = try await Self.pool.inspect(after)
                #expect(again.pixelWidth == facts.pixelWidth && again.title != nil, "\(name)")
            }
        }
        #expect(survivors > 60)
    }
}
