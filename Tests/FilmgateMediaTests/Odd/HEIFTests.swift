import FilmgateModel
import FilmgateTestKit
import FilmgateWorkers
import Foundation
import Testing

@Suite("Odd HEIF and AVIF files")
struct HEIFTests {
    private static let pool = WorkerPool.real(count: 2)

    @Test(
        "are read, and show what other decoders show of the picture", .long, arguments: OddHEIF.Kind.allCases,
        ["heic", "avif"])
    func shown(_ kind: OddHEIF.Kind, _ format: String) async throws {
        let odd = try OddHEIF(kind, format)
        defer { odd.remove() }
        let facts = try await Self.pool.inspect(odd.file)
        #expect(facts.pixelWidth == 64 && facts.pixelHeight == 64)
        #expect(facts.mimeType == "image/\(format)")
        #expect(facts.cameraModel == "Odd 1")
        #expect(!facts.subtypes.contains(.damaged) && !facts.subtypes.contains(.animated))
        let isHDR = [.toneMap, .toneMapWithGainMap, .auxiliaryOfTwo].contains(kind)
        #expect(facts.subtypes.contains(.hdr) == isHDR)
        let shown = try await Self.pool.pixels(of: odd.file)
        #expect(signalToNoise(shown.1, try decodedByFFmpeg(odd.shown, filter: odd.filter)) >= 40)
    }

    @Test("of more than 8 bits are mirrored", arguments: [OddHEIF.Kind.mirrored, .mirroredAndTurned])
    func mirrored(_ kind: OddHEIF.Kind) async throws {
        let odd = try OddHEIF(kind, "heic", isDeep: true)
        defer { odd.remove() }
        let shown = try await Self.pool.pixels(of: odd.file)
        #expect(signalToNoise(shown.1, try decodedByFFmpeg(odd.shown, filter: odd.filter)) >= 35)
    }

    @Test("of an iPhone with iOS 18 have their date, their camera and a picture")
    func tonemapped() async throws {
        let facts = try await Self.pool.inspect(caseFile("ios18.heic"))
        #expect(facts.pixelWidth == 96 && facts.pixelHeight == 64)
        #expect(facts.cameraModel == "iPhone 15 Pro" && facts.cameraMake == "Apple")
        #expect(facts.creationDate == Timestamp(rawValue: 1_761_657_622_000_000))
        #expect(facts.timeZoneOffset == 3600)
        #expect(facts.subtypes.contains(.hdr))
        let image = try await Self.pool.image(of: caseFile("ios18.heic")).0
        #expect(image.pixelWidth == 96 && image.pixelHeight == 64)
    }

    @Test(
        "with a tone map keep it, and lose their metadata, in redacted copies",
        arguments: [OddHEIF.Kind.toneMap, .exifWithoutOffset, .exifWithWrongOffset], ["heic", "avif"])
    func redacted(_ kind: OddHEIF.Kind, _ format: String) async throws {
        let odd = try OddHEIF(kind, format)
        defer { odd.remove() }
        let whole = [UInt8](try Data(contentsOf: odd.file))
        let (copy, found) = try await RedactionTests.redacted(whole, of: Set(MetadataKind.allCases), isCheck: true)
        #expect(found.contains(.metadata) && copy.count == whole.count)
        let facts = try await Self.pool.inspect(copy)
        #expect(facts.cameraModel == nil && facts.subtypes.contains(.hdr) == (kind == .toneMap))
        var specification = ImageSpecification()
        specification.format = .pixels
        let shown = try await Self.pool.image(of: copy, specification).1
        #expect(shown == (try await Self.pool.pixels(of: odd.file).1))
    }

    @Test("of 200 megapixels show their thumbnail")
    func enormous() async throws {
        let file = caseFile("200mp.heic")
        let facts = try await Self.pool.inspect(file)
        #expect(facts.pixelWidth == 16320 && facts.pixelHeight == 12240)
        let image = try await Self.pool.pixels(of: file, 256).0
        #expect(image.pixelWidth == 256 && image.pixelHeight == 192)
    }

    @Test("that are only a sequence are animated, and show their first picture")
    func sequences() async throws {
        let facts = try await Self.pool.inspect(caseFile("sequence.avif"))
        #expect(facts.mediaType == .image && facts.mimeType == "image/avif" && facts.subtypes == [.animated])
        #expect(facts.pixelWidth == 96 && facts.pixelHeight == 64)
        let shown = try await Self.pool.pixels(of: caseFile("sequence.avif")).1
        #expect(signalToNoise(shown, try decodedByFFmpeg(caseFile("sequence.avif"))) >= 25)
        #expect(try await Self.pool.image(of: caseFile("sequence.heics")).0.pixelWidth > 0)
        let made = try SampleVideo(
            ["-f", "lavfi", "-i", "testsrc=s=128x96:r=5:d=1", "-c:v", "libx265", "-x265-params", "log-level=none"],
            name: "made.mp4")
        var bytes = [UInt8](try Data(contentsOf: made.file))
        bytes.replaceSubrange(8..<12, with: Array("msf1".utf8))
        let other = try await Self.pool.inspect(bytes)
        #expect(other.mimeType == "image/heif" && other.subtypes == [.animated] && other.pixelWidth == 128)
        #expect(try await Self.pool.image(of: bytes).0.pixelHeight == 96)
    }

    @Test("that end early are damaged, and show as much as there is")
    func cut() async throws {
        let whole = try turnedHEIF(256, 192, .right, thumbnail: 64)
        for count in [whole.count - 20, whole.count * 9 / 10] {
            let cut = Array(whole.prefix(count))
            guard case .invalidContent = await Self.pool.refusal(of: cut) else {
                Issue.record("\(count) of \(whole.count)")
                continue
            }
        }
    }
}
