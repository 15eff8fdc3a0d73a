import FilmgateTestKit
import Foundation
import Testing

/// Pictures as a person sees them over ssh: in a terminal without images, in tmux.
@Suite("Pictures in a terminal")
struct TerminalPictureTests {
    /// Blocks that two colors of a picture make.
    private static let blocks = Set("▀▄▌▐▖▗▘▝▚▞")

    private func isPicture(_ line: Substring) -> Bool { line.contains { Self.blocks.contains($0) } }

    private func agent(_ option: String, in world: World, rows: Int = 30) async throws -> TerminalWindow {
        let line = "\(BuiltProgram.path("filmgate-agent")) --tty \(option); echo ended $?; read line"
        return try await world.window(["/bin/sh", "-c", line], rows: rows)
    }

    /// Waits until so many lines on the screen have blocks.
    private func showsPictures(_ window: TerminalWindow, lines: Int) async throws -> String {
        var screen = ""
        try await eventually {
            screen = try await window.screen
            return screen.split(separator: "\n").count { isPicture($0) } == lines
        }
        return screen
    }

    @Test("the agent shows the newest photos in its question, and each photo in the list to choose from")
    func agent() async throws {
        try await withWorld(TerminalAgentTests.settings) { world in
            try await world.addPhotos(9)
            let app = try await world.client(flatpak: TerminalAgentTests.app)
            let window = try await agent("--pictures", in: world)
            try await window.shows("Waiting for apps")
            let request = try await app.requestAccess()
            try await window.shows("Your newest photos:")
            // The photos are in landscape format, and so have three or four rows.
            let question = try await showsPictures(window, lines: 4)
            #expect(question.contains("Not now"))
            try await window.press("s", "Enter")
            try await window.shows("0 of 9 selected")
            // Six whole photos in 26 lines.
            let list = try await showsPictures(window, lines: 24)
            #expect(!list.contains("newest"), "the pictures of the question are gone")
            try await window.press("Down", "Space", "End", "Space", "Enter")
            try await window.shows("see these 2 photos")
            try await window.press("Enter")
            #expect(try await app.response(to: request).status == "limited")
            #expect(try await app.assets().count == 2)
            let idle = try await window.shows("2 of 9 photos, permanently")
            #expect(!idle.split(separator: "\n").contains { isPicture($0) }, "\(idle)")
        }
    }

    @Test("without images in the terminal, the agent shows them after the key p alone")
    func key() async throws {
        try await withWorld(TerminalAgentTests.settings) { world in
            try await world.addPhotos(3)
            let app = try await world.client(flatpak: TerminalAgentTests.app)
            let window = try await agent("", in: world)
            try await window.shows("Waiting for apps")
            _ = try await app.requestAccess()
            try await window.shows("asks to see")
            try await window.press("s", "Enter")
            let list = try await window.shows("0 of 3 selected", "Space Select")
            #expect(!list.split(separator: "\n").contains { isPicture($0) })
            try await window.press("p")
            _ = try await showsPictures(window, lines: 12)
            try await window.press("p")
            _ = try await showsPictures(window, lines: 0)
        }
    }

    @Test("the agent ends with advice if pictures are wanted that cannot be shown")
    func unusable() async throws {
        try await withWorld(TerminalAgentTests.settings) { world in
            let colorless = try await world.window(
                [
                    "/bin/sh", "-c",
                    "NO_COLOR=1 \(BuiltProgram.path("filmgate-agent")) --tty --pictures; echo ended $?; read line",
                ], columns: 160)
            #expect(try await colorless.shows("ended 64").contains("NO_COLOR is set"))
            for option in ["--plain", "--answer '* read-write=deny'"] {
                let result = try await world.start([
                    "/bin/sh", "-c", "\(BuiltProgram.path("filmgate-agent")) \(option) --pictures",
                ]).result()
                #expect(result.code == 64 && result.errors.contains("'--pictures' needs --tty."), "\(result)")
            }
            let both = try await world.start([
                BuiltProgram.path("filmgate-agent"), "--tty", "--pictures", "--no-pictures",
            ]).result()
            #expect(both.code == 64 && both.errors.contains("cannot be combined"), "\(both)")
        }
    }

    @Test("Ctrl-C ends a list between two pictures, with the cursor on a line of its own")
    func interruption() async throws {
        try await withWorld(TerminalAgentTests.settings) { world in
            try await world.addPhotos(400)
            let line = "trap : INT; \(BuiltProgram.path("filmgatectl")) ls --pictures; echo ended $?; read line"
            let window = try await world.window(["/bin/sh", "-c", line], rows: 40)
            try await window.shows("creation-date")
            try await window.press("C-c")
            let screen = try await window.shows("ended 130")
            #expect(screen.contains("\nended 130"), "\(screen)")
        }
    }
}
