import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

/// Videos that get the metadata of the original, because the app that made them may not know all of it.
@Suite("A video that metadata is written into", .inProcess)
struct CarriedVideoTests {
    private static let app = "org.example.App"

    /// A video as apps write it.
    struct Made: CustomTestStringConvertible {
        let testDescription: String
        let arguments: [String]
        let name: String
    }

    private static let h264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"]
    private static let tones = ["-f", "lavfi", "-i", "sine=d=1"]

    static let made = [
        Made(testDescription: "H.264 and AAC", arguments: tones + h264 + ["-c:a", "aac"], name: "video.mp4"),
        Made(
            testDescription: "pictures that are stored in another order than shown",
            arguments: ["-c:v", "libx264", "-bf", "3", "-g", "12", "-pix_fmt", "yuv420p"], name: "video.mp4"),
        Made(
            testDescription: "HEVC of ten bits, in QuickTime",
            arguments: tones + ["-c:v", "libx265", "-x265-params", "log-level=none", "-pix_fmt", "yuv420p10le"]
                + ["-tag:v", "hvc1", "-c:a", "aac"], name: "video.mov"),
        Made(
            testDescription: "MP3 beside pictures at a changing rate",
            arguments: tones + h264 + [
                "-vf", "select='not(mod(n,3))+eq(n,4)'", "-fps_mode", "vfr", "-c:a", "libmp3lame",
            ],
            name: "video.mp4"),
    ]

    @Test("keeps every sample of its tracks, bit for bit", arguments: made)
    func samples(_ made: Made) async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let source = try SampleVideo(
                "160x120", with: ["-metadata", "location=+47.4979+019.0402/", "-metadata", "title=Bridge"])
            let asset = try await owner.add(video: source.file)
            try await owner.grant(
                "flatpak:\(Self.app)", "full", rights: ["originals", "captions", "metadata", "write", "manage"])
            let client = try await world.client(flatpak: Self.app)
            let render = try SampleVideo(
                ["-f", "lavfi", "-i", "testsrc2=s=320x240:r=25:d=1"] + made.arguments, name: made.name)
            let session = try await client.beginEditing(asset).session
            let bytes = [UInt8](try Data(contentsOf: render.file))
            try await client.finish(session, ["full-size-video": .memory(bytes)])
            try await client.setContent(session, of: asset)

            // What the library stored: another file, with the original's place.
            let stored = URL(filePath: "\(world.folder)/stored.mp4")
            let exported = try await owner.open(asset, "full-size-video")
            // The name is one below the folder of the library, of which the broker hands out files through a read-only
            // mount.
            let path = try FileManager.default.subpathsOfDirectory(atPath: world.state)
                .first { "/\($0)".hasSuffix(exported.name) }
            try FileManager.default.copyItem(atPath: "\(world.state)/\(#require(path))", toPath: stored.path)
            #expect(try Data(contentsOf: stored) != Data(bytes))
            let tags = try ProbedVideo(stored).format["tags"] as? [String: String] ?? [:]
            #expect(tags["com.apple.quicktime.title"] == "Bridge", "\(tags)")
            #expect(tags["com.apple.quicktime.location.ISO6709"] == "+47.4979+019.0402/", "\(tags)")
            let (expected, samples) = (try Self.samples(of: render.file), try Self.samples(of: stored))
            #expect(!expected.isEmpty && samples == expected)
            withExtendedLifetime((source, render)) {}
        }
    }

    /// The decoded samples of all tracks: track, time, duration, size and hash of each.
    private static func samples(of file: URL) throws -> [String] {
        let run = try ChildProcess.run([
            "/usr/bin/ffmpeg", "-nostdin", "-v", "error", "-i", file.path, "-map", "0:v", "-map", "0:a?", "-fps_mode",
            "passthrough", "-f", "framehash", "-hash", "sha256", "-",
        ])
        guard run.code == 0 else { throw ClientFailure("ffmpeg failed: \(run)") }
        return run.output.split(separator: "\n").filter { !$0.hasPrefix("#software") }.map(String.init)
    }
}
