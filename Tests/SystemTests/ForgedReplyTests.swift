import FilmgateTestKit
import Foundation
import Testing

/// Runs on a bus that delivers unrequested replies, like Debian's session bus.
@Suite("Replies from a connection that was not called")
struct ForgedReplyFromOutsideTests {
    @Test("answer no prompt, whatever their serial")
    func prompt() async throws {
        try await withWorld { world in
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let request = try await app.requestAccess()
            let prompt = try await agent.asked()
            let forger = try await world.script("forge.py", as: "forger", "answers", "5000")
            #expect(try await forger.line() == "ready")
            forger.proceed()
            #expect(try await forger.line() == "forged")
            #expect(try await app.status() == "not-determined")
            try await agent.answer(prompt, "deny")
            #expect(try await app.response(to: request).outcome == "denied")
        }
    }

    @Test("give no app a false identity, however many come while it connects")
    func identity() async throws {
        try await withWorld { world in
            let app = try await world.client(flatpak: "org.example.App")
            #expect(try await app.identity().isVerified)
            let pid = try #require(
                try await world.owner.clients().first { $0["client"]?.text == "flatpak:org.example.App" }?["pid"]?
                    .integer)
            let forger = try await world.script("forge.py", as: "forger", "credentials", "\(pid)")
            #expect(try await forger.line() == "ready")
            forger.proceed()
            #expect(try await forger.line() == "0 of 12")
        }
    }
}
