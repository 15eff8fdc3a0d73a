import FilmgateModel
import FilmgateTestKit
import FilmgateWorkers
import Foundation
import Testing

@Suite("Images of videos")
struct VideoImageTests {
    private static let pool = WorkerPool.real()

    @Test(
        "show a frame as an independent decoder shows it", .long,
        arguments: ["plain.mp4", "told.mp4", "fast.mp4", "fragmented.mp4", "slow.mp4", "plain.mov"])
    func frames(_ name: String) async throws {
        let file = try await SampleMedia.formats.appending(path: name)
        let (image, pixels) = try await Self.pool.pixels(of: file)
        #expect(image.pixelWidth == 320 && image.pixelHeight == 240)
        #expect(signalToNoise(pixels, try decodedByFFmpeg(file)) >= 35)
    }

    @Test(
        "are upright", .long, arguments: [(90, 240, 320), (180, 320, 240), (270, 240, 320)] as [(Int, UInt32, UInt32)])
    func turned(_ turn: Int, _ width: UInt32, _ height: UInt32) async throws {
        let file = try await SampleMedia.formats.appending(path: "turned-\(turn).mov")
        let (image, pixels) = try await Self.pool.pixels(of: file)
        #expect(image.pixelWidth == width && image.pixelHeight == height)
        #expect(signalToNoise(pixels, try decodedByFFmpeg(file)) >= 35)
    }

    @Test("have square pixels, and the size that the video's metadata says")
    func wide() async throws {
        let file = try await SampleMedia.formats.appending(path: "wide.mp4")
        let (image, pixels) = try await Self.pool.pixels(of: file)
        let facts = try await Self.pool.inspect(file)
        #expect(image.pixelWidth == 480 && image.pixelHeight == 240)
        #expect(facts.pixelWidth == 480 && facts.pixelHeight == 240)
        #expect(signalToNoise(luma(pixels), luma(try decodedByFFmpeg(file, filter: "scale=480:240"))) >= 35)
    }

    @Test("skip a dark beginning, with and without a key frame after it", arguments: ["dark.mp4", "dark-single.mp4"])
    func dark(_ name: String) async throws {
        let file = try await SampleMedia.formats.appending(path: name)
        let (_, pixels) = try await Self.pool.pixels(of: file)
        #expect(mean(luma(pixels)) > 60)
        let frame = try decodedByFFmpeg(file, filter: "select='gte(t,2.39)'")
        #expect(signalToNoise(pixels, frame) >= 35)
    }

    @Test("of a video that is black all the time are black")
    func black() async throws {
        let file = try await SampleMedia.formats.appending(path: "black.mp4")
        let (image, pixels) = try await Self.pool.pixels(of: file)
        #expect(image.pixelWidth == 320)
        #expect(mean(luma(pixels)) < 2)
    }

    @Test("are scaled and cropped as pictures are")
    func scaled() async throws {
        let file = try await SampleMedia.formats.appending(path: "turned-90.mov")
        var specification = ImageSpecification()
        (specification.width, specification.height, specification.mode) = (100, 100, .fill)
        let (image, bytes) = try await Self.pool.image(of: file, specification)
        #expect(image.pixelWidth == 100 && image.pixelHeight == 100)
        #expect(bytes.starts(with: [0xFF, 0xD8]))
    }

    @Test("are not made of damaged frames, and of the whole ones of a file that ends early only if they may be a part")
    func damaged() async throws {
        let file = try await SampleMedia.formats.appending(path: "plain.mp4")
        let whole = [UInt8](try Data(contentsOf: file))
        let start = try #require(whole.firstRange(of: Array("mdat".utf8))).upperBound
        let end = try #require(whole.firstRange(of: Array("moov".utf8))).lowerBound - 4
        var random = SplitMix(state: 11)
        var noise = whole
        for index in start..<end { noise[index] = .random(in: 0...255, using: &random) }
        await expectInvalid(noise)
        let short = Array(whole.prefix(whole.count - 100))
        await expectInvalid(short)
        #expect(try await Self.pool.image(of: short, Self.packed, takesDamaged: true).0.pixelWidth == 320)
        // Sparse damage: a complete frame, or none.
        let shown = try await Self.pool.pixels(of: file).1
        for _ in 1...20 {
            var bytes = whole
            for _ in 1...3 { bytes[.random(in: start..<end, using: &random)] ^= 0x55 }
            guard let pixels = try? await Self.pool.image(of: bytes, Self.packed).1 else { continue }
            #expect(pixels.count == shown.count)
        }
    }

    @Test("of videos whose frames would not fit into memory are refused")
    func enormous() async throws {
        let file = try await SampleMedia.formats.appending(path: "plain.mp4")
        var bytes = [UInt8](try Data(contentsOf: file))
        // The entry avc1 of the sample table: width and height are 24 bytes behind its reserved field.
        let entry = try #require(bytes.firstRange(of: Array("avc1".utf8) + [0, 0, 0, 0, 0, 0])).lowerBound
        bytes.replaceSubrange(entry + 28..<entry + 32, with: [0x40, 0, 0x40, 0])
        await #expect {
            try await Self.pool.image(of: bytes)
        } throws: {
            if case .tooLarge = $0 as? JobRefusal { true } else { false }
        }
    }

    private static let packed = {
        var specification = ImageSpecification()
        specification.format = .pixels
        return specification
    }()

    private func expectInvalid(_ bytes: [UInt8]) async {
        await #expect {
            try await Self.pool.image(of: bytes)
        } throws: {
            if case .invalidContent = $0 as? JobRefusal { true } else { false }
        }
    }

    private func mean(_ values: [UInt8]) -> Double { Double(values.reduce(0) { $0 + Int($1) }) / Double(values.count) }
}
