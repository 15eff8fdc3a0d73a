import FilmgateTestKit
import Foundation
import Testing

/// The programs under `examples/`, started as users do.
@Suite("Examples")
struct ExampleTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "examples").path

    /// Makes a folder with a number of photos.
    private static func photos(_ count: Int, in world: World) throws -> [String] {
        let folder = "\(world.folder)/photos"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return try (1...count).map { number in
            let path = "\(folder)/photo-\(10 + number).jpg"
            try Data(TestPhoto.small("example \(number)").bytes).write(to: URL(filePath: path))
            return path
        }
    }

    private static func run(_ command: [String], in world: World) async throws -> RunResult {
        let programs = URL(filePath: BuiltProgram.path("filmgatectl")).deletingLastPathComponent().path
        return try await world.start(
            command,
            environment: [
                "FILMGATE_BUS_ADDRESS": world.bus.address, "PATH": "\(programs):/usr/bin:/bin",
                "PYTHONDONTWRITEBYTECODE": "1",
            ]
        ).result()
    }

    @Test("a Python program with only python3-dbus builds an album, fills it, queries it and reads a whole Snapshot")
    func python() async throws {
        try await withWorld { world in
            let files = try Self.photos(20, in: world)
            let result = try await Self.run(
                ["/usr/bin/python3", "\(Self.folder)/albums.py", "Summer"] + files, in: world)
            #expect(result.code == 0, "\(result)")
            let lines = result.lines.map { $0.split(separator: "\t").map(String.init) }
            let album = try #require(lines.first { $0[0] == "album" })[1]
            let members = try await world.owner.assets(["album": .variant("s", .text(album))])
            #expect(members.count == 20)
            #expect(
                Set(lines.filter { $0[0] == "best" }) == [
                    ["best", "photo-11.jpg", "5"], ["best", "photo-27.jpg", "5"],
                ])
            let rows = lines.filter { $0[0] == "row" }
            #expect(rows.map { $0[1] } == members)
            #expect(rows.map { $0[2] } == (11...30).map { "photo-\($0).jpg" })
            #expect(rows.allSatisfy { $0[3] == "\(TestPhoto.date)" })
            #expect(lines.contains(["count", "20"]))

            // Run again: nothing is added twice.
            let again = try await Self.run(
                ["/usr/bin/python3", "\(Self.folder)/albums.py", "Summer"] + files, in: world)
            #expect(again.lines == result.lines, "\(again)")
            #expect(try await world.owner.assets().count == 20)
            #expect(try await world.owner.albums().count { $0["type"]?.text == "album" } == 1)
        }
    }

    @Test("a Python program without access has the person pick, and copies the files without places")
    func picking() async throws {
        try await withWorld(TerminalAgentTests.settings) { world in
            let photo = try TestPhoto.small()
            try await world.owner.add(.memory(photo.bytes), filename: "IMG_1.jpg")
            let folder = "\(world.folder)/picked"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let agent = try world.start(
                [BuiltProgram.path("filmgate-agent"), "--answer", "exe:* pick=done select=newest:5"])
            let program = try await world.interpreter("programs/python3")
            var result = try await Self.run([program, "\(Self.folder)/pick.py", folder], in: world)
            try await eventually {
                if result.output.hasPrefix("success") || result.output.contains("IMG_1") { return true }
                result = try await Self.run([program, "\(Self.folder)/pick.py", folder], in: world)
                return false
            }
            #expect(
                result.code == 0 && result.output.contains("\(folder)/IMG_1.jpg is a photo without location"),
                "\(result)")
            let copy = try Data(contentsOf: URL(filePath: "\(folder)/IMG_1.jpg"))
            #expect(copy.prefix(3) == Data([0xFF, 0xD8, 0xFF]) && Array(copy) != photo.bytes)
            _ = agent
        }
    }

    @Test("Python programs without permission, a bus or files say so in a line or two, with advice")
    func pythonMistakes() async throws {
        try await withWorld { world in
            let program = try await world.interpreter("programs/python3")
            for words in [["snapshot.py"], ["albums.py", "Summer"] + (try Self.photos(1, in: world))] {
                let denied = try await Self.run([program, "\(Self.folder)/\(words[0])"] + words[1...], in: world)
                #expect(denied.code == 1 && denied.errors.contains("NotDetermined"), "\(denied)")
                #expect(denied.errors.contains("filmgatectl grants set 'exe:\(program)' full"), "\(denied)")
            }
            for words in [["snapshot.py", "nonsense"], ["albums.py", "Summer", "/nonexistent.jpg"]] {
                let wrong = try await Self.run(
                    ["/usr/bin/python3", "\(Self.folder)/\(words[0])"] + words[1...], in: world)
                #expect(wrong.code == 1 && wrong.errors.split(separator: "\n").count == 1, "\(wrong)")
            }
            _ = try await world.owner.add(TestPhoto.small(), properties: ["title": "red\u{1B}[31m\u{202E}"])
            let shown = try await Self.run(
                ["/usr/bin/python3", "\(Self.folder)/snapshot.py", "title", "caption", "rating"], in: world)
            #expect(shown.output == "red\\u001b[31m\\u202e\t\t0\n", "\(shown)")
        }
    }

    @Test("a shell script keeps the existing grant of gdbus, and reports if it is not enough")
    func standingGrant() async throws {
        try await withWorld { world in
            let files = try Self.photos(1, in: world)
            let folder = URL(filePath: files[0]).deletingLastPathComponent().path
            let client = "exe:\(URL(filePath: "/usr/bin/gdbus").resolvingSymlinksInPath().path)"
            for (level, code) in [("add-only", 77), ("full", 0)] {
                #expect(try await world.ctl("grants", "set", client, level).code == 0)
                let run = try await Self.run(["/bin/sh", "\(Self.folder)/albums.sh", "Summer", folder], in: world)
                #expect(run.code == code, "\(run)")
                #expect(run.errors.contains("add-only") == (code == 77), "\(run)")
                let grants = try await world.owner.grants()
                #expect(grants.first { $0["client"]?.text == client }?["level"]?.text == level)
            }
        }
    }

    @Test("a shell script does the same with gdbus and filmgatectl, and removes the grants that it was given")
    func shell() async throws {
        try await withWorld { world in
            let files = try Self.photos(3, in: world)
            let folder = URL(filePath: files[0]).deletingLastPathComponent().path
            let result = try await Self.run(["/bin/sh", "\(Self.folder)/albums.sh", "Summer", folder], in: world)
            #expect(result.code == 0, "\(result)")
            #expect(result.output.contains(", uint32 1)"), "\(result)")
            #expect(result.lines.contains { $0.contains(" 5 ") && $0.hasSuffix("photo-13.jpg") })
            #expect(result.lines.contains("count   3"))
            let albums = try await world.owner.albums().filter { $0["type"]?.text == "album" }
            #expect(albums.map { $0["title"]?.text } == ["Summer"])
            let album = try #require(albums.first?["id"]?.text)
            let members = try await world.owner.assets(["album": .variant("s", .text(album))])
            let first = try await world.owner.properties(of: members[0], "filename")
            #expect(first["filename"]?.text == "photo-13.jpg")
            #expect(try await world.owner.grants().allSatisfy { $0["level"]?.text == "undetermined" })
        }
    }

    @Test("a shell script shows each photo in the terminal, the latest first, and leaves no file behind")
    func slideshow() async throws {
        try await withWorld { world in
            let photos = try await world.addPhotos(3)
            try await world.owner.set(["hidden": true], of: photos[1])
            // What shows pictures in terminals: here it says which, and whether they are JPEG.
            let (tools, temporary) = ("\(world.folder)/tools", "\(world.folder)/slides")
            for folder in [tools, temporary] {
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            }
            let script = "#!/bin/sh\necho; echo shown $(basename \"$1\" .jpg) $(head -c 3 \"$1\" | od -An -tx1)\n"
            try await createProgram(script, at: "\(tools)/chafa")
            let programs = URL(filePath: BuiltProgram.path("filmgatectl")).deletingLastPathComponent().path
            let run = try await world.start(
                ["/bin/sh", "\(Self.folder)/slideshow.sh", "0"],
                environment: [
                    "PATH": "\(tools):\(programs):/usr/bin:/bin", "TERM": "xterm", "TMPDIR": temporary,
                ]
            ).result()
            #expect(run.code == 0, "\(run)")
            let shown = run.lines.filter { $0.hasPrefix("shown ") }
            #expect(shown == [photos[0], photos[2]].map { "shown \($0) ff d8 ff" }, "\(run)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: temporary).isEmpty)
        }
    }
}
