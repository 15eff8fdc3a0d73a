import FilmgateModel
import FilmgateTestKit
import FilmgateWorkers
import Foundation
import Testing

@Suite("Samples of TIFFs")
struct TIFFSampleTests {
    private static let pool = WorkerPool.real(count: 2)

    @Test("of every depth and kind are brought to 8 bits", arguments: TIFFSample.depths)
    func depths(_ sample: TIFFSample) async throws { try await expect(sample) }

    @Test("mean the color that the file names, with and without transparency", arguments: TIFFSample.colors)
    func colors(_ sample: TIFFSample) async throws { try await expect(sample) }

    @Test("are shown of the first picture, never of a smaller one behind it")
    func laterPictures() async throws {
        let file = TIFFBuilder.file(of: [Self.plain(16, [0, 255, 0]), Self.plain(8, [255, 0, 0])])
        for side in [16, 8, 4] as [UInt32] {
            let shown = try await Self.pool.image(of: file, Self.packed(side)).1
            #expect(shown.count == Int(4 * side * side) && shown.prefix(4) == [0, 255, 0, 255], "\(side)")
        }
    }

    @Test("are shown of a smaller version of the picture where the file has one, which is faster")
    func pyramid() async throws {
        var smaller = Self.plain(8, [255, 0, 0])
        smaller.add(254, 4, [1])
        let file = TIFFBuilder.file(of: [Self.plain(16, [0, 255, 0]), smaller])
        #expect(try await Self.pool.image(of: file, Self.packed(16)).1.prefix(4) == [0, 255, 0, 255])
        #expect(try await Self.pool.image(of: file, Self.packed(4)).1.prefix(4) == [255, 0, 0, 255])
    }

    @Test("are shown if libvips finds only while it decodes that it cannot")
    func lateFailure() async throws {
        var first = TIFFBuilder(width: 32, height: 32, samples: 3, bits: 8, photometric: 2)
        first.add(284, 3, [2])
        first.addParts([0, 255, 0].map { [UInt8](repeating: $0, count: 1024) }, offsets: 273, counts: 279)
        // libvips makes small images of it, but cannot read planes in tiles.
        var smaller = TIFFBuilder(width: 16, height: 16, samples: 3, bits: 8, photometric: 2)
        for (tag, value) in [(254, 1), (284, 2), (322, 16), (323, 16)] { smaller.add(tag, 3, [value]) }
        smaller.addParts([0, 255, 0].map { [UInt8](repeating: $0, count: 256) }, offsets: 324, counts: 325)
        let file = TIFFBuilder.file(of: [first, smaller])
        #expect(try await Self.pool.image(of: file, Self.packed(8)).1.prefix(4) == [0, 255, 0, 255])
    }

    @Test(
        "of faxes are shown without the marks between rows, in bytes or not, also if they do not say that zero is white",
        arguments: [11, 16], [0, nil] as [Int?])
    func plainFax(_ digits: Int, _ photometric: Int?) async throws {
        // Eight white pixels, and eight black ones.
        let row: [UInt8] = [1, 0, 0, 1, 1, 0, 0, 0, 1, 0, 1]
        var bits: [UInt8] = []
        for _ in 0..<16 { bits += row + [UInt8](repeating: 0, count: digits - row.count) }
        var file = TIFFBuilder(width: 16, height: 16, samples: 1, bits: 1, photometric: photometric, compression: 3)
        let bytes: [UInt8] = stride(from: 0, to: bits.count, by: 8).map { bits[$0..<$0 + 8].reduce(0) { $0 << 1 | $1 } }
        file.addParts([bytes], offsets: 273, counts: 279)
        let shown = try await Self.pool.image(of: file.bytes, Self.packed()).1
        let (white, black) = ([255, 255, 255] as [UInt8], [0, 0, 0] as [UInt8])
        #expect(quarters(shown, width: 16, height: 16) == [white, black, white, black])
    }

