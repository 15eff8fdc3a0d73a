import FilmgateTestKit
import Foundation
import Testing

@Suite("Pictures that the tool shows")
struct PictureCommandTests {
    /// Runs the tool in a terminal, and returns what it writes there.
    private func shown(
        _ arguments: [String], in world: World, terminal: [String: String] = ["TERM": "xterm-256color"]
    ) async throws -> RunResult {
        let words = [BuiltProgram.path("filmgatectl"), "assets", "list"] + arguments
        let line = words.map { "'\($0)'" }.joined(separator: " ")
        let script = ["/usr/bin/script", "--quiet", "--return", "--command", line, "/dev/null"]
        return try await world.start(script, environment: terminal).result()
    }

    @Test("a list shows a picture beside the properties of each photo, in the order of the list")
    func list() async throws {
        try await withWorld { world in
            let ids = try await [world.owner.add(TestPhoto.small()), world.owner.add(TestPhoto.small())]
            let result = try await shown(["--pictures", "--sort", "filename"], in: world)
            #expect(result.code == 0, "\(result)")
            let listed = try await world.ctl("assets", "list", "--sort", "filename", "--ids").lines
            #expect(Set(listed) == Set(ids))
            let places = listed.map { result.output.firstRange(of: $0)?.lowerBound }
            #expect(places.count == 2 && places.allSatisfy { $0 != nil }, "\(result.output)")
            #expect(try #require(places[0]) < #require(places[1]))
            for text in ["filename", "creation-date", "320×240", "\u{1B}[38;2;"] {
                #expect(result.output.contains(text), "\(text): \(result.output.debugDescription)")
            }
            // The bars of the test picture, in quarter blocks at least: six rows for each photo.
            let rows = result.output.split(separator: "\r\n").filter { $0.contains("\u{1B}[") }
            #expect(rows.count == 12, "\(result.output.debugDescription)")
        }
    }

    @Test("terminals with images get the pixels themselves, one image for each photo")
    func images() async throws {
        try await withWorld { world in
            try await world.owner.add(TestPhoto.small())
            try await world.owner.add(TestPhoto.small())
            let kitty = try await shown(["--pictures"], in: world, terminal: ["TERM": "xterm-kitty", "NO_COLOR": "1"])
            #expect(kitty.output.ranges(of: "\u{1B}_Ga=T,f=32,s=128,v=96,c=16,r=6").count == 2, "\(kitty.code)")
            // The text is there already: the cursor goes up to draw, and comes back.
            #expect(kitty.output.ranges(of: "\u{1B}7\u{1B}[6A\u{1B}_G").count == 2)
            #expect(kitty.output.ranges(of: "\u{1B}\\\u{1B}8").count == 2)
            let sixels = try await shown(["--pictures"], in: world, terminal: ["TERM": "mlterm"])
            #expect(sixels.output.ranges(of: "\u{1B}P0;1;0q\"1;1;128;96").count == 2, "\(sixels.code)")
        }
    }

    @Test("a picture that cannot be made is a word, and the list goes on")
    func damaged() async throws {
        try await withWorld { world in
            let broken = try await world.owner.add(TestPhoto.small())
            let overwrite = "chmod u+w \"$1\"; echo no photo >\"$1\""
            let damage = try await world.start([
                "/usr/bin/find", world.state, "-path", "*/originals/*", "-type", "f",
                "-exec", "/bin/sh", "-c", overwrite, "-", "{}", ";",
            ]).result()
            #expect(damage.code == 0, "\(damage.errors)")
            let whole = try await world.owner.add(TestPhoto.small())
            let result = try await shown(["--pictures", "--columns", "id"], in: world)
            #expect(result.code == 0)
            #expect(result.output.contains(broken) && result.output.contains(whole), "\(result.output)")
            #expect(result.output.matches(of: /\((damaged|unavailable)\) +id/).count == 1, "\(result.output)")
            #expect(result.output.contains("\u{1B}[38;2;"), "the other photo has its picture")
        }
    }

    @Test("texts of files and apps cannot control the terminal")
    func texts() async throws {
        try await withWorld { world in
            try await world.owner.add(TestPhoto.small(), properties: ["title": "red\u{1B}[2J\u{202E}\nblue"])
            let result = try await shown(["--pictures", "--columns", "title"], in: world)
            #expect(result.code == 0 && !result.output.contains("\u{1B}[2J") && !result.output.contains("\u{202E}"))
            #expect(
                result.output.contains("  title  red\u{FFFD}[2J\u{FFFD} blue\r\n"), "\(result.output.debugDescription)")
        }
    }

    @Test("without a terminal that can show them, it says what to do")
    func refusals() async throws {
        try await withWorld { world in
            let piped = try await world.ctl("assets", "list", "--pictures")
            #expect(piped.code == 64 && piped.errors.contains("needs a terminal") && piped.output.isEmpty)
            #expect(piped.errors.contains("Omit '--pictures'."), "\(piped.errors)")
            let dumb = try await shown(["--pictures"], in: world, terminal: ["TERM": "dumb"])
            #expect(dumb.code == 64 && dumb.output.contains("cannot show pictures"), "\(dumb)")
            let colorless = try await shown(
                ["--pictures"], in: world, terminal: ["TERM": "xterm-256color", "NO_COLOR": "1"])
            #expect(colorless.code == 64 && colorless.output.contains("Unset NO_COLOR"), "\(colorless)")
            for option in ["--json", "--ids", "--count", "--no-header"] {
                let result = try await shown(["--pictures", option], in: world)
                #expect(result.code == 64 && result.output.contains("cannot be combined"), "\(option): \(result)")
            }
        }
    }

    @Test("an empty list has no pictures, and says so")
    func empty() async throws {
        try await withWorld { world in
            let result = try await shown(["--pictures"], in: world)
            #expect(result.code == 0 && result.output.contains("The library is empty."), "\(result)")
        }
    }
}
