import FilmgateModel
import FilmgateProcess
import FilmgateSystem
import FilmgateTestKit
import FilmgateWorkers
import Foundation
import Testing

@Suite("Conversions of hostile videos")
struct HostileVideoTests {
    private static let pool = WorkerPool.real()

    @Test("end with a refusal if the file is cut or damaged, never with half a video", .long)
    func damaged() async throws {
        let source = try SampleVideo("320x240", seconds: 2)
        let whole = [UInt8](try Data(contentsOf: source.file))
        for preset in [VideoSpecification.Preset.low, .passthrough] {
            for count in [1, whole.count / 2, whole.count - 100] {
                await expectRefusal(Array(whole.prefix(whole.count - count)), preset)
            }
        }
        let start = try #require(whole.firstRange(of: Array("mdat".utf8))).upperBound
        let end = try #require(whole.firstRange(of: Array("moov".utf8))).lowerBound - 4
        var random = SplitMix(state: 5)
        var noise = whole
        for index in start + 20_000..<end { noise[index] = .random(in: 0...255, using: &random) }
        await expectRefusal(noise, .low)
        // Sparse damage: a refusal; or all frames, if the decoder cannot detect it.
        for _ in 1...12 {
            var bytes = whole
            for _ in 1...3 { bytes[.random(in: start..<end, using: &random)] ^= 0x55 }
            guard let video = try? await Self.pool.video(of: bytes, .low) else { continue }
            #expect(try ProbedVideo(video.file).frames == 50)
        }
        _ = try await Self.pool.video(of: whole, .low)
    }

    @Test("end with an answer whatever the tables say", .long)
    func tables() async throws {
        let source = try SampleVideo("320x240", seconds: 0.4)
        let whole = [UInt8](try Data(contentsOf: source.file))
        let start = try #require(whole.firstRange(of: Array("moov".utf8))).lowerBound
        var random = SplitMix(state: 7)
        for round in 1...40 {
            var bytes = whole
            for _ in 1...(1 + round % 4) {
                let index = Int.random(in: start + 8..<bytes.count, using: &random)
                bytes[index] =
                    [0, 0xFF, 0x7F, 0x80, .random(in: 0...255, using: &random)].randomElement(using: &random) ?? 0
            }
            do {
                let video = try await Self.pool.video(of: bytes, round % 2 == 0 ? .passthrough : .low)
                _ = try ProbedVideo(video.file)
            } catch let refusal as JobRefusal {
                switch refusal {
                case .invalidContent, .tooLarge: break
                default: Issue.record("\(round): \(refusal)")
                }
            }
        }
    }

    @Test("end soon if a small file claims a duration of years, and a picture without sides is refused")
    func claims() async throws {
        let source = try SampleVideo("320x240", seconds: 0.4)
        let whole = [UInt8](try Data(contentsOf: source.file))
        // The durations of single samples in `stts`.
        var long = whole
        let times = try #require(long.firstRange(of: Array("stts".utf8))).lowerBound
        long.replaceSubrange(times + 16..<times + 20, with: [0x7F, 0xFF, 0xFF, 0xFF])
        let clock = ContinuousClock()
        let took = await clock.measure { _ = try? await Self.pool.video(of: long) }
        #expect(took < .seconds(60))
        var empty = whole
        let entry = try #require(empty.firstRange(of: Array("avc1".utf8) + [0, 0, 0, 0, 0, 0])).lowerBound
        empty.replaceSubrange(entry + 28..<entry + 32, with: [0, 0, 0, 0])
        await expectRefusal(empty, .low)
        await expectRefusal(empty, .passthrough)
    }

    @Test("end with a refusal if the video has no room")
    func room() async throws {
        let source = try SampleVideo("640x480", seconds: 1)
        for preset in [VideoSpecification.Preset.high, .passthrough] {
            await #expect {
                try await Self.pool.video(of: source.file, room: 20_000) { $0.preset = preset }
            } throws: {
                if case .tooLarge = $0 as? JobRefusal { true } else { false }
            }
        }
    }

    @Test("are refused for what is no video")
    func photos() async throws {
        for name in ["grey.jpg", "sound.mp4"] {
            let file = try await SampleMedia.formats.appending(path: name)
            await expectRefusal([UInt8](try Data(contentsOf: file)), .low)
        }
    }

    @Test("end with their worker when they are cancelled, and meanwhile images are made", .long)
    func cancelled() async throws {
        let program = try RenamedProgram("filmgate-render")
        let pool = WorkerPool(worker: program.path, count: 1)
        func workers() -> [Int32] { program.processes(with: "--convert") }
        let source = try SampleVideo("1920x1080", seconds: 20, with: ["-an"])
        let conversion = Task { try await pool.video(of: source.file, room: 1 << 30) }
        try await eventually { !workers().isEmpty }
        let photo = try await SampleMedia.formats.appending(path: "grey.jpg")
        for _ in 1...3 { _ = try await pool.inspect(photo) }
        #expect(!workers().isEmpty)
        conversion.cancel()
        await #expect(throws: JobRefusal.cancelled) { try await conversion.value }
        #expect(workers().isEmpty)
    }

    private func expectRefusal(_ bytes: [UInt8], _ preset: VideoSpecification.Preset) async {
        await #expect {
            try await Self.pool.video(of: bytes, preset)
        } throws: {
            if case .invalidContent = $0 as? JobRefusal { true } else { false }
        }
    }
}
