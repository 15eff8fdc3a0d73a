import FilmgateJobs
import FilmgateMedia
import FilmgateModel
import FilmgateSystem
import FilmgateTestKit
import Foundation
import Testing

@Suite("Images")
struct ImageTests {
    private static let pool = WorkerPool.real()

    @Test("come upright, for every orientation", arguments: 1...8)
    func orientations(_ orientation: Int) async throws {
        let folder = try await SampleMedia.formats
        let (_, stored) = try await Self.pixels(of: folder.appending(path: "orientation-1.jpg"))
        let (image, pixels) = try await Self.pixels(of: folder.appending(path: "orientation-\(orientation).jpg"))
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
        "show what an independent decoder shows, for every format",
        arguments: [
            "grey.jpg", "plain.png", "grey16.png", "interlaced.png", "still.gif", "moving.gif", "moving.png",
            "told.webp",
            "told.tif",
        ])
    func formats(_ name: String) async throws {
        let file = try await SampleMedia.formats.appending(path: name)
        let (image, pixels) = try await Self.pixels(of: file)
        #expect(pixels.count == Int(image.pixelWidth * image.pixelHeight * 4))
        #expect(signalToNoise(pixels, try decoded(file)) >= 35)
    }

    @Test(
        "of color JPEGs have the brightness that an independent decoder shows",
        arguments: ["orientation-1.jpg", "progressive.jpg"])
    func brightness(_ name: String) async throws {
        let file = try await SampleMedia.formats.appending(path: name)
        let (_, pixels) = try await Self.pixels(of: file)
        // Decoders differ in how they enlarge the color of a JPEG, which is stored at half the size.
        #expect(signalToNoise(luma(pixels), luma(try decoded(file))) >= 35)
    }

    @Test(
        "of HEIF and AVIF are what libheif's own program shows, upright",
        arguments: ["plain.heic", "turned.heic", "plain.avif", "turned.avif"])
    func heif(_ name: String) async throws {
        let file = try await SampleMedia.formats.appending(path: name)
        let shown = FileManager.default.temporaryDirectory.appending(path: "shown-\(UUID().uuidString).png")
        defer { try? FileManager.default.removeItem(at: shown) }
        #expect(try ChildProcess.run(["/usr/bin/heif-convert", file.path, shown.path]).code == 0)
        #expect(signalToNoise(try await Self.pixels(of: file).1, try decoded(shown)) >= 35)
    }

    @Test("of pictures that claim more pixels than are read are refused before they are decoded")
    func bomb() async throws {
        let file = try await SampleMedia.formats.appending(path: "bomb.png")
        await #expect {
            try await Self.image(of: file)
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
        specification.width = 32
        let file = try await SampleMedia.formats.appending(path: "words-xmp.jpg")
        let (image, bytes) = try await Self.image(of: file, specification)
        #expect(image.pixelWidth == 32 && image.pixelHeight == 24)
        let target = FileManager.default.temporaryDirectory.appending(path: "image-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: target) }
        try Data(bytes).write(to: target)
        let tags = try ChildProcess.run(["/usr/bin/exiftool", "-s", "-G1", target.path]).output
        #expect(tags.contains("FileType                        : \(kind)"))
        for group in ["[IFD0]", "[ExifIFD]", "[XMP", "[IPTC]", "[GPS]"] { #expect(!tags.contains(group), "\(tags)") }
    }

    @Test("are not made of damaged files, and the worker goes on")
    func damaged() async throws {
        let file = try await SampleMedia.formats.appending(path: "orientation-1.jpg")
        let whole = [UInt8](try Data(contentsOf: file))
        for cut in [whole.count / 2, whole.count - 200] {
            await #expect(throws: JobRefusal.self) { try await Self.image(of: Array(whole[..<cut])) }
        }
        #expect(try await Self.image(of: whole).0.pixelWidth == 64)
    }

    // MARK: Means

    private static func image(
        of file: URL, _ specification: ImageSpecification = ImageSpecification()
    ) async throws -> (WorkerImage, [UInt8]) {
        try await image(of: [UInt8](try Data(contentsOf: file)), specification)
    }

    private static func image(
        of bytes: [UInt8], _ specification: ImageSpecification = ImageSpecification()
    ) async throws -> (WorkerImage, [UInt8]) {
        let file = try OwnedDescriptor.memory(named: "test")
        try file.write(bytes)
        let image = try await withCheckedContinuation { continuation in
            _ = pool.render(file, as: specification, room: 1 << 26, for: .somebody) {
                continuation.resume(returning: $0)
            }
        }.get()
        return (image, try #require(try image.content.contents(upTo: 1 << 26)))
    }

    private static func pixels(of file: URL) async throws -> (WorkerImage, [UInt8]) {
        var specification = ImageSpecification()
        specification.format = .pixels
        return try await image(of: file, specification)
    }

    /// Packed RGBA, as ffmpeg decodes it; it does not turn pictures.
    private func decoded(_ file: URL) throws -> [UInt8] {
        let target = FileManager.default.temporaryDirectory.appending(path: "raw-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: target) }
        let run = try ChildProcess.run([
            "/usr/bin/ffmpeg", "-nostdin", "-v", "error", "-noautorotate", "-i", file.path, "-frames:v", "1",
            "-sws_flags",
            "accurate_rnd+full_chroma_int", "-f", "rawvideo", "-pix_fmt", "rgba", target.path,
        ])
        #expect(run.code == 0)
        return [UInt8](try Data(contentsOf: target))
    }

    /// Where a pixel of the upright picture is stored.
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

/// The brightness of RGBA pixels.
private func luma(_ pixels: [UInt8]) -> [UInt8] {
    stride(from: 0, to: pixels.count - 3, by: 4).map { index in
        let (red, green, blue) = (Int(pixels[index]), Int(pixels[index + 1]), Int(pixels[index + 2]))
        let sum: Int = 299 * red + 587 * green + 114 * blue
        return UInt8(sum / 1000)
    }
}

/// The peak ratio of signal to noise, in decibels.
private func signalToNoise(_ one: [UInt8], _ other: [UInt8]) -> Double {
    guard one.count == other.count, !one.isEmpty else { return 0 }
    let squares = zip(one, other).reduce(0.0) { $0 + pow(Double($1.0) - Double($1.1), 2) }
    return squares == 0 ? .infinity : 10 * log10(255 * 255 * Double(one.count) / squares)
}
