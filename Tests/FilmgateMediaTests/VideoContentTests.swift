import FilmgateModel
import FilmgateTestKit
import FilmgateWorkers
import Foundation
import Testing

@Suite("What converted videos are made of")
struct VideoContentTests {
    private static let pool = WorkerPool.real()

    @Test("is no metadata, no chapter and no other track", .long, arguments: VideoSpecification.Preset.allCases)
    func metadata(_ preset: VideoSpecification.Preset) async throws {
        let chapters = FileManager.default.temporaryDirectory.appending(path: "chapters-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: chapters) }
        try Data(
            """
            ;FFMETADATA1
            title=Hidden title
            location=+47.4979+019.0402/
            [CHAPTER]
            TIMEBASE=1/1000
            START=0
            END=500
            title=Hidden chapter
            """.utf8
        ).write(to: chapters)
        let source = try SampleVideo(
            [
                "-f", "lavfi", "-i", "testsrc2=s=320x240:r=25:d=1", "-f", "lavfi", "-i", "sine=d=1", "-f", "lavfi",
                "-i",
                "sine=d=1:f=99", "-i", chapters.path, "-map", "0", "-map", "1", "-map", "2", "-map_metadata", "3",
                "-map_chapters", "3", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "aac", "-metadata:s:v:0",
                "handler_name=Hidden handler", "-timecode", "01:02:03:04", "-movflags", "use_metadata_tags",
            ], name: "video.mov")
        let stored = try ProbedVideo(source.file)
        #expect(stored.streams.count >= 4 && stored.chapters == 1)
        let video = try await Self.pool.video(of: source.file) { $0.preset = preset }
        let probed = try ProbedVideo(video.file)
        #expect(probed.codecs == ["h264", "aac"] && probed.chapters == 0)
        let tags = (probed.format["tags"] as? [String: String] ?? [:]).keys.sorted()
        #expect(tags == ["compatible_brands", "major_brand", "minor_version"])
        let bytes = try Data(contentsOf: video.file)
        // Encoders may write their name into the sound, which passthrough does not change.
        let names = preset == .passthrough ? ["Lavf", "x264"] : ["Lavf", "x264", "Lavc"]
        for word in ["Hidden", "47.49", "01:02:03"] + names {
            #expect(bytes.firstRange(of: Data(word.utf8)) == nil, "\(word)")
        }
    }

    @Test("is no metadata of phones", .long, arguments: ["told.mov", "told.mp4"])
    func phones(_ name: String) async throws {
        let source = try await SampleMedia.formats.appending(path: name)
        for preset in [VideoSpecification.Preset.low, .passthrough] {
            let video = try await Self.pool.video(of: source) { $0.preset = preset }
            let facts = try await Self.pool.inspect(video.file)
            #expect(
                facts.location == nil && facts.title == nil && facts.cameraModel == nil && facts.creationDate == nil)
            let run = try ChildProcess.run(["/usr/bin/exiftool", "-s", "-G1", "-a", "-u", video.file.path])
            for word in ["GPS", "Location", "Make", "Model", "Title", "Encoder", "Software", "UserData", "Keys", "XMP"]
            {
                let (group, tag): (String, String) = ("[" + word, "] " + word)
                let lines: [String] = run.output.split(separator: "\n").map { String($0) }
                let reported = lines.filter { $0.contains(group) || $0.contains(tag) }
                #expect(reported.isEmpty, "\(word)")
            }
        }
    }

