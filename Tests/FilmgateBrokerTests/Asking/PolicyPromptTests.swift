import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

/// The effect of policy on questions to the person.
@Suite("A policy about prompts", .inProcess)
struct PolicyPromptTests {
    static let id = "flatpak:org.example.App"

    @Test("that forbids prompts refuses questions, and answers those that need none")
    func silence() async throws {
        try await withWorld(WorldSettings(policy: "[flatpak:org.example.*]\nprompts=false\n")) { world in
            let photo = try await world.owner.add(TestPhoto.small())
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            for access in ["add-only", "read-write"] {
                #expect(try await refusal { try await app.requestAccess(access) }.kind == "Restricted")
            }
            #expect(try await app.status() == "not-determined")
            try await world.owner.grant(Self.id, "limited", selection: [photo])
            #expect(try await app.askForAccess().status == "limited", "what stands needs no question")
            #expect(try await refusal { try await app.editSelection() }.kind == "Restricted")
            #expect(try await refusal { try await app.delete(photo, interactive: true) }.kind == "Restricted")
            #expect(try await agent.prompts().isEmpty)
            let other = try await world.client(flatpak: "com.example.App")
            _ = try await other.requestAccess()
            #expect(try await agent.asked().client["id"]?.text == "flatpak:com.example.App")
        }
    }

    @Test("with a ceiling tells the agent, and a person's answer beyond it takes effect when the ceiling goes")
    func ceiling() async throws {
        try await withWorld(WorldSettings(policy: "[*]\nhighest=limited\n")) { world in
            let photo = try await world.owner.add(TestPhoto.small())
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            async let response = app.askForAccess()
            let prompt = try await agent.asked()
            #expect(prompt.details["highest"]?.text == "limited")
            try await agent.answer(prompt, "allow")
            #expect(try await response.status == "limited")
            #expect(try await app.assets() == [])
            try world.writePolicy(nil)
            try await world.reloadPolicy()
            #expect(try await app.assets() == [photo])
        }
    }

    @Test("that restricts one access leaves it undetermined: an answer stores nothing of the policy")
    func notStored() async throws {
        try await withWorld(WorldSettings(policy: "[*]\nhighest=add-only\n")) { world in
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let reading = try await app.askForAccess("read-write")
            #expect(
                reading.outcome == "success" && reading.status == "restricted", "policy has decided, nobody is asked")
            async let response = app.askForAccess("add-only")
            try await agent.answer(agent.asked(), "allow")
            #expect(try await response.status == "authorized")
            #expect(try await PolicyTests.statuses(of: app) == ["authorized", "restricted"])
            try world.writePolicy(nil)
            try await world.reloadPolicy()
            #expect(try await PolicyTests.statuses(of: app) == ["authorized", "not-determined"])
        }
    }

    @Test(
        "that changes during a question withdraws it, and stores nothing",
        arguments: [
            ("highest=none", "denied", nil as String?, "restricted"),
            ("prompts=false", "failed", "Restricted", "not-determined"),
        ])
    func meanwhile(_ rule: String, _ outcome: String, _ error: String?, _ status: String) async throws {
        try await withWorld { world in
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let request = try await app.requestAccess()
            let prompt = try await agent.asked()
            try world.writePolicy("[flatpak:*]\n\(rule)\n")
            try await world.reloadPolicy()
            #expect(try await agent.dismissed() == prompt.id)
            let response = try await app.response(to: request)
            #expect(response.outcome == outcome && response.error == error && response.status == status)
            try? await agent.answer(prompt, "allow")
            #expect(try await app.status() == status)
            #expect(try await world.owner.grants().isEmpty)
        }
    }
}
