import FilmgateModel
import FilmgateSystem
import FilmgateTestKit
import FilmgateWorkers
import Foundation
import Synchronization
import Testing

@Suite("Converted videos")
struct VideoConversionJobTests {
    private static let pool = WorkerPool.real()

    @Test(
        "have the size that the preset names, and never more pixels than the stored video", .long,
        arguments: [
            ("640x1280", .low, 480, 960), ("1920x1080", .low, 854, 480), ("1920x1080", .medium, 1280, 720),
            ("2560x1440", .high, 1920, 1080), ("320x240", .high, 320, 240), ("322x242", .low, 322, 242),
        ] as [(String, VideoSpecification.Preset, Int, Int)])
    func sizes(_ size: String, _ preset: VideoSpecification.Preset, _ width: Int, _ height: Int) async throws {
        let source = try SampleVideo(size, seconds: 0.4)
        let video = try await Self.pool.video(of: source.file) { $0.preset = preset }
        let probed = try ProbedVideo(video.file)
        #expect(probed.width == width && probed.height == height)
        #expect(Int(video.answer.pixelWidth) == width && Int(video.answer.pixelHeight) == height)
        #expect(probed.codecs == ["h264", "aac"] && probed.frames == 10)
        #expect(probed.stream("video")?["pix_fmt"] as? String == "yuv420p")
        let shown = try grayFrame(of: video.file, at: 0.2, width: width, height: height)
        let expected = try grayFrame(of: source.file, at: 0.2, width: width, height: height)
        #expect(signalToNoise(shown, expected) >= 30)
    }

    @Test(
        "are within a limit of pixels, also when the stored video would be passed through", .long,
        arguments: ["low", "passthrough"])
    func maxPixels(_ preset: String) async throws {
        let source = try SampleVideo("640x360", seconds: 0.4)
        let video = try await Self.pool.video(of: source.file) {
            $0.preset = VideoSpecification.Preset(rawValue: preset) ?? .high
            $0.maxPixels = 201
        }
        let probed = try ProbedVideo(video.file)
        #expect(probed.width == 200 && probed.height == 114)
        #expect(video.answer.pixelWidth == 200 && video.answer.pixelHeight == 114)
    }

