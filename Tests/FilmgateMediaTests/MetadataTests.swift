import FilmgateModel
import FilmgateSystem
import FilmgateTestKit
import FilmgateWorkers
import Foundation
import Testing

/// Two independent programs read the same files.
@Suite("Metadata of a file")
struct MetadataTests {
    private static let pool = WorkerPool.real(count: 2)
    static let formats = ["jpg", "png", "webp", "gif", "tif", "dng", "heic", "avif", "mov", "mp4"]

    @Test("is what exiftool reads in it, in every format", .long, arguments: formats)
    func exiftool(_ format: String) async throws {
        let file = try await RichSamples.made.value.appending(path: "rich.\(format)")
        let reported = try await Self.read(file)
        let expected = try RichSamples.exiftool(file)
        var compared = 0
        for (name, tag) in RichSamples.tags {
            guard let value = expected[tag] else { continue }
            let texts = reported[name]
            #expect(RichSamples.agree(texts, value), "\(name): \(texts), exiftool's \(tag): \(value)")
            compared += 1
        }
        #expect(compared >= (["mov", "mp4", "gif"].contains(format) ? 12 : 30), "\(compared)")
        #expect(reported.names.allSatisfy { XMPVocabulary.meaning(of: $0) != nil })
        #expect(!reported.names.contains { $0.lowercased().contains("makernote") })
    }

