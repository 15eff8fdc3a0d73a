import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

@Suite("Images and videos that the tool writes", .inProcess)
struct ImageCommandTests {
    @Test("a part of a video is written to a file, which is never one that exists")
    func video() async throws {
        try await withWorld { world in
            let source = try SampleVideo("640x480", seconds: 2)
            let asset = try await world.owner.add(video: source.file)
            let path = "\(world.folder)/part.mp4"
            let part = ["assets", "video", asset, "--preset", "low", "--start", "0.52", "--end", "1.52", "-o", path]
            let made = try await world.ctl(part)
            #expect(made.code == 0 && made.output.contains("640 × 480 pixels"), "\(made.errors)")
            let probed = try ProbedVideo(URL(filePath: path))
            #expect(probed.frames == 25 && abs(probed.duration() - 1) < 0.01)
            let again = try await world.ctl(part)
            #expect(again.code != 0 && again.errors.contains("cannot be created"))
            let record = try await world.ctl("assets", "video", asset, "-o", path + "2", "--json").object()
            #expect(record["mime-type"] as? String == "video/mp4" && record["pixel-width"] as? Int == 640)
            for wrong in [["--preset", "huge"], ["--start", "-1"], ["--start", "soon"], ["--start", "9"]] {
                #expect(try await world.ctl(["assets", "video", asset, "-o", path + "3"] + wrong).code != 0)
            }
            #expect(!FileManager.default.fileExists(atPath: path + "3"))
        }
    }

    @Test("a video in slow motion is written slowly with --slow-motion")
    func slowMotion() async throws {
        try await withWorld { world in
            let source = try SampleVideo("320x240", rate: 120)
            let asset = try await world.owner.add(video: source.file)
            let path = "\(world.folder)/slow.mp4"
            let made = try await world.ctl(
                "assets", "video", asset, "--preset", "passthrough", "--slow-motion", "-o", path)
            #expect(made.code == 0, "\(made.errors)")
            #expect(try abs(ProbedVideo(URL(filePath: path)).duration() - 4) < 0.05)
        }
    }

    @Test("an image is written to a file")
    func image() async throws {
        try await withWorld { world in
            let asset = try await world.owner.add(TestPhoto.small())
            let path = "\(world.folder)/small.png"
            let made = try await world.ctl("assets", "image", asset, "--size", "100", "-o", path)
            #expect(made.code == 0 && made.output.contains("100 × 75 pixels"), "\(made.errors)")
            #expect(try Data(contentsOf: URL(filePath: path)).starts(with: [0x89, 0x50, 0x4E, 0x47]))
        }
    }
}
