import FilmgateTestKit
import FilmgateTestWorlds
import Testing

@Suite("A muted app", .inProcess)
struct MuteTests {
    private static let id = "flatpak:org.example.App"
    private static let mute: [String: BusArgument] = ["mute": true]

    @Test("asks the person nothing, on no connection, and what it asked is taken down", .asProcesses)
    func muted() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            let agent = try await world.agent()
            try await agent.register(["settings": true])
            let app = try await world.client(flatpak: "org.example.App")
            let request = try await app.pick()
            let prompt = try await agent.asked("pick")
            try await owner.grant(Self.id, "none", others: Self.mute)
            #expect(try await agent.dismissed() == prompt.id)
            let response = try await app.response(to: request)
            #expect(response.outcome == "failed" && response.error == "AccessDenied")
            #expect(try await owner.grants().first?["muted"] == .flag(true))
            func expectsSilence() async throws {
                for client in [app, try await world.client(flatpak: "org.example.App")] {
                    #expect(try await refusal { try await client.pick() }.kind == "AccessDenied")
                    #expect(try await refusal { try await client.openSettings() }.kind == "AccessDenied")
                }
            }
            try await expectsSilence()
            try await world.killBroker()
            try await world.startBroker()
            try await agent.register(["settings": true])
            try await expectsSilence()

            try await owner.grant(Self.id, "limited", selection: [photo], others: Self.mute)
            #expect(try await app.assets() == [photo], "it keeps its access")
            #expect(try await refusal { try await app.editSelection() }.kind == "AccessDenied")
            #expect(try await refusal { try await app.delete(photo, interactive: true) }.kind == "AccessDenied")
            #expect(try await agent.prompts().isEmpty)
            let other = try await world.client(flatpak: "org.example.Other")
            let others = try await other.pick()
            try await agent.answer(agent.asked("pick"), "cancel")
            _ = try await other.response(to: others)

            try await owner.grant(Self.id, "none")
            #expect(try await owner.grants().first?["muted"] == nil)
            _ = try await app.pick()
            #expect(try await agent.asked("pick").client["id"]?.text == Self.id)
        }
    }

    @Test("is none of the owner's tools: what they asked stays")
    func ownersTool() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            let agent = try await world.agent()
            let request = try await owner.pick()
            let prompt = try await agent.asked("pick")
            try await owner.grant(owner.identity().id, "full", others: Self.mute)
            try await agent.pick([photo], for: prompt)
            #expect(try await owner.response(to: request).outcome == "success")
        }
    }

    @Test("that is undetermined may not ask for access, and is listed until it is reset")
    func undetermined() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            try await owner.grant(Self.id, "add-only", others: ["mute": true, "once": true])
            await app.end()
            try await eventually { try await owner.grants().first?["level"]?.text == "undetermined" }
            #expect(try await owner.grants().first?["muted"] == .flag(true))
            let next = try await world.client(flatpak: "org.example.App")
            #expect(try await refusal { try await next.requestAccess() }.kind == "AccessDenied")
            #expect(try await next.status() == "not-determined")
            try await owner.resetGrant(Self.id)
            #expect(try await owner.grants().isEmpty)
            _ = try await next.requestAccess()
            #expect(try await agent.asked().kind == "access")
        }
    }
}
