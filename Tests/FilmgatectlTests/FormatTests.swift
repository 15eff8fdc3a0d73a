import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

@Suite("Formats of twenty years", .inProcess)
struct FormatTests {
    /// The names of files, and what makes them from a test picture.
    private static let videos: [(name: String, arguments: [String], type: String)] = [
        ("clip.avi", ["-c:v", "mpeg4"], "video/x-msvideo"), ("clip.wmv", ["-c:v", "wmv2"], "video/x-ms-wmv"),
        ("clip.mkv", ["-c:v", "mpeg4"], "video/x-matroska"), ("clip.webm", ["-c:v", "libvpx"], "video/webm"),
        ("clip.mts", ["-c:v", "mpeg2video", "-f", "mpegts"], "video/mp2t"),
        ("clip.m2ts", ["-c:v", "mpeg2video", "-f", "mpegts", "-mpegts_m2ts_mode", "1"], "video/mp2t"),
        ("clip.mpg", ["-c:v", "mpeg2video", "-f", "vob"], "video/mpeg"),
        ("clip.3gp", ["-c:v", "mpeg4", "-f", "3gp"], "video/3gpp"),
        ("clip.flv", ["-c:v", "flv1"], "video/x-flv"),
        // By content, whatever the name says.
        ("lie.mp4", ["-c:v", "mpeg4", "-f", "matroska"], "video/x-matroska"),
    ]

    /// A PSD without layers: a header, three empty sections, and rows of each channel.
    private static let psd: [UInt8] =
        Array("8BPS".utf8) + [0, 1] + [0, 0, 0, 0, 0, 0] + [0, 3] + [0, 0, 0, 48] + [0, 0, 0, 64] + [0, 8] + [0, 3]
        + [UInt8](repeating: 0, count: 12) + [0, 0] + (0..<3 * 64 * 48).map { UInt8(truncatingIfNeeded: $0) }

    @Test("pictures and videos are known by what they hold, and images of them can be made")
    func all() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            for (name, arguments, _) in Self.videos {
                let run = try ChildProcess.run(
                    ["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc=s=160x120:r=25:d=1"] + arguments
                        + ["-y", "\(folder.path)/\(name)"])
                try #require(run.code == 0, "\(name)")
            }
            let png = "\(world.folder)/picture.png"
            let picture = [
                "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc=s=64x48", "-frames:v", "1", "-y",
            ]
            for target in [png, "\(folder.path)/picture.bmp"] {
                try #require(try ChildProcess.run(picture + [target]).code == 0)
            }
            try #require(try ChildProcess.run(["vips", "copy", png, "\(folder.path)/picture.jp2"]).code == 0)
            try #require(try ChildProcess.run(["cjxl", "--quiet", png, "\(folder.path)/picture.jxl"]).code == 0)
            try folder.write(Self.psd, to: "picture.psd")
            let run = try await world.ctl("import", "-q", "--no-pairing", folder.path)
            #expect(run.code == 0, "\(run)")
            let rows = try await world.ctl("assets", "list", "--json").objects()
            var types: [String: String] = [:]
            for row in rows { types[row["filename"] as? String ?? ""] = row["mime-type"] as? String }
            var expected = [
                "picture.bmp": "image/bmp", "picture.jp2": "image/jp2", "picture.jxl": "image/jxl",
                "picture.psd": "image/vnd.adobe.photoshop",
            ]
            for video in Self.videos { expected[video.name] = video.type }
            #expect(types == expected)
            for row in rows {
                let id = try #require(row["id"] as? String)
                let name = row["filename"] as? String ?? ""
                let shown = try await world.ctl(
                    "assets", "image", "--size", "32", "--output", "\(world.folder)/\(name).jpg", id)
                #expect(shown.code == 0, "\(name): \(shown)")
            }
        }
    }

    @Test("an export without metadata names the files from which it cannot be removed")
    func named() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            try folder.write(Self.psd, to: "picture.psd")
            #expect(try await world.ctl("import", "-q", folder.path).code == 0)
            let run = try await world.ctl("export", "-q", "--without", "location", "\(world.folder)/out")
            #expect(run.code != 0 && run.errors.contains("picture.psd ("), "\(run)")
        }
    }

    @Test("an app without the right to metadata does not get a file from which it cannot be removed")
    func withheld() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            try folder.write(Self.psd, to: "picture.psd")
            #expect(try await world.ctl("import", "-q", folder.path).code == 0)
            let id = try #require(try await world.owner.assets().first)
            try await world.owner.grant("flatpak:org.example.App", "full", rights: ["originals"])
            let app = try await world.client(flatpak: "org.example.App")
            #expect(try await refusal { _ = try await app.open(id) }.name == "org.filmgate.Error.AccessDenied")
        }
    }

    @Test("a file that cannot be shown is kept beside the photo with its name if the person wants it")
    func unknown() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            try folder.add(1)
            try folder.write("{}", to: "photo-0001.settings")
            try folder.write("text", to: "alone.txt")
            let run = try await world.ctl("import", "-q", "--keep-unknown", folder.path)
            #expect(run.code == 0 && run.output.contains("1 .txt") && !run.output.contains(".settings"), "\(run)")
            let id = try #require(try await world.owner.assets().first)
            #expect(try await world.ctl("assets", "show", id).output.contains("photo-0001.settings"))
        }
    }
}
