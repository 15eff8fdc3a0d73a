import FilmgateModel
import FilmgateWorkers
@testable import FilmgateRendering
import FilmgateTestKit
import Foundation
import Testing

/// Exiv2 0.27, and with it digiKam, gThumb and Shotwell, writes Exif and IPTC of a PNG as texts.
@Suite("Metadata in the texts of a PNG")
struct PNGRawProfileTests {
    private static let pool = WorkerPool.real()

    @Test("is read, and a redaction says what it removes")
    func written() async throws {
        let file = try await RichSamples.written([], as: "png")
        defer { RichSamples.remove(file) }
        let run = try ChildProcess.run([
            "/usr/bin/exiv2", "-M", "set Iptc.Application2.Keywords Boat", "-M", "set Iptc.Application2.City Budapest",
            "-M",
            "set Exif.Photo.DateTimeOriginal 2007:09:11 13:53:33", "-M", "set Exif.Image.Model Testcamera", "-M",
            "set Exif.Image.Orientation 6", file.path,
        ])
        #expect(run.code == 0)
        let bytes = [UInt8](try Data(contentsOf: file))
        #expect(bytes.contains(Array("Raw profile type iptc".utf8)))
        let facts = try await Self.pool.inspect(file)
        #expect(facts.keywords == ["Boat"] && facts.cameraModel == "Testcamera")
        #expect(facts.creationDate.map { $0.rawValue / 1_000_000 } == 1_189_518_813)
        #expect(facts.orientation == 6)
        let (image, _) = try await Self.pool.pixels(of: file)
        #expect(image.pixelWidth == facts.pixelHeight && image.pixelHeight == facts.pixelWidth, "the picture is turned")
        let kinds = Set(MetadataKind.allCases)
        let (copy, found) = try await RedactionTests.redacted(bytes, of: kinds)
        #expect(found == kinds && !copy.contains(Array("Raw profile".utf8)))
        #expect(try await Self.pool.inspect(copy).keywords.isEmpty)
    }

    @Test("ends where its length says, whatever is behind", arguments: ["", "\n", "\n0", "\n00", "\n\u{0}q\u{FFFD}"])
    func rubbish(_ rest: String) throws {
        let text = Array("\nxmp\n       4\n3C61\n2f3E\(rest)".utf8)
        let profile = try #require(PNGRawProfile(keyword: "Raw profile type xmp", text: text))
        guard case .xmp(let packet) = profile.content else {
            Issue.record("\(profile)")
            return
        }
        #expect(packet == Array("<a/>".utf8))
        #expect(PNGRawProfile(keyword: "Raw profile type xmp", text: Array("\nxmp\n 4\n3C612f".utf8)) == nil)
        #expect(PNGRawProfile(keyword: "Raw profile type xmp", text: Array("\nxmp\n 4\n3C612fq0".utf8)) == nil)
    }

    @Test(
        "counts for a redaction as what it is",
        arguments: [("Keywords", .captions), ("City", .location), ("Byline", .metadata)] as [(String, MetadataKind)])
    func kinds(_ name: String, _ kind: MetadataKind) async throws {
        let file = try await RichSamples.written([], as: "png")
        defer { RichSamples.remove(file) }
        _ = try ChildProcess.run(["/usr/bin/exiv2", "-M", "set Iptc.Application2.\(name) Words", file.path])
        let bytes = [UInt8](try Data(contentsOf: file))
        #expect(try await RedactionTests.redacted(bytes, of: Set(MetadataKind.allCases)).found == [kind])
    }
}
