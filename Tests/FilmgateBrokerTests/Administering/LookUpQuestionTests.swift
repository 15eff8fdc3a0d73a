import FilmgatePolicy
import FilmgateTestKit
import Testing

@testable import FilmgateBroker
@testable import FilmgateTestWorlds

@Suite("Looking up photos by name", .runningLoop)
struct LookUpQuestionTests {
    @Test("is refused to a program that is none of the owner's tools before a person is asked for a password")
    func refused() async throws {
        try #require(RunningLoop.isRunning)
        // What it would ask is never answered.
        let authority = ScriptedAuthority(holding: [.useOwnLibrary])
        try await World.$starter.withValue(InProcessBrokers(authority: authority)) {
            try await withWorld { world in
                let program = try await world.program("program", .user(61790))
                let error = try await program.error(
                    "Admin1", "ExplainAccess", "ssa{sv}", "flatpak:org.example.App", "",
                    .table(["name": "IMG_1.jpg"]))
                #expect(error.kind == "InvalidArgument", "\(error)")
            }
        }
    }
}
