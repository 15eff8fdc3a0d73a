import Filmgate
import FilmgateTestKit
import FilmgateTestWorlds
import FilmgateText
import Synchronization
import Testing

@testable import FilmgateLibraryTools
@testable import FilmgateTool

@Suite("A command within a different program", .inProcessAlone)
struct CommandEnvironmentTests {
    @Test("writes to where it is told, with the width and the escape sequences of the terminal there")
    func terminal() async throws {
        try await withWorld { world in
            let id = try await world.owner.add(TestPhoto.small())
            let piped = try await world.ctl("assets", "list")
            #expect(piped.code == 0 && piped.output.contains(id) && !piped.output.contains("\u{1B}["), "\(piped)")
            let narrow = try await world.ctl("assets", "list", on: ToolTerminal(columns: 40))
            #expect(narrow.code == 0 && narrow.output.hasPrefix("\u{1B}[1mID"), "\(narrow)")
            #expect(!narrow.output.contains(id) && narrow.output.contains(id.prefix(8)), "\(narrow)")
            #expect(narrow.lines.dropFirst().allSatisfy { $0.count <= 40 }, "\(narrow)")
        }
    }

    @Test("reads the answers of a person at a terminal, and asks nobody without one", arguments: ["y", "n", ""])
    func answers(_ answer: String) async throws {
        try await withWorld { world in
            let id = try await world.owner.add(TestPhoto.small())
            #expect(try await world.ctl("assets", "delete", id).code == 0)
            let unasked = try await world.ctl("trash", "empty")
            #expect(unasked.code == 64 && unasked.errors.contains("--yes"), "\(unasked)")
            let asked = try await world.ctl("trash", "empty", on: ToolTerminal(columns: 80, input: "\(answer)\n"))
            #expect(asked.errors.contains("[y/N]"), "\(asked)")
            let left = try await world.ctl("trash", "list", "--ids").lines
            #expect(left == (answer == "y" ? [] : [id]), "\(asked)")
        }
    }

    @Test("ends with the exit code that the program would have, and says why")
    func failure() async throws {
        try await withWorld { world in
            let unknown = try await world.ctl("asets", "list")
            #expect(unknown.code == 64 && unknown.output.isEmpty, "\(unknown)")
            #expect(unknown.errors.hasPrefix("filmgatectl: There is no command 'asets list'."), "\(unknown)")
            let nothing = try await world.ctl("assets", "show", "00000000-0000-4000-8000-000000000000")
            #expect(nothing.code == 66 && nothing.errors.hasPrefix("filmgatectl: "), "\(nothing)")
            #expect(try await world.ctl("agent").code == 70, "it would replace the tests")
        }
    }

    @Test("is interrupted alone", .timeLimit(.minutes(5)))
    func interruption() async throws {
        try await withWorld { world in
            let written = Mutex("")
            let surroundings = CommandEnvironment(
                output: { _ in }, error: { bytes in written.withLock { $0 += String(decoding: bytes, as: UTF8.self) } },
                bus: world.libraryBus)
            let library = try await PhotoLibrary.connect(to: world.libraryBus)
            let me = try #require(try await library.clientIdentity().id)
            try await world.owner.grant("\(me)", "full")
            let watching = Task { await Tool(in: surroundings).run([FilmgateText.Argument("watch")]) }
            try await eventually { written.withLock { $0.contains("Watching.") } }
            surroundings.interruption.request()
            #expect(await watching.value == 0)
            #expect(!Interruption.ofThisProcess.isRequested)
        }
    }
}
