import FilmgateTestKit
import Foundation
import Testing

/// Runs on a bus that delivers unrequested replies, like Debian's session bus.
@Suite("Replies from a connection that was not called")
struct ForgedReplyFromOutsideTests {
    @Test(
        "answer no prompt, whatever their serial, from outside of sandboxes and through a proxy",
        arguments: ["answers", "errors", "calls"], [false, true])
    func prompt(_ kind: String, _ isSandboxed: Bool) async throws {
        try await withWorld { world in
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let request = try await app.requestAccess()
            let prompt = try await agent.asked()
            let forger =
                try await isSandboxed
                ? world.script(
                    "forge.py", flatpak: "org.example.Forger", SandboxOptions(), kind, kind == "calls" ? "100" : "2000")
                : world.script("forge.py", as: "forger", kind, kind == "calls" ? "100" : "2000")
            #expect(try await forger.line() == "ready")
            forger.proceed()
            #expect(try await forger.line() == "forged")
            #expect(try await app.status() == "not-determined")
            try await agent.answer(prompt, "deny")
            #expect(try await app.response(to: request).outcome == "denied")
            // Outside of sandboxes the forger is a program of the owner, who may grant.
            let granted = try await world.owner.grants().compactMap { $0["client"]?.text }
            if isSandboxed { #expect(granted == ["flatpak:org.example.App"]) }
        }
    }

    @Test("are calls of the app that sends them, also if a proxy lets them pass because the app was called itself")
    func disguised() async throws {
        try await withWorld { world in
            let options = SandboxOptions(own: ["org.example.Forger"], reachesBroker: false)
            let forger = try world.script(
                "forge.py", flatpak: "org.example.Forger", options, "called", "org.example.Forger")
            #expect(try await forger.line() == "ready")
            let caller = try await world.program()
            _ = try? await caller.call("org.example.Any", "Ask", at: "/", on: "org.example.Forger", timeout: 10)
            #expect(try await forger.line() == "forged")
            let owner = try await world.owner
            #expect(try await owner.grants().isEmpty)
            // Of proxies, the fixed ones let nothing pass.
            for entry in try await owner.audit(["operation": "set-grant"]) {
                #expect(entry.client == "flatpak:org.example.Forger" && entry.outcome == "not-authorized", "\(entry)")
            }
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
