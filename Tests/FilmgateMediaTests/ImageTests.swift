import FilmgateJobs
import FilmgateModel
import FilmgateTestKit
import FilmgateWorkers
import Foundation
import Testing

@Suite("Images")
struct ImageTests {
    private static let pool = WorkerPool.real()

    @Test("come upright, for every orientation", arguments: 1...8)
    func orientations(_ orientation: Int) async throws {
        let folder = try await SampleMedia.formats
        let (_, stored) = try await Self.pool.pixels(of: folder.appending(path: "orientation-1.jpg"))
        let (image, pixels) = try await Self.pool.pixels(of: folder.appending(path: "orientation-\(orientation).jpg"))
        let isTurned = orientation > 4
        #expect(image.pixelWidth == (isTurned ? 48 : 64) && image.pixelHeight == (isTurned ? 64 : 48))
        let (width, height) = (Int(image.pixelWidth), Int(image.pixelHeight))
        var upright: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let (column, row) = place(x, y, orientation, width: 64, height: 48)
                upright += stored[4 * (row * 64 + column)..<4 * (row * 64 + column) + 4]
            }
        }
        #expect(pixels == upright)
    }

    @Test(
        "show what an independent decoder shows, for every format", .long,
        arguments: [
            "grey.jpg", "plain.png", "grey16.png", "interlaced.png", "still.gif", "moving.gif", "moving.png",
            "told.webp", "told.tif", "told.jxl", "turned.jxl",
        ])
    func formats(_ name: String) async throws {
        let file = try await SampleMedia.formats.appending(path: name)
        let (image, pixels) = try await Self.pool.pixels(of: file)
        #expect(pixels.count == Int(image.pixelWidth * image.pixelHeight * 4))
        if name == "turned.jxl" { #expect(image.pixelWidth == 48 && image.pixelHeight == 64) }
        #expect(signalToNoise(pixels, try decodedByFFmpeg(file)) >= 35)
    }

    @Test(
        "of color JPEGs have the brightness that an independent decoder shows",
        arguments: ["orientation-1.jpg", "progressive.jpg"])
    func brightness(_ name: String) async throws {
        let file = try await SampleMedia.formats.appending(path: name)
        let (_, pixels) = try await Self.pool.pixels(of: file)
        // Decoders enlarge the color of a JPEG, which is stored at half the size, differently.
        #expect(signalToNoise(luma(pixels), luma(try decodedByFFmpeg(file))) >= 35)
    }

    @Test(
        "of HEIF and AVIF are what libheif's own program shows, upright", .long,
        arguments: ["plain.heic", "turned.heic", "plain.avif", "turned.avif"])
    func heif(_ name: String) async throws {
        let file = try await SampleMedia.formats.appending(path: name)
        let shown = FileManager.default.temporaryDirectory.appending(path: "shown-\(UUID().uuidString).png")
        defer { try? FileManager.default.removeItem(at: shown) }
        #expect(try ChildProcess.run(["/usr/bin/heif-convert", file.path, shown.path]).code == 0)
        #expect(signalToNoise(try await Self.pool.pixels(of: file).1, try decodedByFFmpeg(shown)) >= 35)
    }

    @Test("of pictures that claim more pixels than are read are refused before they are decoded")
    func bomb() async throws {
        let file = try await SampleMedia.formats.appending(path: "bomb.png")
        await #expect {
            try await Self.pool.image(of: file)
        } throws: {
            if case .tooLarge = $0 as? JobRefusal { true } else { false }
        }
    }

    @Test(
        "are encoded as asked, without metadata",
        arguments: [
            (ImageSpecification.Format.jpeg, "JPEG"), (.png, "PNG"), (.webp, "WEBP"),
        ])
    func encodings(_ format: ImageSpecification.Format, _ kind: String) async throws {
        var specification = ImageSpecification()
        specification.format = format
        specification.maxPixels = 32
        let file = try await SampleMedia.formats.appending(path: "words-xmp.jpg")
        let (image, bytes) = try await Self.pool.image(of: file, specification)
        #expect(image.pixelWidth == 32 && image.pixelHeight == 24)
        let target = FileManager.default.temporaryDirectory.appending(path: "image-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: target) }
        try Data(bytes).write(to: target)
        let tags = try ChildProcess.run(["/usr/bin/exiftool", "-s", "-G1", target.path]).output
        #expect(tags.contains("FileType                        : \(kind)"))
        for group in ["[IFD0]", "[ExifIFD]", "[XMP", "[IPTC]", "[GPS]"] { #expect(!tags.contains(group), "\(tags)") }
    }

    @Test("are made of a file that ends early only if they may be a part, and of one without pixels never")
    func damaged() async throws {
        let file = try await SampleMedia.formats.appending(path: "orientation-1.jpg")
        let whole = [UInt8](try Data(contentsOf: file))
        let half = Array(whole[..<(whole.count - 200)])
        let small = ImageSpecification.fitting(8, 8)
        for form in [ImageSpecification(), small] {
            await #expect(throws: JobRefusal.self) { try await Self.pool.image(of: half, form) }
            #expect(try await Self.pool.image(of: half, form, takesDamaged: true).0.pixelWidth == form.width ?? 64)
        }
        await #expect(throws: JobRefusal.self) {
            try await Self.pool.image(of: Array(whole[..<20]), takesDamaged: true)
        }
        // The worker still runs.
        #expect(try await Self.pool.image(of: whole).0.pixelWidth == 64)
    }

    /// Returns the stored place of a pixel of the upright picture.
    private func place(_ x: Int, _ y: Int, _ orientation: Int, width: Int, height: Int) -> (column: Int, row: Int) {
        switch orientation {
        case 2: (width - 1 - x, y)
        case 3: (width - 1 - x, height - 1 - y)
        case 4: (x, height - 1 - y)
        case 5: (y, x)
        case 6: (y, height - 1 - x)
        case 7: (width - 1 - y, height - 1 - x)
        case 8: (width - 1 - y, x)
        default: (x, y)
        }
    }
}
