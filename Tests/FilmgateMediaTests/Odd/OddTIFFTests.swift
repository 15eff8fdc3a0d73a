import FilmgateModel
import FilmgateSystem
import FilmgateTestKit
import FilmgateWorkers
import Foundation
import Testing

@Suite("TIFFs of kinds that libvips does not know")
struct OddTIFFTests {
    private static let pool = WorkerPool.real(count: 2)
    /// The colors of the quarters.
    private static let colors: [[UInt8]] = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255]]

    @Test("are shown in planes and tiles, also if they are turned", arguments: [1, 6])
    func planes(_ orientation: Int) async throws {
        var file = TIFFBuilder(width: 32, height: 32, samples: 3, bits: 8, photometric: 2)
        file.add(274, 3, [orientation])
        file.add(284, 3, [2])
        file.add(322, 3, [16])
        file.add(323, 3, [16])
        var tiles: [[UInt8]] = []
        for band in 0..<3 { for color in Self.colors { tiles.append([UInt8](repeating: color[band], count: 256)) } }
        file.addParts(tiles, offsets: 324, counts: 325)
        let facts = try await Self.pool.inspect(file.bytes)
        #expect(facts.pixelWidth == 32 && facts.orientation == UInt32(orientation) && facts.subtypes.isEmpty)
        let turned = orientation == 1 ? [0, 1, 2, 3] : [2, 0, 3, 1]
        try await expect(file, turned.map { Self.colors[$0] })
    }

    @Test("are shown with samples of any number of bits, in color", arguments: [4, 10, 12, 14])
    func packedColor(_ bits: Int) async throws {
        var file = TIFFBuilder(width: 16, height: 16, samples: 3, bits: bits, photometric: 2)
        let rows = rows(bits) { quarter in Self.colors[quarter].map { Int($0) } }
        let half = rows.count / 2
        file.add(278, 3, [8])
        file.addParts([Array(rows[..<half]), Array(rows[half...])], offsets: 273, counts: 279)
        #expect(try await Self.pool.inspect(file.bytes).subtypes.isEmpty)
        try await expect(file, Self.colors)
    }

    @Test("are shown with samples of twelve bits in gray, with black or with white as zero", arguments: [0, 1])
    func packedGray(_ photometric: Int) async throws {
        var file = TIFFBuilder(width: 16, height: 16, samples: 1, bits: 12, photometric: photometric)
        let levels = [0, 85, 170, 255]
        file.addParts([rows(12) { quarter in [levels[quarter]] }], offsets: 273, counts: 279)
        var shown: [[UInt8]] = []
        for level in levels {
            shown.append([UInt8](repeating: UInt8(photometric == 1 ? level : 255 - level), count: 3))
        }
        try await expect(file, shown)
    }

    @Test("are shown with the JPEG of TIFF 6.0")
    func oldJPEG() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "filmgate-tiff-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let jpeg = folder.appending(path: "card.jpg")
        let run = try ChildProcess.run([
            "/usr/bin/ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc=s=64x48", "-frames:v", "1",
            "-pix_fmt", "yuvj420p", "-q:v", "2", jpeg.path,
        ])
        #expect(run.code == 0)
        var file = TIFFBuilder(width: 64, height: 48, samples: 3, bits: 8, photometric: 6, compression: 6)
        let content = [UInt8](try Data(contentsOf: jpeg))
        file.addParts([content], offsets: 273, counts: 279)
        file.addParts([content], offsets: 513, counts: 514)
        let shown = try await Self.pool.image(of: file.bytes, Self.packedPixels).1
        let difference = signalToNoise(shown, try decodedByFFmpeg(jpeg))
        // libtiff and ffmpeg enlarge the half-size colors differently.
        #expect(difference > 20)
    }

    @Test("that end early are damaged, and show as much as there is")
    func cut() async throws {
        let whole = [UInt8](try Data(contentsOf: try await SampleMedia.formats.appending(path: "plain.tif")))
        let cut = Array(whole.prefix(whole.count - 500))
        guard case .invalidContent = await Self.pool.refusal(of: cut) else {
            Issue.record("not refused")
            return
        }
        let file = try OwnedDescriptor.memory(named: "test")
        try file.write(cut)
        // ffmpeg writes the directory behind the pixels. Without the directory, nothing can be shown.
        guard let facts = try? await Self.pool.inspect(file, for: .somebody, takesDamaged: true) else { return }
        #expect(facts.subtypes.contains(.damaged))
        #expect(try await Self.pool.image(of: cut, takesDamaged: true).0.pixelWidth == facts.pixelWidth)
    }

    private func expect(_ file: TIFFBuilder, _ colors: [[UInt8]]) async throws {
        let (image, shown) = try await Self.pool.image(of: file.bytes, Self.packedPixels)
        #expect(quarters(shown, width: Int(image.pixelWidth), height: Int(image.pixelHeight)) == colors)
    }

    private static let packedPixels = {
        var specification = ImageSpecification()
        specification.format = .pixels
        return specification
    }()

    /// Returns the rows of a picture of 16 x 16 pixels.
    ///
    /// - Parameter color: returns the samples of a quarter, in 8 bits.
    private func rows(_ bits: Int, _ color: (Int) -> [Int]) -> [UInt8] {
        var rows: [UInt8] = []
        for row in 0..<16 {
            var values: [Int] = []
            for column in 0..<16 { values += color(row / 8 * 2 + column / 8) }
            rows += packed(values, bits)
        }
        return rows
    }

    /// Converts a row of 8-bit samples to a different number of bits.
    private func packed(_ values: [Int], _ bits: Int) -> [UInt8] {
        var digits: [UInt8] = []
        for value in values {
            let sample = value * ((1 << bits) - 1) / 255
            for bit in (0..<bits).reversed() { digits.append(UInt8(sample >> bit & 1)) }
        }
        while digits.count % 8 != 0 { digits.append(0) }
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: digits.count, by: 8) {
            bytes.append(digits[start..<start + 8].reduce(0) { $0 << 1 | $1 })
        }
        return bytes
    }
}
