import FilmgateTestKit
import FilmgateTestWorlds
import Testing

@Suite("The scripted agent of tests", .inProcess)
struct StrictAgentTests {
    private static func isAbout(_ words: String) -> @Sendable (Issue) -> Bool {
        { issue in issue.comments.contains { $0.rawValue.contains(words) } }
    }

    @Test("fails a test that does not expect a question")
    func unexpected() async throws {
        try await withKnownIssue {
            try await withWorld { world in
                let agent = try await world.agent()
                let app = try await world.client(flatpak: "org.example.App")
                _ = try await app.requestAccess()
                _ = try await agent.client.signals("Prompt", count: 1, most: 0)
            }
        } matching: {
            Self.isAbout("not expect: access by flatpak:org.example.App")($0)
        }
    }

    @Test("fails a test that expects a different question")
    func different() async throws {
        try await withKnownIssue {
            try await withWorld { world in
                let agent = try await world.agent()
                let app = try await world.client(flatpak: "org.example.App")
                _ = try await app.pick()
                _ = try await agent.asked("access")
            }
        } matching: {
            Self.isAbout("asked [pick by flatpak:org.example.App], not access")($0)
        }
    }

    @Test("fails a test whose expected question did not come before it stopped waiting")
    func missing() async throws {
        try await withKnownIssue {
            try await withWorld { world in
                let agent = try await world.agent()
                let asked = Task { try await agent.asked("confirm") }
                asked.cancel()
                _ = await asked.result
            }
        } matching: {
            Self.isAbout("not asked: confirm")($0)
        }
    }
}