    @Test("are decoded from JPEGs without loss, with tables of their own or in common", arguments: [false, true])
    func losslessJPEG(_ sharesTables: Bool) async throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let planes = folder.appending(path: "planes")
        let colors: [[UInt8]] = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255]]
        var samples: [UInt8] = []
        for band in 0..<3 {
            for row in 0..<16 { for column in 0..<16 { samples.append(colors[row / 8 * 2 + column / 8][band]) } }
        }
        try Data(samples).write(to: planes)
        let jpeg = folder.appending(path: "lossless.jpg")
        let run = try ChildProcess.run([
            "/usr/bin/ffmpeg", "-nostdin", "-v", "error", "-f", "rawvideo", "-pix_fmt", "yuvj444p", "-s", "16x16",
            "-i", planes.path, "-c:v", "ljpeg", "-pix_fmt", "yuvj444p", "-f", "image2", jpeg.path,
        ])
        #expect(run.code == 0)
        var content = [UInt8](try Data(contentsOf: jpeg))
        var file = TIFFBuilder(width: 16, height: 16, samples: 3, bits: 8, photometric: 2, compression: 7)
        if sharesTables {
            let start = try #require(content.ranges(of: [0xFF, 0xC4]).first).lowerBound
            let end = start + 2 + Int(content[start + 2]) << 8 + Int(content[start + 3])
            let tables: [UInt8] = [0xFF, 0xD8] + Array(content[start..<end]) + [0xFF, 0xD9]
            file.add(347, 7, tables.map { Int($0) })
            content.removeSubrange(start..<end)
        }
        file.addParts([content], offsets: 273, counts: 279)
        #expect(try await Self.pool.inspect(file.bytes).subtypes.isEmpty)
        let shown = try await Self.pool.image(of: file.bytes, Self.packed()).1
        #expect(quarters(shown, width: 16, height: 16) == colors)
    }

    @Test("are as bright as in JPEGs without loss of any depth", arguments: [8, 9, 10, 12, 14, 16], [1, 3])
    func deepLosslessJPEG(_ bits: Int, _ samples: Int) async throws {
        // The three colors in 8 bits, of which gray has the first.
        let color: [UInt8] = [192, 96, 32]
        let jpeg = LosslessJPEG.file(of: color.prefix(samples).map { Int($0) << (bits - 8) }, bits: bits)
        var file = TIFFBuilder(
            width: LosslessJPEG.side, height: LosslessJPEG.side, samples: samples, bits: bits,
            photometric: samples == 1 ? 1 : 2, compression: 7)
        file.addParts([jpeg], offsets: 273, counts: 279)
        // FFmpeg cuts off the ninth bit of each color, and wrong colors are worse than none.
        guard bits != 9 || samples == 1 else {
            let bytes = file.bytes
            await #expect(throws: JobRefusal.self) { _ = try await Self.pool.image(of: bytes, Self.packed()) }
            return
        }
        let shown = try await Self.pool.image(of: file.bytes, Self.packed()).1
        let expected = samples == 1 ? [192, 192, 192] : color
        for pixel in [shown.prefix(4), shown.suffix(4)] { #expect(Array(pixel) == expected + [255]) }
    }

    @Test("are decoded from the JPEG of TIFF 6.0 in gray")
    func oldGrayJPEG() async throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let script = "vips black black.v 16 16 && vips linear black.v gray.v 1 100 --uchar && vips copy gray.v gray.jpg"
        let run = try ChildProcess.run(["/bin/sh", "-c", "cd '\(folder.path)' && \(script)"])
        #expect(run.code == 0)
        let content = [UInt8](try Data(contentsOf: folder.appending(path: "gray.jpg")))
        var file = TIFFBuilder(width: 16, height: 16, samples: 1, bits: 8, photometric: 1, compression: 6)
        file.addParts([content], offsets: 273, counts: 279)
        let shown = try await Self.pool.image(of: file.bytes, Self.packed()).1
        #expect(shown.prefix(4) == [100, 100, 100, 255])
    }

    private func expect(_ sample: TIFFSample) async throws {
        #expect(try await Self.pool.inspect(sample.bytes).subtypes.isEmpty)
        let shown = try await Self.pool.image(of: sample.bytes, Self.packed()).1
        #expect(sample.isShown(by: shown), "\(shown)")
    }

    private static func plain(_ side: Int, _ color: [UInt8]) -> TIFFBuilder {
        var picture = TIFFBuilder(width: side, height: side, samples: 3, bits: 8, photometric: 2)
        let pixels = (0..<side * side).flatMap { _ in color }
        picture.addParts([pixels], offsets: 273, counts: 279)
        return picture
    }

    private static func packed(_ side: UInt32? = nil) -> ImageSpecification {
        var specification = ImageSpecification()
        specification.format = .pixels
        (specification.width, specification.height) = (side, side)
        return specification
    }

    private static func folder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "filmgate-tiff-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }
}
