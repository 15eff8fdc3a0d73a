import FilmgateTestKit
import Foundation
import Testing

@Suite("The progress of copying picked photos")
struct CopyProgressTests {
    private static let pictures = "{'filters': <[('PNG', [(uint32 0, '*.png')])]>, 'multiple': <true>}"

    /// Picks photos of which one takes seconds, with a stand-in for the program of the window.
    private func pick(
        showing text: String, _ body: (World, PortalDesk, DialogReply) async throws -> Void
    ) async throws {
        try await withWorld { world in
            let photos = try await world.owner.add([TestPhoto.huge(), TestPhoto.small()])
            let agent = try await world.agent()
            let desk = try await PortalDesk(in: world)
            _ = try await world.executable(
                "programs/filmgate-window", "#!/bin/sh\nread line <&3\necho \"$1 $2 $line\" > ${0%/*}/shown\n\(text)\n")
            desk.open("t1", Self.pictures)
            try await agent.pick(photos)
            try await body(world, desk, desk.answer(to: "t1"))
        }
    }

    @Test("is shown by the window's program, in which the person can cancel")
    func cancelled() async throws {
        try await pick(showing: "exit 3") { world, desk, reply in
            #expect(reply.response == 1 && reply.uris.isEmpty)
            let shown = try String(contentsOfFile: "\(world.folder)/programs/shown", encoding: .utf8)
            #expect(shown.hasPrefix("--preparing ") && shown.hasSuffix(" 2\n"), "\(shown)")
            let left = try FileManager.default.contentsOfDirectory(atPath: desk.copies)
            #expect(left.allSatisfy { $0.hasPrefix(".") }, "\(left)")
        }
    }

    @Test("cancels nothing if the window's program fails, or ends with the photos", arguments: ["exit 1", "cat <&3"])
    func finished(_ text: String) async throws {
        try await pick(showing: text) { world, _, reply in
            #expect(reply.response == 0)
            #expect(FileManager.default.fileExists(atPath: "\(world.folder)/programs/shown"))
            #expect(reply.paths.map { $0.hasSuffix(".png") } == [true, true])
        }
    }

    @Test("is a small window that counts the photos, and closes when all are copied, or the person cancels")
    func window() async throws {
        try await withWorld { world in
            let display = try await Display(in: world)
            func start() async throws -> Program {
                let command = "exec \"$0\" --preparing '' 3<&0 < /dev/null"
                let program = try world.start(
                    ["/bin/sh", "-c", command, BuiltProgram.path("filmgate-window")], environment: display.environment)
                program.write("1 4\n")
                try await display.shows("label", "Preparing 2 of 4")
                try await display.getsKeys("Preparing Photos")
                return program
            }
            let whole = try await start()
            whole.write("no number\n\(Int.max) \(Int.max)\n3 4\n")
            try await display.shows("label", "Preparing 4 of 4")
            whole.closeInput()
            #expect(await whole.ended() == 0)
            let byButton = try await start()
            try await display.press("push button", "Cancel")
            #expect(await byButton.ended() == 3)
            let byKey = try await start()
            try await display.type("Escape")
            #expect(await byKey.ended() == 3)
        }
    }
}