    @Test("take time, which their client is charged for, and are refused to one that has no time left")
    func time() async throws {
        let source = try SampleVideo("320x240", seconds: 0.4)
        func conversion(isAllowed: Bool, charge: @escaping @Sendable (Duration) -> Void) throws -> VideoConversionJob {
            VideoConversionJob(
                of: try OwnedDescriptor(reading: source.file), as: VideoSpecification(),
                into: try .memory(named: "video"), room: 64 << 20, for: .somebody, processorTime: 120,
                meter: JobMeter(isAllowed: { isAllowed }, charge: charge)
            ) { _, _ in }
        }
        let spent = Mutex(Duration.zero)
        _ = try await Self.pool.convert(conversion(isAllowed: true) { time in spent.withLock { $0 += time } })
        #expect(spent.withLock { $0 } > .zero)
        await #expect(throws: JobRefusal.notAllowed) {
            try await Self.pool.convert(conversion(isAllowed: false) { _ in Issue.record("it has begun") })
        }
    }

    @Test("show exactly the part that is asked for, with its sound", .long)
    func part() async throws {
        let source = try SampleVideo("320x240", seconds: 4)
        let video = try await Self.pool.video(of: source.file) { ($0.start, $0.end) = (1.36, 2.56) }
        let probed = try ProbedVideo(video.file)
        #expect(probed.frames == 30)
        #expect(abs(probed.duration() - 1.2) < 0.001)
        #expect(abs(probed.duration(of: "audio") - 1.2) < 0.03)
        let first = try grayFrame(of: video.file, width: 320, height: 240)
        #expect(signalToNoise(first, try grayFrame(of: source.file, at: 1.36, width: 320, height: 240)) >= 30)
        #expect(signalToNoise(first, try grayFrame(of: source.file, at: 1.4, width: 320, height: 240)) < 30)
    }

    @Test(
        "last as long as their pictures, as the file and its tracks say", .long,
        arguments: [(10, nil), (10, 2.5), (24, 2.5), (30, nil)] as [(Int, Double?)])
    func duration(_ rate: Int, _ end: Double?) async throws {
        let source = try SampleVideo("320x240", seconds: 6, rate: rate)
        for sound in [true, false] {
            let mute = try SampleVideo(["-i", source.file.path, "-an", "-c", "copy"])
            let video = try await Self.pool.video(of: sound ? source.file : mute.file) { $0.end = end }
            let probed = try video.probed()
            let whole = (probed.format["duration"] as? String).flatMap { Double($0) } ?? 0
            #expect(abs(whole - (end ?? 6)) < (sound ? 0.025 : 0.002), "\(whole)")
            #expect(abs(probed.duration() - (end ?? 6)) < 0.002)
        }
    }

    @Test("that are passed through keep their frames, and begin at the last key frame before the part", .long)
    func passthrough() async throws {
        let source = try SampleVideo("320x240", seconds: 4)
        let whole = try await Self.pool.video(of: source.file) { $0.preset = .passthrough }
        #expect(try hashes(whole.file) == hashes(source.file))
        let part = try await Self.pool.video(of: source.file) {
            ($0.preset, $0.start, $0.end) = (.passthrough, 1.1, 2.5)
        }
        // Key frames are 12 frames apart: at 0.96 seconds.
        let frames = try hashes(part.file)
        #expect(try Array(hashes(source.file)[24...].prefix(frames.count)) == frames)
        #expect(abs(try ProbedVideo(part.file).duration() - 1.54) < 0.1)
    }

    @Test("are upright", .long, arguments: [90, 180, 270])
    func turned(_ turn: Int) async throws {
        let source = try await SampleMedia.formats.appending(path: "turned-\(turn).mov")
        let (width, height) = turn == 180 ? (320, 240) : (240, 320)
        for preset in [VideoSpecification.Preset.medium, .passthrough] {
            let video = try await Self.pool.video(of: source) { $0.preset = preset }
            #expect(Int(video.answer.pixelWidth) == width && Int(video.answer.pixelHeight) == height)
            let shown = try grayFrame(of: video.file, width: width, height: height)
            #expect(signalToNoise(shown, try grayFrame(of: source, width: width, height: height)) >= 30)
        }
    }

    @Test("have square pixels")
    func wide() async throws {
        let source = try await SampleMedia.formats.appending(path: "wide.mp4")
        let video = try await Self.pool.video(of: source)
        #expect(video.answer.pixelWidth == 480 && video.answer.pixelHeight == 240)
        let probed = try ProbedVideo(video.file)
        #expect(probed.width == 480 && probed.stream("video")?["sample_aspect_ratio"] as? String == "1:1")
    }

    @Test("tell their progress, which grows", .long)
    func progress() async throws {
        let source = try SampleVideo("1280x720", seconds: 5)
        let reported = Mutex<[Double]>([])
        _ = try await Self.pool.video(of: source.file, reporting: { part in reported.withLock { $0.append(part) } })
        let fractions = reported.withLock { $0 }
        #expect(!fractions.isEmpty && fractions == fractions.sorted())
        #expect(fractions.allSatisfy { $0 >= 0 && $0 < 1 } && (fractions.last ?? 0) > 0.4)
    }

    @Test("play from the beginning of the file, before all of it has come")
    func fastStart() async throws {
        let source = try SampleVideo("320x240", seconds: 1)
        for preset in [VideoSpecification.Preset.low, .passthrough] {
            let video = try await Self.pool.video(of: source.file) { $0.preset = preset }
            let bytes = try Data(contentsOf: video.file)
            let tables = try #require(bytes.firstRange(of: Data("moov".utf8))).lowerBound
            #expect(tables < (try #require(bytes.firstRange(of: Data("mdat".utf8))).lowerBound))
        }
    }

    @Test("keep a variable rate, and at most sixty frames a second", .long)
    func rates() async throws {
        let fast = try SampleVideo("320x240", seconds: 1, rate: 120)
        #expect(try await Self.pool.video(of: fast.file).probed().frames == 60)
        let odd = try SampleVideo(
            "320x240", seconds: 2, with: ["-vf", "select='lt(n,10)+eq(n,40)'", "-fps_mode", "vfr"])
        let video = try await Self.pool.video(of: odd.file).probed()
        #expect(video.frames == 11)
        let duration = try ProbedVideo(odd.file).duration()
        #expect((duration - 0.05...duration + 0.05).contains(video.duration()))
    }

    /// The hash of each stored frame.
    private func hashes(_ file: URL) throws -> [String] {
        let run = try ChildProcess.run([
            "/usr/bin/ffmpeg", "-nostdin", "-v", "error", "-i", file.path, "-map", "0:v", "-c", "copy", "-bsf:v",
            "filter_units=remove_types=6", "-f", "framehash", "-hash", "md5", "-",
        ])
        #expect(run.code == 0)
        return run.output.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap {
            $0.split(separator: ",").last.map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }
}