    @Test(
        "is the sound in AAC, whatever cameras recorded", .long,
        arguments: [
            ("aac", "video.mov"), ("pcm_s16le", "video.mov"), ("pcm_s24be", "video.mov"), ("libmp3lame", "video.mp4"),
            ("ac3", "video.mp4"), ("alac", "video.mov"), ("libopus", "video.mp4"), ("pcm_mulaw", "video.mov"),
        ])
    func sound(_ codec: String, _ name: String) async throws {
        let source = try SampleVideo("320x240", seconds: 2, with: ["-c:a", codec, "-strict", "-2"], name: name)
        for preset in [VideoSpecification.Preset.low, .passthrough] {
            let video = try await Self.pool.video(of: source.file) { $0.preset = preset }
            let probed = try ProbedVideo(video.file)
            #expect(probed.codecs.first == "h264" && probed.codecs.count == 2)
            if preset == .low { #expect(probed.codecs.last == "aac") }
            #expect(abs(probed.duration(of: "audio") - 2) < 0.06)
            // The tone of 440 Hz, and hardly anything else.
            let whole: Double = try volume(video.file)
            let tone: Double = try volume(video.file, "bandpass=f=440:width_type=h:w=100,")
            #expect(whole > -30)
            #expect(whole - tone < 2)
        }
    }

    @Test("is no sound if there is none, or none that can be read", .long)
    func silence() async throws {
        let mute = try SampleVideo("320x240", with: ["-an"])
        #expect(try await Self.pool.video(of: mute.file).probed().codecs == ["h264"])
        let unknown = try SampleVideo("320x240", with: ["-c:a", "adpcm_ms"], name: "video.mov")
        #expect(try await Self.pool.video(of: unknown.file).probed().codecs == ["h264"])
    }

    @Test("is all sound before a gap, and then silence for as long as the gap", .long)
    func gap() async throws {
        // A tone of one second, half a second without samples, and a tone of one second. The resampler holds back
        // samples of four milliseconds at this rate.
        let tone = "sine=f=500:r=4000:d=2:samples_per_frame=1000,asetpts='if(gte(N,4000),PTS+2000,PTS)'"
        let source = try SampleVideo(
            [
                "-f", "lavfi", "-i", "testsrc2=s=320x240:r=25:d=3", "-f", "lavfi", "-i", tone, "-c:v", "libx264",
                "-pix_fmt", "yuv420p", "-c:a", "pcm_s16le",
            ], name: "video.mkv")
        let video = try await Self.pool.video(of: source.file) { $0.preset = .low }
        let samples = try samples(of: video.file)
        let loud = samples.indices.filter { samples[$0].magnitude > 0.06 }
        let second = try #require(zip(loud, loud.dropFirst()).first { $1 - $0 > 12_000 })
        let (first, last) = (try #require(loud.first), try #require(loud.last))
        let lengths = [second.0 - first, second.1 - second.0, last - second.1].map { Double($0) / 48 }
        for (length, expected) in zip(lengths, [1000.0, 500, 1000]) {
            #expect(abs(length - expected) < 2, "\(lengths)")
        }
    }

    @Test("are two channels of several, and both of two")
    func channels() async throws {
        let source = try SampleVideo("320x240", with: ["-ac", "6"])
        let probed = try await Self.pool.video(of: source.file).probed()
        #expect(probed.stream("audio")?["channels"] as? Int == 2)
    }

    @Test(
        "is H.264 of every kind of pictures that cameras record", .long,
        arguments: [
            ["libx265", "yuv420p10le"], ["mjpeg", "yuvj420p"], ["prores_ks", "yuv422p10le"],
            ["libvpx-vp9", "yuv420p"],
        ])
    func pictures(_ codec: [String]) async throws {
        let name = codec[0] == "libvpx-vp9" ? "video.mp4" : "video.mov"
        let source = try SampleVideo("320x240", with: ["-c:v", codec[0], "-pix_fmt", codec[1]], name: name)
        let video = try await Self.pool.video(of: source.file)
        let probed = try ProbedVideo(video.file)
        #expect(probed.codecs == ["h264", "aac"] && probed.frames == 25)
        let shown = try grayFrame(of: video.file, at: 0.4, width: 320, height: 240)
        #expect(signalToNoise(shown, try grayFrame(of: source.file, at: 0.4, width: 320, height: 240)) >= 28)
        let copy = try await Self.pool.video(of: source.file) { $0.preset = .passthrough }
        let copied = try copy.probed()
        #expect(copied.codecs.first == (codec[0] == "libx265" ? "hevc" : "h264"))
    }

    /// The samples of the sound, 48,000 for each second.
    private func samples(of file: URL) throws -> [Float] {
        let target = FileManager.default.temporaryDirectory.appending(path: "raw-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: target) }
        let run = try ChildProcess.run([
            "/usr/bin/ffmpeg", "-nostdin", "-v", "error", "-i", file.path, "-map", "0:a", "-ac", "1", "-ar", "48000",
            "-f", "f32le", target.path,
        ])
        guard run.code == 0 else { throw ClientFailure("ffmpeg failed") }
        return try Data(contentsOf: target).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    }

    /// The mean volume, in decibels.
    private func volume(_ file: URL, _ filter: String = "") throws -> Double {
        let run = try ChildProcess.run([
            "/bin/sh", "-c", "ffmpeg -nostdin -i \"$0\" -map 0:a -af \"$1volumedetect\" -f null - 2>&1", file.path,
            filter,
        ])
        let line = run.output.split(separator: "\n").first { $0.contains("mean_volume") }
        let number = line?.split(separator: ":").last?.split(separator: " ").first
        return number.flatMap { Double($0) } ?? -100
    }
}
