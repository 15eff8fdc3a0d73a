import FilmgateModel
import FilmgateSystem
import FilmgateTestKit
import FilmgateWorkers
import Foundation
import Testing

@Suite("Every file of the tests")
struct CorpusTests {
    private static let pool = WorkerPool.real(count: 2)

    private static func files() async throws -> [URL] {
        let folders = [try await SampleMedia.formats, caseFile("")]
        return try folders.flatMap {
            try FileManager.default.contentsOfDirectory(at: $0, includingPropertiesForKeys: nil)
        }.sorted { $0.path < $1.path }
    }

    @Test("that is imported, as damaged or not, has a picture", .long)
    func pictures() async throws {
        var imported = 0
        for file in try await Self.files() {
            let name = Comment(rawValue: file.lastPathComponent)
            let source = try OwnedDescriptor(reading: file)
            guard let facts = try? await Self.pool.inspect(source, for: .somebody, takesDamaged: true) else { continue }
            imported += 1
            let bytes = [UInt8](try Data(contentsOf: file))
            do {
                let image = try await Self.pool.image(
                    of: bytes, .fitting(64, 64), takesDamaged: facts.subtypes.contains(.damaged))
                #expect(image.0.pixelWidth > 0, name)
            } catch { Issue.record(error, name) }
        }
        #expect(imported > 70)
    }

    @Test("that ffmpeg decodes as a picture looks as ffmpeg shows it", .long)
    func secondDecoder() async throws {
        var compared = 0
        // ffmpeg cannot read TIFF tiles.
        for file in try await Self.files() where file.lastPathComponent != "tiled.tif" {
            guard let facts = try? await Self.pool.inspect(file), facts.mediaType == .image, facts.orientation == 1,
                !facts.subtypes.contains(.raw), let expected = decoded(file)
            else { continue }
            let shown = try await Self.pool.pixels(of: file).1
            guard shown.count == expected.count else { continue }
            compared += 1
            // Decoders conceal a fault in the compressed data differently.
            let limit = file.lastPathComponent == "flipped-byte.jpg" ? 5.0 : 24
            #expect(
                signalToNoise(opaque(shown), opaque(expected)) > limit, Comment(rawValue: file.lastPathComponent))
        }
        #expect(compared > 30)
    }

    /// Packed RGBA of the first frame; nil if ffmpeg does not decode it.
    private func decoded(_ file: URL) -> [UInt8]? {
        let target = FileManager.default.temporaryDirectory.appending(path: "raw-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: target) }
        let run = try? ChildProcess.run([
            "/usr/bin/ffmpeg", "-nostdin", "-v", "quiet", "-i", file.path, "-frames:v", "1", "-sws_flags",
            "bicubic+accurate_rnd+full_chroma_int", "-f", "rawvideo", "-pix_fmt", "rgba", target.path,
        ])
        guard run?.code == 0, let data = try? Data(contentsOf: target), !data.isEmpty else { return nil }
        return [UInt8](data)
    }

    /// Clears the colors of transparent pixels, which mean nothing.
    private func opaque(_ pixels: [UInt8]) -> [UInt8] {
        var pixels = pixels
        for place in stride(from: 0, to: pixels.count - 3, by: 4) where pixels[place + 3] == 0 {
            for band in 0..<3 { pixels[place + band] = 0 }
        }
        return pixels
    }
}
