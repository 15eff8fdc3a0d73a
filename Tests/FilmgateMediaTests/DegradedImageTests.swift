import FilmgateModel
import FilmgateTestKit
import FilmgateWorkers
import Foundation
import Testing

@Suite("Degraded images")
struct DegradedImageTests {
    private static let pool = WorkerPool.real()

    @Test("come from the thumbnail of a JPEG, turned as its picture is")
    func thumbnail() async throws {
        let file = try await SampleMedia.formats.appending(path: "thumbnail-small.jpg")
        let (image, pixels) = try #require(try await Self.pool.degradedPixels(of: file))
        #expect(image.pixelWidth == 24 && image.pixelHeight == 32)
        let stored = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).jpg")
        defer { try? FileManager.default.removeItem(at: stored) }
        let command = "exiftool -b -ThumbnailImage '\(file.path)' >'\(stored.path)'"
        #expect(try ChildProcess.run(["/bin/sh", "-c", command]).code == 0)
        let expected = try decodedByFFmpeg(stored, filter: "transpose=clock")
        #expect(signalToNoise(luma(pixels), luma(expected)) >= 35)
        let (small, _) = try #require(try await Self.pool.degradedPixels(of: file, 20))
        #expect(small.pixelWidth == 15 && small.pixelHeight == 20)
    }

    @Test("show the part that is asked for")
    func crop() async throws {
        let file = try await SampleMedia.formats.appending(path: "thumbnail-small.jpg")
        let bytes = [UInt8](try Data(contentsOf: file))
        let (_, whole) = try #require(try await Self.pool.degradedPixels(of: bytes))
        let part = try #require(UnitRectangle(x: 0.5, y: 0.5, width: 0.5, height: 0.5))
        let (image, pixels) = try #require(try await Self.pool.degradedPixels(of: bytes, crop: part))
        #expect(image.pixelWidth == 12 && image.pixelHeight == 16)
        var corner: [UInt8] = []
        for row in 16..<32 { corner += whole[(row * 96 + 48)..<(row * 96 + 96)] }
        #expect(pixels == corner)
    }

    @Test("come from an eighth of a JPEG if its thumbnail has bars, unless no more is asked for anyway")
    func eighth() async throws {
        let file = try await SampleMedia.formats.appending(path: "thumbnail-bars.jpg")
        let (image, pixels) = try #require(try await Self.pool.degradedPixels(of: file))
        #expect(image.pixelWidth == 60 && image.pixelHeight == 80)
        let expected = try await Self.pool.pixels(of: file, 80).1
        #expect(signalToNoise(luma(pixels), luma(expected)) >= 30)
        #expect(try await Self.pool.degradedPixels(of: file, 80) == nil)
    }

    @Test("come from the thumbnail of HEIF, upright", arguments: HEIFOrientation.allCases)
    func heif(_ orientation: HEIFOrientation) async throws {
        let bytes = try turnedHEIF(128, 96, orientation, thumbnail: 64)
        let (image, pixels) = try #require(try await Self.pool.degradedPixels(of: bytes))
        let isUpright = orientation == .normal || orientation == .half
        #expect(image.pixelWidth == (isUpright ? 64 : 48) && image.pixelHeight == (isUpright ? 48 : 64))
        var specification = ImageSpecification()
        (specification.width, specification.format) = (image.pixelWidth, .pixels)
        let (_, expected) = try await Self.pool.image(of: bytes, specification)
        #expect(signalToNoise(pixels, expected) >= 30)
    }

    @Test("come from the preview of a RAW", arguments: ["preview-told.dng", "preview-turned.dng"])
    func raw(_ name: String) async throws {
        let file = try await SampleMedia.formats.appending(path: name)
        let (image, pixels) = try #require(try await Self.pool.degradedPixels(of: file, 60))
        #expect(max(image.pixelWidth, image.pixelHeight) == 60)
        #expect(pixels == (try await Self.pool.pixels(of: file, 60, version: .unadjusted)).1)
    }

    @Test(
        "are not made if nothing is decoded faster",
        arguments: [
            "plain.png", "plain.webp", "still.gif", "plain.tif", "told.dng", "plain.heic", "plain.avif", "plain.mp4",
            "thumbnail-damaged-small.jpg",
        ])
    func none(_ name: String) async throws {
        #expect(try await Self.pool.degradedPixels(of: SampleMedia.formats.appending(path: name)) == nil)
    }
}
