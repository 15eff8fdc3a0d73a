import FilmgateModel
import FilmgateSystem
import FilmgateTestKit
import FilmgateWorkers
import Foundation
import Testing

@Suite("JPEG 2000")
final class JPEG2000Tests {
    private static let pool = WorkerPool.real(count: 2)
    private let folder = FileManager.default.temporaryDirectory.appending(path: "filmgate-jp2-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    @Test(
        "is shown with any depth, with colors that pixels share, and with a palette, in tiles of odd size",
        arguments: ["rgb24", "gray", "rgb48", "gray10", "yuv444p", "yuv422p", "yuv420p", "yuv420p10", "pal8"])
    func kinds(_ kind: String) async throws {
        let file = try card(kind, "-tile_width", "64", "-tile_height", "32")
        let facts = try await Self.pool.inspect(file)
        #expect(facts.mimeType == "image/jp2" && facts.pixelWidth == 90 && facts.pixelHeight == 60)
        let shown = try await Self.pool.pixels(of: file).1
        // ffmpeg enlarges half-size colors differently, and takes them for those of television.
        let range = kind.hasPrefix("yuv") ? "scale=in_range=full:in_color_matrix=bt601" : "null"
        let expected = try decodedByFFmpeg(file, filter: range)
        #expect(signalToNoise(shown, expected) > 24)
        #expect(signalToNoise(luma(shown), luma(expected)) > 24)
        // A smaller size that the file holds.
        #expect(try await Self.pool.pixels(of: file, 30).0.pixelWidth == 30)
    }

    @Test("is shown with the colors of its palette in a small size, too")
    func smallPalette() async throws {
        let file = try card("pal8")
        let shown = try await Self.pool.pixels(of: file, 30).1
        let expected = try decodedByFFmpeg(file, filter: "format=rgba,scale=30:20:flags=area")
        #expect(signalToNoise(shown, expected) > 22)
    }

    @Test("is shown whole if all components have fewer samples")
    func subsampled() async throws {
        var bytes = [UInt8](try Data(contentsOf: try card("rgb24")))
        let size = try #require(bytes.firstRange(of: [0xFF, 0x51] as [UInt8])?.lowerBound)
        let header = try #require(bytes.firstRange(of: Array("ihdr".utf8))?.lowerBound)
        // The sides of the picture and of its tiles.
        for place in [size + 6, size + 10, size + 22, size + 26, header + 4, header + 8] {
            let doubled = 2 * bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            for index in 0..<4 { bytes[place + index] = UInt8(truncatingIfNeeded: doubled >> (24 - 8 * index)) }
        }
        for component in 0..<3 { for axis in 1...2 { bytes[size + 40 + 3 * component + axis] = 2 } }
        let facts = try await Self.pool.inspect(bytes)
        #expect(facts.pixelWidth == 180 && facts.pixelHeight == 120)
        let file = folder.appending(path: "sub.jp2")
        try Data(bytes).write(to: file)
        let expected = try decodedByFFmpeg(try card("rgb24"), filter: "scale=180:120:flags=neighbor")
        let shown = try await Self.pool.pixels(of: file).1
        #expect(signalToNoise(shown, expected) > 60)
    }

    @Test("is shown with inks")
    func inks() async throws {
        let card = folder.appending(path: "card.png")
        try run([
            "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc=s=90x60", "-frames:v", "1", "-vf",
            "format=rgba,colorchannelmixer=aa=0", card.path,
        ])
        let file = folder.appending(path: "inks.jp2")
        try run(["vips", "copy", card.path, "\(file.path)[lossless]"])
        var bytes = [UInt8](try Data(contentsOf: file))
        let color = try #require(bytes.firstRange(of: Array("colr".utf8))?.lowerBound)
        // CMYK instead of sRGB.
        bytes[color + 10] = 12
        try Data(bytes).write(to: file)
        let expected = try decodedByFFmpeg(card, filter: "format=rgb24,negate")
        let shown = try await Self.pool.pixels(of: file).1
        #expect(signalToNoise(shown, expected) > 60)
    }

    @Test("is turned as its Exif says")
    func turned() async throws {
        let file = try card("rgb24")
        try run(["exiftool", "-q", "-overwrite_original", "-n", "-EXIF:Orientation=6", file.path])
        let facts = try await Self.pool.inspect(file)
        #expect(facts.orientation == 6 && facts.pixelWidth == 90 && facts.pixelHeight == 60)
        var specification = ImageSpecification()
        (specification.format, specification.orientation) = (.pixels, 6)
        let (image, shown) = try await Self.pool.image(of: file, specification)
        #expect(image.pixelWidth == 60 && image.pixelHeight == 90)
        let expected = try decodedByFFmpeg(file, filter: "transpose=clock")
        #expect(signalToNoise(shown, expected) > 60)
    }

    @Test("that ends early is damaged, and shows as much as there is")
    func cut() async throws {
        let whole = [UInt8](try Data(contentsOf: try card("rgb24", "-tile_width", "64", "-tile_height", "32")))
        let cut = Array(whole.prefix(whole.count * 6 / 10))
        guard case .invalidContent = await Self.pool.refusal(of: cut) else {
            Issue.record("not refused")
            return
        }
        let file = try OwnedDescriptor.memory(named: "test")
        try file.write(cut)
        let facts = try await Self.pool.inspect(file, for: .somebody, takesDamaged: true)
        #expect(facts.subtypes.contains(.damaged) && facts.pixelWidth == 90)
        #expect(try await Self.pool.image(of: cut, takesDamaged: true).0.pixelWidth == 90)
    }

    /// A lossless test card of 90 x 60 pixels.
    private func card(_ kind: String, _ options: String...) throws -> URL {
        let file = folder.appending(path: "\(kind).jp2")
        var command = ["ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc=s=90x60"]
        command += ["-frames:v", "1", "-vf", "scale=out_range=full:out_color_matrix=bt601,format=\(kind)"]
        try run(command + ["-c:v", "jpeg2000", "-pred", "1"] + options + [file.path])
        return file
    }

    private func run(_ command: [String]) throws {
        let run = try ChildProcess.run(command)
        #expect(run.code == 0, "\(run)")
    }
}
