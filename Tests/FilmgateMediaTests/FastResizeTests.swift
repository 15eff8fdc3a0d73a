import FilmgateModel
import FilmgateTestKit
import FilmgateWorkers
import Foundation
import Testing

@Suite("Images that are resized fast")
struct FastResizeTests {
    private static let pool = WorkerPool.real()

    @Test(
        "have sides divided by 2, 4 or 8, not shorter than asked, and show the same", .long,
        arguments: [
            ("thumbnail-small.jpg", 100, 120, 160), ("thumbnail-small.jpg", 60, 60, 80),
            ("thumbnail-small.jpg", 241, 480, 640), ("plain.png", 20, 32, 24), ("told.webp", 30, 32, 24),
            ("told.tif", 16, 16, 12), ("plain.heic", 30, 32, 24), ("plain.mp4", 70, 80, 60),
            ("turned-90.mov", 70, 120, 160), ("turned.dng", 30, 30, 40), ("told.dng", 81, 160, 120),
        ] as [(String, UInt32, UInt32, UInt32)])
    func divided(_ name: String, _ asked: UInt32, _ width: UInt32, _ height: UInt32) async throws {
        let file = try await SampleMedia.formats.appending(path: name)
        var specification = ImageSpecification()
        (specification.width, specification.resize, specification.format) = (asked, .fast, .pixels)
        let (image, pixels) = try await Self.pool.image(of: file, specification)
        #expect(image.pixelWidth == width && image.pixelHeight == height)
        (specification.width, specification.resize) = (width, .exact)
        let expected = try await Self.pool.image(of: file, specification).1
        #expect(signalToNoise(luma(pixels), luma(expected)) >= 28)
    }
}