    /// exiv2 writes numbers in the form of Exif, which is also that of XMP.
    @Test("is what exiv2 reads in it, word for word", arguments: ["jpg", "png", "webp", "tif", "dng"])
    func exiv2(_ format: String) async throws {
        let file = try await RichSamples.made.value.appending(path: "rich.\(format)")
        let reported = try await Self.read(file)
        let run = try ChildProcess.run(["/usr/bin/exiv2", "-q", "-PEkv", file.path])
        var compared = 0
        for line in run.output.split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
            let leaf = String(parts[0].split(separator: ".").last ?? "")
            // Dates, coordinates and Windows's texts have a different form; exiftool checks them.
            guard parts.count == 2, !leaf.contains("Date"), !leaf.hasPrefix("GPSL"),
                !["GPSTimeStamp", "GPSVersionID", "XPAuthor"].contains(leaf),
                let name = ["tiff:", "exif:", "exifEX:"].map({ $0 + leaf }).first(where: { reported.names.contains($0) }
                )
            else { continue }
            let value = parts[1].trimmingCharacters(in: .whitespaces)
            let expected =
                ["ExifVersion", "FlashpixVersion"].contains(leaf)
                ? value.split(separator: " ").compactMap { UInt8($0) }.map { String(Unicode.Scalar($0)) }.joined()
                : leaf == "UserComment"
                    ? value.replacing("charset=Ascii ", with: "").replacing("charset=\"Ascii\" ", with: "") : value
            #expect(reported[name].first == expected, "\(name)")
            compared += 1
        }
        #expect(compared >= 30, "\(compared)")
    }

    /// If Exif and XMP differ, exiftool may return the other value, so this compares only Exif.
    @Test("is what exiftool reads in real cameras' files", .enabled(if: samples != nil))
    func realFiles() async throws {
        let folder = try #require(Self.samples)
        var compared = 0
        for case let file as URL in FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
            ?? .init()
        where ["jpg", "heic", "avif", "webp"].contains(file.pathExtension.lowercased()) {
            let reported = try await Self.read(file)
            let expected = try RichSamples.exiftool(file, groups: ["-IFD0:all", "-ExifIFD:all", "-GPS:all"])
            for (name, tag) in RichSamples.tags {
                guard let value = expected[tag], !"\(value)".trimmingCharacters(in: .whitespaces).isEmpty else {
                    continue
                }
                let texts = reported[name]
                #expect(
                    RichSamples.agree(texts, value), "\(file.lastPathComponent), \(name): \(texts), \(tag): \(value)")
                compared += 1
            }
        }
        #expect(compared > 500)
    }

    private static let samples = ProcessInfo.processInfo.environment["SAMPLES"].flatMap {
        $0.isEmpty ? nil : URL(filePath: $0)
    }

    @Test("has XMP's names for the data sets of IPTC", arguments: ["jpg", "tif"])
    func iptc(_ format: String) async throws {
        let file = try await RichSamples.written(RichSamples.ofIPTC, as: format)
        defer { RichSamples.remove(file) }
        let reported = try await Self.read(file)
        let expected = [
            "dc:title": ["A title ä"], "dc:subject": ["one", "two"], "dc:creator": ["Somebody", "Else"],
            "dc:description": ["What it shows"], "dc:rights": ["No rights"], "photoshop:City": ["Budapest"],
            "Iptc4xmpCore:Location": ["Chain Bridge"], "photoshop:State": ["Pest"], "photoshop:Country": ["Hungary"],
            "Iptc4xmpCore:CountryCode": ["HUN"], "photoshop:Headline": ["News"], "photoshop:Credit": ["Agency"],
            "photoshop:Source": ["Archive"], "photoshop:Instructions": ["None"], "photoshop:CaptionWriter": ["Writer"],
            "photoshop:AuthorsPosition": ["Staff"], "photoshop:TransmissionReference": ["Job"],
            "photoshop:Category": ["CAT"], "photoshop:SupplementalCategories": ["more", "most"],
            "photoshop:Urgency": ["5"], "photoshop:DateCreated": ["2024-05-01T12:00:05+02:00"],
            "xmp:CreatorTool": ["Program"],
        ]
        for (name, texts) in expected { #expect(reported[name] == texts, "\(name)") }
        // exiftool must read what was written.
        let read = try RichSamples.exiftool(file)
        #expect(read["ObjectName"] as? String == "A title ä" && read["Sub-location"] as? String == "Chain Bridge")
    }

    @Test("has XMP's names for the texts of PNG")
    func texts() async throws {
        let file = try await RichSamples.written(
            [
                "-PNG:Title=A title", "-PNG:Author=Somebody", "-PNG:Copyright=No rights", "-PNG:Software=Program",
                "-PNG:Comment=A comment", "-PNG:Description=What it shows", "-PNG:Source=Camera",
            ], as: "png")
        defer { RichSamples.remove(file) }
        let reported = try await Self.read(file)
        let expected = [
            "dc:title": ["A title"], "dc:creator": ["Somebody"], "dc:rights": ["No rights"],
            "xmp:CreatorTool": ["Program"], "exif:UserComment": ["A comment"], "dc:description": ["What it shows"],
            "dc:source": ["Camera"],
        ]
        for (name, texts) in expected { #expect(reported[name] == texts, "\(name)") }
    }

    @Test("comes from Exif before XMP for the camera, and from XMP before IPTC for people's texts")
    func order() async throws {
        let both = [
            "-EXIF:FNumber=2.8", "-XMP-exif:FNumber=4", "-XMP-exif:ExposureTime=1/60", "-XMP-dc:Title=of XMP",
            "-IPTC:ObjectName=of IPTC", "-IPTC:Headline=only IPTC", "-XMP-exif:GPSLatitude=47.4979",
            "-XMP-exif:GPSLongitude=-19.0402", "-XMP-exif:ISO=200",
        ]
        let file = try await RichSamples.written(both, as: "jpg")
        defer { RichSamples.remove(file) }
        let reported = try await Self.read(file)
        #expect(reported["exif:FNumber"] == ["14/5"] && reported["exif:ExposureTime"] == ["1/60"])
        #expect(reported["dc:title"] == ["of XMP"] && reported["photoshop:Headline"] == ["only IPTC"])
        #expect(reported["exif:GPSLatitude"] == ["47,29.874000N"] && reported["exif:GPSLongitude"] == ["19,2.412000W"])
        #expect(reported["exifEX:PhotographicSensitivity"] == ["200"])
    }

    @Test("of a BigTIFF is what exiftool reads in it")
    func bigTIFF() async throws {
        let file = try await SampleMedia.formats.appending(path: "big.tif")
        let reported = try await Self.read(file)
        let expected = try RichSamples.exiftool(file)
        for tag in ["ImageWidth", "BitsPerSample", "Compression", "SamplesPerPixel", "XResolution", "ResolutionUnit"] {
            let value = try #require(expected[tag])
            #expect(RichSamples.agree(reported["tiff:\(tag)"], value), "\(tag): \(reported["tiff:\(tag)"]), \(value)")
        }
    }

    @Test("is none for a file that tells nothing", arguments: ["plain.png", "plain.webp", "still.gif"])
    func plain(_ name: String) async throws {
        #expect(try await Self.read(SampleMedia.formats.appending(path: name)).tags.isEmpty)
    }

    @Test("of a redacted copy has nothing of the kinds that were removed", .long, arguments: RedactionTests.reported)
    func redacted(_ name: String) async throws {
        let bytes = [UInt8](try Data(contentsOf: try await RedactionSamples.made.value.appending(path: name)))
        for kind in MetadataKind.allCases {
            let before = try await Self.read(bytes)
            #expect(before.names.contains { XMPVocabulary.meaning(of: $0) == .kind(kind) }, "\(kind)")
            let (copy, _) = try await RedactionTests.redacted(bytes, of: [kind])
            let reported = try await Self.read(copy)
            let left = reported.names.filter { [.kind(kind), .opaque].contains(XMPVocabulary.meaning(of: $0)) }
            #expect(left.isEmpty || left == ["exif:GPSVersionID"], "\(name), \(kind): \(left)")
        }
    }

    @Test("that is damaged is plausible, or the file is refused", .long, arguments: formats)
    func damaged(_ format: String) async throws {
        let file = try await RichSamples.made.value.appending(path: "rich.\(format)")
        let bytes = [UInt8](try Data(contentsOf: file))
        var random = SeededRandom(seed: UInt64(format.utf8.reduce(0) { $0 + Int($1) }))
        var read = 0
        for _ in 0..<60 {
            let other = RedactionSamples.damaged(bytes, &random)
            do throws(JobRefusal) {
                let reported = try await Self.metadata(other)
                #expect(reported.isPlausible)
                read += 1
            } catch {
                guard case .invalidContent(let reason) = error else { continue }
                #expect(!reason.contains("stops its reader"), "\(format)")
            }
        }
        #expect(read > 0)
    }

    @Test("of a file that takes over its worker comes through only if it is well-formed")
    func hostile() async throws {
        let pool = WorkerPool(worker: BuiltProgram.path("misbehaving-worker"), count: 1)
        func ask(_ order: String) async throws -> FileMetadata {
            try await pool.metadata(of: Self.memory(Array(order.utf8)), for: .somebody)
        }
        #expect(try await ask("tell a place").names == ["exif:GPSLatitude", "exif:FNumber"])
        for order in [
            "tell an unknown name", "tell twice", "tell too much", "tell a control character", "behave", "babble",
            "answer twice for /dev/null",
        ] {
            await #expect(throws: JobRefusal.self, "\(order)") { try await ask(order) }
        }
    }

    static func read(_ file: URL) async throws -> FileMetadata { try await read([UInt8](Data(contentsOf: file))) }

    static func read(_ bytes: [UInt8]) async throws -> FileMetadata {
        try await pool.metadata(of: memory(bytes), for: .somebody)
    }

    private static func metadata(_ bytes: [UInt8]) async throws(JobRefusal) -> FileMetadata {
        guard let file = try? memory(bytes) else { throw .cancelled }
        return try await pool.metadata(of: file, for: .somebody)
    }

    private static func memory(_ bytes: [UInt8]) throws -> OwnedDescriptor {
        let file = try OwnedDescriptor.memory(named: "test")
        try file.write(bytes)
        return file
    }
}
